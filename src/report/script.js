"use strict";
// Shows, sorts, filters and saves the lines of CSV in the page, and links them with the squares of pictures.
// Without it the page shows the lines as they are.

const make = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

// The fields of a line of CSV.
function fields(line) {
  const found = [...`${line},`.matchAll(/("(?:[^"]|"")*"|[^,]*),/g)].map(([, field]) => field);
  return found.map((field) => (field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field));
}

const grouped = (number) => String(number).replace(/^\d+/, (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ","));

// Numbers of any length by value, texts by the numbers in them.
const collator = new Intl.Collator(undefined, { numeric: true });
const compared = (a, b) => a - b || collator.compare(a, b);

// Whether a field meets a condition, such as checks>1e6 or start=1,1. What is missing is in no order.
const CONDITION = /^([^!<>=]+)(!=|<=|>=|=|<|>)(.*)$/;
function meets(field, relation, wanted) {
  const bare = (text) => text.replace(/[()]/g, "");
  const [number, limit] = [Number(field), Number(wanted.replaceAll(",", ""))];
  const isSame = bare(field) === bare(wanted) || (field !== "" && number === limit);
  if (relation === "=" || relation === "!=") return isSame === (relation === "=");
  if (field === "") return false;
  return { "<": number < limit, "<=": number <= limit, ">": number > limit, ">=": number >= limit }[relation];
}

// Whether whatever is above a bound meets a condition.
function isAbove(bound, relation, wanted) {
  return [">", ">=", "!="].includes(relation) && (bound ?? "") !== "" && Number(bound) >= Number(wanted.replaceAll(",", ""));
}

// Columns of numbers that are names.
const NAMES = ["job", "order", "seed"];
const AT_ONCE = 25;
// More rows than this are not printed.
const MOST_PRINTED = 500;

class Table {
  constructor(box) {
    const [header, ...lines] = box.querySelector("pre").textContent.trimEnd().split("\n");
    this.box = box;
    this.header = header;
    this.names = fields(header);
    this.all = lines.map((line) => ({ line, fields: fields(line), text: line.toLowerCase() }));
    this.rows = this.all;
    const columns = [...this.names.keys()];
    const varies = (column) => this.all.some(({ fields }) => fields[column] !== this.all[0].fields[column]);
    this.visible = columns.filter((column) => this.all.length === 1 || varies(column));
    this.isNumber = columns.map((column) => this.all.every(({ fields }) => !isNaN(fields[column])));
    this.body = make("tbody");
    this.headings = this.visible.map((column) => {
      const button = make("button", { type: "button", onclick: () => this.sort(column) }, this.names[column]);
      return make("th", { scope: "col", className: this.isNumber[column] ? "n" : "" }, button);
    });
    const table = make("table", {}, make("thead", {}, make("tr", {}, ...this.headings)), this.body);
    const scroll = make("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: box.id }, table);
    box.replaceChildren(this.tools(), scroll);
    this.show(0);
  }

  tools() {
    const button = (text, onclick) => make("button", { type: "button", onclick }, text);
    this.input = make("input", { type: "search", placeholder: "start=1,1 checks>1e6", oninput: () => this.filter() });
    this.status = make("output", {});
    this.steps = [button("Previous", () => this.show(this.first - AT_ONCE)), button("Next", () => this.show(this.first + AT_ONCE))];
    const label = make("label", {}, "Filter ", this.input);
    return make("div", { className: "tools" }, label, this.status, ...this.steps, button("Save as CSV", () => this.save()));
  }

  // The rows that meet all conditions and have all other words.
  filter() {
    const tests = this.input.value.toLowerCase().split(/\s+/).filter(Boolean).map((word) => {
      const [, name, relation, wanted] = CONDITION.exec(word) ?? [];
      const column = this.names.indexOf(name);
      if (column < 0) return ({ text }) => text.includes(word);
      const above = name === "checks" ? this.names.indexOf("checks_above") : -1;
      return ({ fields }) => meets(fields[column].toLowerCase(), relation, wanted) || isAbove(fields[above], relation, wanted);
    });
    this.rows = this.all.filter((row) => tests.every((test) => test(row)));
    this.show(0);
  }

  // Sorts by a column; what is missing comes last.
  sort(column) {
    const heading = this.headings[this.visible.indexOf(column)];
    const isDescending = heading.ariaSort === "ascending";
    this.headings.forEach((other) => other.removeAttribute("aria-sort"));
    heading.ariaSort = isDescending ? "descending" : "ascending";
    this.all.sort(({ fields: { [column]: a } }, { fields: { [column]: b } }) => {
      const missing = (a === "") - (b === "");
      return missing || (isDescending ? compared(b, a) : compared(a, b));
    });
    this.filter();
  }

  line({ fields }) {
    const cell = (column) => {
      const field = fields[column];
      const isCount = this.isNumber[column] && !NAMES.includes(this.names[column]);
      return make("td", { className: this.isNumber[column] ? "n" : "" }, isCount ? grouped(field) : field);
    };
    const made = make("tr", {}, ...this.visible.map(cell));
    const [board, start] = ["board", "start"].map((name) => fields[this.names.indexOf(name)]);
    if (board && start) Object.assign(made.dataset, { board, start: start.replace(/[()]/g, "") });
    return made;
  }

  show(first, most = AT_ONCE) {
    this.first = first;
    const rows = this.rows.slice(first, first + most);
    this.body.replaceChildren(...rows.map((row) => this.line(row)));
    const all = this.rows.length === this.all.length ? "" : ` (of ${grouped(this.all.length)})`;
    const range = `${grouped(first + 1)}–${grouped(first + rows.length)} of ${grouped(this.rows.length)}${all}`;
    this.status.value = rows.length ? range : "no row matches";
    this.steps[0].disabled = first === 0;
    this.steps[1].disabled = first + most >= this.rows.length;
  }

  // Saves the lines that match the filter.
  save() {
    const lines = [this.header, ...this.rows.map(({ line }) => line)];
    const href = URL.createObjectURL(new Blob([`${lines.join("\n")}\n`], { type: "text/csv" }));
    make("a", { href, download: `${this.box.id}.csv` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 1000);
  }
}

const tables = [...document.querySelectorAll(".data")].map((box) => new Table(box));

addEventListener("beforeprint", () => tables.forEach((table) => table.show(0, MOST_PRINTED)));
addEventListener("afterprint", () => tables.forEach((table) => table.show(0)));

// A square is marked in all pictures and in the table.
document.addEventListener("pointerover", ({ target }) => {
  document.querySelectorAll(".on").forEach((marked) => marked.classList.remove("on"));
  const { board, start } = target.closest("[data-start]")?.dataset ?? {};
  const same = document.querySelectorAll(`[data-board="${board}"][data-start="${start}"]`);
  same.forEach((marked) => marked.classList.add("on"));
});

// A click on a square of a picture filters the table by it.
document.addEventListener("click", ({ target }) => {
  const square = target.closest("svg [data-start]");
  const table = tables.find(({ names }) => names.includes("start"));
  if (!square || !table) return;
  table.input.value = `board=${square.dataset.board} start=${square.dataset.start}`;
  table.filter();
  table.box.scrollIntoView({ block: "start" });
  table.input.focus({ preventScroll: true });
});
