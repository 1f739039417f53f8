// Filters and sorts the rows of the index.
(() => {
  "use strict";
  const part = id => document.getElementById(id), body = part("rows"), rows = [...body.rows];
  const numbers = new Set(["doubt", "confidence", "length"]);
  const filter = () => {
    const type = part("type").value, status = part("status").value, words = part("words").value.trim().toLowerCase();
    const least = part("least").value, most = part("most").value;
    let count = 0;
    for (const row of rows) {
      const {dataset} = row, sure = 100 * Number(dataset.confidence);
      const isShown = (!type || dataset.type === type) && (!status || dataset.status === status)
        && (least === "" || sure >= Number(least)) && (most === "" || sure <= Number(most))
        && (!words || row.textContent.toLowerCase().includes(words));
      row.hidden = !isShown;
      count += isShown;
    }
    part("counts").textContent = count === rows.length ? `${count} pages` : `${count} of ${rows.length} pages`;
  };
  const sort = button => {
    const name = button.dataset.sort, head = button.parentElement;
    const falls = head.getAttribute("aria-sort") === "ascending" || (!head.hasAttribute("aria-sort") && numbers.has(name));
    for (const one of head.parentElement.cells) one.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", falls ? "descending" : "ascending");
    const key = row => row.dataset[name], compare = numbers.has(name)
      ? (a, b) => Number(key(a)) - Number(key(b)) : (a, b) => key(a).localeCompare(key(b));
    rows.sort((a, b) => falls ? compare(b, a) : compare(a, b));
    body.append(...rows);
  };
  for (const button of document.querySelectorAll("[data-sort]")) button.addEventListener("click", () => sort(button));
  part("filters").addEventListener("input", filter);
  part("filters").addEventListener("submit", event => event.preventDefault());
  filter();
})();
