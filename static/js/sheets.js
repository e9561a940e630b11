// The seats and the log beside a board: open on a wide screen, sheets of their own on a phone.
// A board whose screen is full keeps them shut there too: `--sheet-stays: shut` in its style sheet.
(() => {
  "use strict";
  const sheets = [...document.querySelectorAll("details[data-sheet]")];
  const wide = matchMedia("(min-width:900px), (min-width:600px) and (max-height:500px)");
  const stays = (sheet) => wide.matches && !getComputedStyle(sheet).getPropertyValue("--sheet-stays");
  const settle = () => {
    for (const sheet of sheets) sheet.open = stays(sheet);
  };
  wide.addEventListener("change", settle);
  settle();

  const shut = () => {
    const open = sheets.find((sheet) => sheet.open && !stays(sheet));
    if (!open) return;
    const hadFocus = open.contains(document.activeElement);
    open.open = false;
    if (hadFocus) open.querySelector("summary").focus();
  };
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") shut();
  });
  document.addEventListener("pointerdown", (event) => {
    if (!event.target.closest("details[data-sheet]")?.open) shut();
  });
})();
