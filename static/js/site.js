// What every page needs: the CSRF token for htmx, read from the cookie at each request, so that
// a page left open for days still sends the present one.
(() => {
  "use strict";
  const token = () => (document.cookie.match(/(?:^|; )(?:__Host-)?kk_csrf=([^;]+)/) || [])[1] || "";
  window.kk = Object.assign(window.kk || {}, { csrf: token });

  document.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.verb !== "get") event.detail.headers["X-CSRFToken"] = token();
  });

  // A pressed button stays where it is, and a form that is on its way is not sent twice.
  // Whether a script took the form over is only known when all listeners have run.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.dataset.sent) event.preventDefault();
    setTimeout(() => {
      if (event.defaultPrevented || form.method !== "post") return;
      form.dataset.sent = "yes";
      if (event.submitter) event.submitter.classList.add("sent");
    });
  });
  window.addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
    for (const button of document.querySelectorAll(".sent")) button.classList.remove("sent");
  });
})();
