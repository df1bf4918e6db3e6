// What scrolls can be reached by keyboard.
for (const block of document.querySelectorAll("pre, .table-wrapper")) {
  if (block.scrollWidth > block.clientWidth) block.tabIndex = 0;
}

// Filters the table of all rules: by game, by group, and by whether the games shown differ.
(() => {
  "use strict";
  const form = document.querySelector(".rule-filter");
  const table = document.querySelector(".rule-matrix");
  if (!form || !table) return;
  const status = form.querySelector("[role=status]");
  const rows = [...table.querySelectorAll("tbody tr[id]")];

  const boxes = (name) => [...form.querySelectorAll(`input[name=${name}]`)];
  const chosen = (name) =>
    new Set(boxes(name).filter((box) => box.checked).map((box) => box.value));

  // What is shown stands in the address, so that it can be sent to somebody.
  const asked = () => {
    const query = new URLSearchParams(location.search);
    for (const name of ["game", "group"]) {
      const values = (query.get(name) ?? "").split(" ");
      if (query.has(name)) boxes(name).forEach((box) => { box.checked = values.includes(box.value); });
    }
    if (query.has("differences")) form.elements.differences.checked = true;
  };
  const remember = () => {
    const query = new URLSearchParams();
    for (const name of ["game", "group"]) {
      if (chosen(name).size < boxes(name).length) query.set(name, [...chosen(name)].join(" "));
    }
    if (form.elements.differences.checked) query.set("differences", "");
    const search = query.size ? `?${query}` : "";
    history.replaceState(null, "", location.pathname + search + location.hash);
  };

  const apply = () => {
    const games = chosen("game");
    const groups = chosen("group");
    const differences = form.elements.differences.checked;
    for (const cell of table.querySelectorAll("[data-profile]")) {
      cell.hidden = !games.has(cell.dataset.profile);
    }
    let shown = 0;
    for (const row of rows) {
      const answers = new Set(
        [...row.cells].filter((cell) => cell.dataset.profile && !cell.hidden)
          .map((cell) => cell.dataset.answer));
      row.hidden = !groups.has(row.parentElement.dataset.group) || (differences && answers.size < 2);
      shown += row.hidden ? 0 : 1;
    }
    for (const part of table.tBodies) {
      part.rows[0].hidden = [...part.rows].slice(1).every((row) => row.hidden);
    }
    status.textContent = status.dataset.shown
      .replace("{shown}", shown).replace("{all}", rows.length);
  };

  const tick = (name, value) => {
    const box = boxes(name).find((one) => one.value === value);
    if (box) box.checked = true;
  };

  // A deep link is shown whatever is filtered: its column, its row and the heads of both.
  const open = () => {
    const target = document.getElementById(location.hash.slice(1)); // ids are plain letters
    if (!target || !table.contains(target)) return;
    tick("game", target.dataset.profile);
    tick("group", target.closest("tbody")?.dataset.group);
    apply();
    if (target.closest("tr")?.hidden) {
      form.elements.differences.checked = false;
      apply();
    }
    const details = target.querySelector("details");
    if (details) details.open = true;
    target.scrollIntoView({ block: "start", inline: "start" });
  };

  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  const changed = () => { apply(); remember(); };
  form.addEventListener("change", changed);
  for (const button of form.querySelectorAll("button")) {
    button.addEventListener("click", () => {
      boxes(button.name).forEach((box) => { box.checked = button.value === "all"; });
      changed();
    });
  }
  window.addEventListener("hashchange", open);
  window.addEventListener("pageshow", apply); // going back, the boxes are as they were left
  asked();
  apply();
  open();
})();
