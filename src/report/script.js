"use strict";
// Tables, links between them and the pictures, and tooltips. Without it the page shows the same, but
// of each table only the first rows.

const make = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

// The cells of a column: null if missing, else digits behind ">" or "<" for a bound, or the place of a word.
function unpacked({ cells }) {
  let last = null;
  return cells.split(",").map((token) => {
    if (token === "-") last = null;
    else if (token.startsWith("+")) last = String(Number(last) + Number(token.slice(1) || 1));
    else if (token !== "") last = token;
    return last;
  });
}

const grouped = (digits) => digits.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));

function shown({ words, plain, unit }, cell) {
  if (cell === null) return "–";
  if (words) return words[cell];
  const [, sign, number] = /^([<>]?)(.*)$/.exec(cell);
  return (sign && `${sign} `) + (plain ? number : grouped(number)) + (unit ?? "");
}

// Numbers of any size by value, then those that are above a bound; what is missing comes last.
function compared(descending) {
  const kind = (cell) => (cell[0] === "<" ? 0 : cell[0] === ">" ? 2 : 1);
  const number = (cell) => Number(cell.replace(/^[<>]/, ""));
  return (a, b) => {
    if (a === null || b === null) return (a === null) - (b === null);
    const difference = kind(a) - kind(b) || number(a) - number(b) || a.length - b.length || (a < b ? -1 : a > b);
    return descending ? -difference : difference;
  };
}

class Table {
  constructor(box) {
    this.box = box;
    this.columns = JSON.parse(box.querySelector("script").textContent);
    this.columns.forEach((column) => (column.rows = unpacked(column)));
    this.order = this.columns[0].rows.map((_, row) => row);
    this.rows = this.order;
    this.first = 0;
    this.atOnce = Number(box.dataset.rows);
    box.querySelectorAll("th").forEach((heading, place) => {
      const button = make("button", { type: "button" }, heading.textContent);
      button.addEventListener("click", () => this.sort(place, heading));
      heading.replaceChildren(button);
    });
    box.querySelector(".first")?.remove();
    if (this.order.length > this.atOnce) this.addTools();
    this.show(0);
  }

  addTools() {
    this.input = make("input", { type: "search", placeholder: "e.g. (1,1) 12345678" });
    this.outcome = make("select", {}, make("option", { value: "" }, "all"));
    const outcomes = this.columns.find(({ name }) => name === "outcome");
    outcomes?.words.forEach((word, place) => {
      const count = outcomes.rows.filter((cell) => cell === String(place)).length;
      this.outcome.append(make("option", { value: word }, `${word} (${grouped(String(count))})`));
    });
    this.status = make("output", {});
    this.steps = [-this.atOnce, this.atOnce].map((step) => {
      const button = make("button", { type: "button" }, step < 0 ? "Previous" : "Next");
      button.addEventListener("click", () => this.show(this.first + step));
      return button;
    });
    const tools = make("div", { className: "tools" }, make("label", {}, "Filter ", this.input));
    if (outcomes) tools.append(make("label", {}, "Outcome ", this.outcome));
    tools.append(this.status, ...this.steps);
    this.box.querySelector(".scroll").before(tools);
    for (const control of [this.input, this.outcome]) control.addEventListener("input", () => this.filter());
  }

  // The texts of a row, each between spaces, with numbers also as plain digits.
  text(row) {
    const cells = this.columns.flatMap((column) => {
      const text = shown(column, column.rows[row]);
      return column.words || column.plain ? [text] : [text, text.replaceAll(",", "")];
    });
    return ` ${[...Object.values(this.shared()), ...cells].join(" ").toLowerCase()} `;
  }

  // Board and start where all rows share them.
  shared() {
    const { board, start } = this.box.dataset;
    return { ...(board && { board }), ...(start && { start }) };
  }

  // The rows that have all words of the filter: boards and squares as they are, others as beginnings.
  filter() {
    this.texts ??= this.columns[0].rows.map((_, row) => this.text(row));
    const words = this.input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const parts = words.map((word) => (/^(\d+x\d+|\(\d+,\d+\))$/.test(word) ? ` ${word} ` : ` ${word}`));
    const outcome = this.columns.find(({ name }) => name === "outcome");
    const wanted = this.outcome.value && String(outcome.words.indexOf(this.outcome.value));
    this.rows = this.order.filter(
      (row) => (!wanted || outcome.rows[row] === wanted) && parts.every((part) => this.texts[row].includes(part)),
    );
    this.show(0);
  }

  sort(place, heading) {
    const descending = heading.getAttribute("aria-sort") === "ascending";
    this.box.querySelectorAll("th").forEach((other) => other.removeAttribute("aria-sort"));
    heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
    const cells = this.columns[place].rows;
    const compare = compared(descending);
    this.order = this.columns[0].rows.map((_, row) => row).sort((a, b) => compare(cells[a], cells[b]));
    this.rows = this.order;
    if (this.input) this.filter();
    else this.show(0);
  }

