// Times as the reader's own clock shows them; without scripts they are in UTC.
(() => {
  "use strict";
  const how = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  for (const time of document.querySelectorAll("time[data-local]")) {
    time.textContent = how.format(new Date(time.dateTime));
  }
})();
