"use strict";
// Tables, links between them and the pictures, and answers to a pointer. Without it the page shows the
// same, but of each table only the first rows.

const make = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

// The cells of a column: null if missing, else digits, behind ">" for a bound, or the place of a word.
function unpacked({ cells, shared }, rows) {
  if (shared) return Array(rows).fill(cells === "-" ? null : cells);
  let last = null;
  return cells.split(",").map((token) => {
    if (token === "-") last = null;
    else if (token !== "") last = token;
    return last;
  });
}

const grouped = (digits) => String(digits).replace(/\B(?=(\d{3})+$)/g, ",");

function shown({ words, plain }, cell) {
  if (cell === null) return "–";
  if (words) return words[cell];
  return cell.replace(/^>/, "> ").replace(/\d+/, plain ? (digits) => digits : grouped);
}

const isBound = (cell) => cell !== null && cell.startsWith(">");

// Numbers of any size by value, then those that are above a bound; what is missing comes last.
function compared(descending) {
  const number = (cell) => Number(cell.replace(">", ""));
  return (a, b) => {
    if (a === null || b === null) return (a === null) - (b === null);
    const difference = isBound(a) - isBound(b) || number(a) - number(b) || a.length - b.length || (a < b ? -1 : a > b);
    return descending ? -difference : difference;
  };
}

// A filter has words, which rows have somewhere, and conditions such as checks>1e6 or outcome=tour.
const CONDITION = /^([^!<>=]+)(!=|<=|>=|=|<|>)(.*)$/;
const MULTIPLES = { k: 1e3, m: 1e6, g: 1e9 };

// A number as people write it: 1e6, 10M, 5,000, 12.5%.
function parsed(text) {
  const [, number, unit] = /^(.*?)([kmg%]?)$/i.exec(text.replaceAll(",", ""));
  return number === "" ? NaN : Number(number) * (unit === "%" ? 0.01 : (MULTIPLES[unit.toLowerCase()] ?? 1));
}

// Whether a cell meets a condition. What is above a bound meets > and >= up to there, and no other.
function meets({ words, values }, cell, relation, wanted) {
  if (relation === "!=") return !meets({ words, values }, cell, "=", wanted);
  if (cell === null) return relation === "=" && wanted === "";
  const text = words?.[cell].toLowerCase() ?? cell;
  if (relation === "=" && words) {
    if (text === wanted || text.split(" ")[0] === wanted || text === `(${wanted})`) return true;
  }
  const limit = parsed(wanted);
  const number = parsed((values?.[cell] || text).replace(/^> ?/, ""));
  if (isBound(text)) return relation.startsWith(">") && number >= limit;
  return { "=": number === limit, "<": number < limit, "<=": number <= limit, ">": number > limit, ">=": number >= limit }[
    relation
  ];
}

// A column with more words than this has no list of them.
const MOST_LISTED = 12;
// Tables with fewer rows need no filter.
const FEWEST_FILTERED = 8;
// More rows than this are not printed.
const MOST_PRINTED = 500;

class Table {
  constructor(box) {
    this.box = box;
    this.columns = JSON.parse(box.querySelector("script").textContent);
    this.lines = [...box.querySelectorAll("tbody tr")];
    const rows = Math.max(...this.columns.map(({ cells, shared }) => (shared ? 1 : cells.split(",").length)));
    this.columns.forEach((column) => (column.rows = unpacked(column, rows)));
    this.visible = this.columns.filter(({ shared }) => !shared);
    this.all = Array.from({ length: rows }, (_, row) => row);
    this.order = this.rows = this.all;
    this.first = 0;
    this.atOnce = Number(box.dataset.rows);
    box.querySelectorAll("th").forEach((heading, place) => {
      const button = make("button", { type: "button" }, heading.textContent);
      button.addEventListener("click", () => this.sort(this.visible[place], heading));
      heading.replaceChildren(button);
    });
    box.querySelector(".first")?.remove();
    this.lines.forEach((line, row) => this.link(line, row));
    this.addTools();
    this.show(0);
  }

  column(name) {
    return this.columns.find((column) => column.name === name);
  }

