"use strict";
// A click on a heading sorts its table by that column: numbers before texts, numbers of any size.
for (const table of document.querySelectorAll("table")) {
  const headings = [...table.querySelectorAll("th")];
  headings.forEach((heading, column) => {
    heading.querySelector("button").addEventListener("click", () => {
      const descending = heading.getAttribute("aria-sort") === "ascending";
      headings.forEach((other) => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
      const keyed = [...table.tBodies[0].rows].map((row) => {
        const cell = row.cells[column];
        const number = cell.dataset.n === undefined ? null : BigInt(cell.dataset.n);
        // "> 30,000" is a budget, whose commas are no ends of numbers.
        const text = cell.textContent.replace(/^> .*/, (budget) => budget.replaceAll(",", ""));
        return { row, number, text };
      });
      const compare = (a, b) => {
        if (a.number !== null && b.number !== null) {
          return a.number < b.number ? -1 : a.number > b.number ? 1 : 0;
        }
        if (a.number === null && b.number === null) {
          return a.text.localeCompare(b.text, "en", { numeric: true });
        }
        return a.number === null ? 1 : -1;
      };
      keyed.sort((a, b) => (descending ? compare(b, a) : compare(a, b)));
      table.tBodies[0].append(...keyed.map(({ row }) => row));
    });
  });
}