  show(first) {
    this.first = first;
    const rows = this.rows.slice(first, first + this.atOnce);
    const line = (row) => {
      const made = make("tr", {});
      // A start that all rows share marks none of them.
      if (this.box.dataset.board) made.dataset.board = this.box.dataset.board;
      for (const column of this.columns) {
        const text = shown(column, column.rows[row]);
        made.append(make("td", { className: column.words ? "" : "n" }, text));
        if (column.name === "board" || column.name === "start") made.dataset[column.name] = text;
      }
      return made;
    };
    this.box.querySelector("tbody").replaceChildren(...rows.map(line));
    if (!this.status) return;
    const count = (number) => grouped(String(number));
    const all = this.rows.length === this.order.length ? "" : ` (of ${count(this.order.length)})`;
    this.status.value = rows.length
      ? `${count(first + 1)}–${count(first + rows.length)} of ${count(this.rows.length)}${all}`
      : "no row matches";
    this.steps[0].disabled = first === 0;
    this.steps[1].disabled = first + this.atOnce >= this.rows.length;
  }
}

const tables = [...document.querySelectorAll(".data")].map((box) => new Table(box));

// Squares have board "8x8" and start "1,1" in pictures, and "(1,1)" in tables.
const bare = (start) => start?.replace(/[()]/g, "");

// Filters the table of jobs, or else of squares, by a square of a picture.
function filterBy({ board, start }) {
  const suits = ({ box, input, columns }) =>
    input && (box.dataset.start || columns.some(({ name }) => name === "start"));
  const table = tables.findLast(suits);
  if (!table) return;
  table.input.value = `${board} (${bare(start)})`;
  table.filter();
  table.box.scrollIntoView({ block: "start" });
  table.input.focus({ preventScroll: true });
}

// Marks what belongs to an element: its series in the picture, or its square everywhere.
function light(target) {
  document.querySelectorAll(".on, .lit").forEach((marked) => marked.classList.remove("on", "lit"));
  const series = target?.closest?.("[data-series]");
  const square = target?.closest?.("[data-start]");
  if (series) {
    const svg = series.closest("svg");
    svg.classList.add("lit");
    svg.querySelectorAll(`[data-series="${series.dataset.series}"]`).forEach((same) => same.classList.add("on"));
  } else if (square) {
    const { board, start } = square.dataset;
    for (const same of document.querySelectorAll("svg [data-start], .data tr")) {
      if (same.dataset.board === board && bare(same.dataset.start) === bare(start)) same.classList.add("on");
    }
  }
}

const tip = make("div", { id: "tip", role: "tooltip", hidden: true });
document.body.append(tip);

function tell(target) {
  const marked = target?.closest?.("svg [aria-label]");
  tip.hidden = !marked;
  if (!marked) return;
  tip.textContent = marked.getAttribute("aria-label");
  const { left, bottom, top } = marked.getBoundingClientRect();
  tip.style.left = `${Math.max(8, Math.min(left, innerWidth - tip.offsetWidth - 8))}px`;
  const below = bottom + 8 + tip.offsetHeight < innerHeight;
  tip.style.top = `${below ? bottom + 8 : Math.max(8, top - tip.offsetHeight - 8)}px`;
}

// In a picture the arrow keys go from mark to mark, on a board from square to square.
function neighbour(marks, mark, key) {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[key];
  if (!step) return undefined;
  if (/Up|Down/.test(key) && mark.dataset.start) {
    const [row, col] = mark.dataset.start.split(",").map(Number);
    const at = marks.indexOf(mark);
    const same = ({ dataset }) => dataset.board === mark.dataset.board && dataset.start === `${row + step},${col}`;
    const found = step > 0 ? marks.slice(at).find(same) : marks.slice(0, at).findLast(same);
    if (found) return found;
  }
  return marks[marks.indexOf(mark) + step];
}

for (const svg of document.querySelectorAll("figure svg")) {
  const marks = [...svg.querySelectorAll("title")].map((title) => {
    const mark = title.parentNode;
    mark.setAttribute("aria-label", title.textContent);
    mark.setAttribute("role", mark.dataset.start ? "button" : "img");
    mark.setAttribute("tabindex", "-1");
    title.remove();
    return mark;
  });
  if (!marks.length) continue;
  svg.setAttribute("role", "group");
  marks[0].setAttribute("tabindex", "0");
  svg.addEventListener("keydown", (event) => {
    const next = neighbour(marks, event.target, event.key);
    if (next) {
      marks.forEach((mark) => mark.setAttribute("tabindex", mark === next ? "0" : "-1"));
      next.focus();
      event.preventDefault();
    } else if ((event.key === "Enter" || event.key === " ") && event.target.dataset.start) {
      event.preventDefault();
      filterBy(event.target.dataset);
    }
  });
  svg.addEventListener("click", ({ target }) => {
    const square = target.closest("[data-start]");
    if (square) filterBy(square.dataset);
  });
}

for (const event of ["pointerover", "focusin"]) {
  document.addEventListener(event, ({ target }) => (tell(target), light(target)));
}
document.addEventListener("keydown", ({ key }) => key === "Escape" && tell(null));
document.addEventListener("scroll", () => tell(document.activeElement), { passive: true });