  addTools() {
    const tools = make("div", { className: "tools" });
    const button = (text, act) => {
      const made = make("button", { type: "button" }, text);
      made.addEventListener("click", act);
      return made;
    };
    this.selects = [];
    if (this.all.length >= FEWEST_FILTERED) {
      this.input = make("input", { type: "search", placeholder: "(1,1) checks>1e6" });
      tools.append(make("label", {}, "Filter ", this.input));
      const most = Math.min(MOST_LISTED, this.all.length / 2);
      this.selects = this.visible.filter(({ words, values }) => words?.length <= most && !values).map((column) => {
        const count = (place) => column.rows.filter((cell) => cell === String(place)).length;
        const option = (word, place) => make("option", { value: place }, `${word} (${grouped(count(place))})`);
        const select = make("select", {}, make("option", { value: "" }, "all"), ...column.words.map(option));
        tools.append(make("label", {}, `${column.name} `, select));
        return { column, select };
      });
      tools.addEventListener("input", () => this.filter());
    }
    this.status = make("output", {});
    this.steps = [-1, 1].map((step) =>
      button(step < 0 ? "Previous" : "Next", () => this.show(this.first + step * this.atOnce)),
    );
    if (this.all.length <= this.atOnce) this.steps.forEach((step) => (step.hidden = true));
    tools.append(this.status, ...this.steps, button("Save as CSV", () => this.save()));
    this.box.querySelector(".scroll").before(tools);
  }

  // The texts of a row, each between spaces, with numbers also as plain digits.
  text(row) {
    const cells = this.columns.flatMap((column) => {
      const text = shown(column, column.rows[row]);
      return column.words || column.plain ? [text] : [text, text.replaceAll(",", "")];
    });
    return ` ${cells.join(" ").toLowerCase()} `;
  }

  // The rows that meet all conditions and have all words: boards and squares as they are, others as
  // beginnings.
  filter() {
    this.texts ??= this.all.map((row) => this.text(row));
    this.unknown = undefined;
    const tests = this.input.value.toLowerCase().split(/\s+/).filter(Boolean).map((word) => {
      const [, name, relation, wanted] = CONDITION.exec(word) ?? [];
      if (!relation) {
        const part = /^(\d+x\d+|\(\d+,\d+\))$/.test(word) ? ` ${word} ` : ` ${word}`;
        return (row) => this.texts[row].includes(part);
      }
      const column = this.columns.find((column) => column.name.toLowerCase() === name);
      this.unknown ??= column ? undefined : name;
      return (row) => column && meets(column, column.rows[row], relation, wanted);
    });
    for (const { column, select } of this.selects) {
      if (select.value) tests.push((row) => column.rows[row] === select.value);
    }
    this.rows = this.order.filter((row) => tests.every((test) => test(row)));
    this.show(0);
  }

  sort(column, heading) {
    const descending = heading.getAttribute("aria-sort") === "ascending";
    this.box.querySelectorAll("th").forEach((other) => other.removeAttribute("aria-sort"));
    heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
    const compare = compared(descending);
    this.order = [...this.all].sort((a, b) => compare(column.rows[a], column.rows[b]));
    this.rows = this.order;
    if (this.input) this.filter();
    else this.show(0);
  }

  // Rows have the board and the start that links to pictures need. A start that all rows share marks
  // none of them.
  link(line, row) {
    const [board, start] = [this.column("board"), this.column("start")];
    if (board) line.dataset.board = shown(board, board.rows[row]);
    if (start && !start.shared) line.dataset.start = shown(start, start.rows[row]);
    return line;
  }

  line(row) {
    const cell = (column) =>
      make("td", { className: column.words && !column.values ? "" : "n" }, shown(column, column.rows[row]));
    return (this.lines[row] ??= this.link(make("tr", {}, ...this.visible.map(cell)), row));
  }

  show(first, most = this.atOnce) {
    this.first = first;
    const rows = this.rows.slice(first, first + most);
    this.box.querySelector("tbody").replaceChildren(...rows.map((row) => this.line(row)));
    const all = this.rows.length === this.all.length ? "" : ` (of ${grouped(this.all.length)})`;
    const range = `${grouped(first + 1)}–${grouped(first + rows.length)} of ${grouped(this.rows.length)}${all}`;
    if (this.unknown) this.status.value = `no column “${this.unknown}”`;
    else this.status.value = rows.length ? range : "no row matches";
    this.steps[0].disabled = first === 0;
    this.steps[1].disabled = first + most >= this.rows.length;
  }

  // The rows that match the filter with all their columns as programs read them: bounds are in
  // columns of their own.
  csv() {
    const fields = this.columns.flatMap((column) => {
      const { name, words, values, rows } = column;
      const bounds = [["above", /^> ([\d,.]+)$/], ["below", /^< ([\d,.]+)$/]].map(([side, pattern]) => ({
        name: `${name}_${side}`,
        bound: (cell) => pattern.exec(shown(column, cell))?.[1].replaceAll(",", "") ?? "",
      }));
      const isBound = (cell) => bounds.some(({ bound }) => bound(cell));
      const field = (cell) => (cell === null || isBound(cell) ? "" : ((values ?? words)?.[cell] ?? cell));
      const there = bounds.filter(({ bound }) => rows.some(bound));
      const ofBounds = there.map(({ name, bound }) => ({ name, of: (row) => bound(rows[row]) }));
      return [{ name, of: (row) => field(rows[row]) }, ...ofBounds];
    });
    const quoted = (text) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const line = (texts) => `${texts.map(quoted).join(",")}\n`;
    return [fields.map(({ name }) => name), ...this.rows.map((row) => fields.map(({ of }) => of(row)))].map(line).join("");
  }

  save() {
    const href = URL.createObjectURL(new Blob([this.csv()], { type: "text/csv" }));
    make("a", { href, download: `${this.box.id}.csv` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 1000);
  }
}

const tables = [...document.querySelectorAll(".data")].map((box) => new Table(box));

addEventListener("beforeprint", () => tables.forEach((table) => table.show(0, MOST_PRINTED)));
addEventListener("afterprint", () => tables.forEach((table) => table.show(0)));

// Squares have board "8x8" and start "1,1" in pictures, and "(1,1)" in tables.
const bare = (start) => start?.replace(/[()]/g, "");

// Filters the table of jobs, or else of squares, by a square of a picture.
function filterBy({ board, start }) {
  const table = tables.findLast((table) => table.input && table.column("start"));
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

const tip = make("div", { id: "tip", role: "tooltip", ariaLive: "polite", hidden: true });
const dot = document.createElementNS(document.querySelector("svg")?.namespaceURI ?? null, "circle");
dot.id = "dot";
dot.setAttribute("r", "4");
document.body.append(tip);

// Shows the words of a mark, or of a point of it.
function tell(target, point) {
  const marked = target?.closest?.("svg [aria-label]");
  tip.hidden = !marked;
  dot.remove();
  if (!marked) return;
  tip.textContent = point?.words ?? marked.getAttribute("aria-label");
  if (point) {
    dot.setAttribute("cx", point.x);
    dot.setAttribute("cy", point.y);
    marked.closest("svg").append(dot);
  }
  const { left, bottom, top } = (point ? dot : marked).getBoundingClientRect();
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

// The points of a curve: where they are, and what they say. A step holds until the next one.
function pointsOf(mark) {
  const { name, points, steps } = mark.dataset;
  const found = points.split("|").map((point) => {
    const [, x, y, words] = /^(\S+) (\S+) (.*)$/.exec(point);
    return { mark, x: Number(x), to: Number(x), y: Number(y), words: `${name}: ${words}` };
  });
  if (steps) found.forEach((point, place) => (point.to = found[place + 1]?.x ?? Number(steps)));
  return found;
}

// A pointer within this many pixels of a point of a curve or of a mark of a series asks for it.
const NEAR = 40;

function nearest(svg, points, { clientX, clientY }) {
  const { a, d, e, f } = svg.getScreenCTM();
  const [px, py] = [(clientX - e) / a, (clientY - f) / d];
  const distance = ({ x, to, y }) => a * Math.hypot(Math.max(0, x - px, px - to), y - py);
  let found;
  for (const point of points) if (!found || distance(point) < distance(found)) found = point;
  return found && distance(found) <= NEAR ? found : undefined;
}

// The middle of a mark of a series, which is small.
function middleOf(mark) {
  const { x, y, width, height } = mark.getBBox();
  const middle = x + width / 2;
  return { mark, x: middle, to: middle, y: y + height / 2, words: mark.getAttribute("aria-label") };
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
  const curves = new Map(marks.filter(({ dataset }) => dataset.points).map((mark) => [mark, pointsOf(mark)]));
  let points;
  const answer = (event) => {
    // A pointer that rests while the page changes below it must not take over from the keys.
    if (event.type === "pointermove" && !event.movementX && !event.movementY) return;
    const small = () => marks.filter((mark) => mark.closest("[data-series]") && !curves.has(mark));
    points ??= [...[...curves.values()].flat(), ...small().map(middleOf)];
    const point = points.length ? nearest(svg, points, event) : undefined;
    tell(point?.mark ?? event.target, point);
    light(point?.mark ?? event.target);
  };
  for (const event of ["pointermove", "pointerdown"]) svg.addEventListener(event, answer);
  svg.addEventListener("keydown", (event) => {
    const curve = curves.get(event.target);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (curve && step) {
      curve.place = Math.min(Math.max((curve.place ?? -1) + step, 0), curve.length - 1);
      tell(event.target, curve[curve.place]);
      event.preventDefault();
      return;
    }
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
