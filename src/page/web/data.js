// The data of the page, what is shown, and the elements that everything else is made of.
//
// graphs[i]: id, c (class), p (predicted class), n nodes, e edges, k largest and a mean degree, o oddness, t twin class,
// near [[graph, distance]], g drawing (null: too large): p places, s length of an edge, e edges, l labels, b bonds, m molecule,
// d directed, o id of the first node, n names; v evidence: c for, o against, d decision, b bias, n nodes, w elsewhere, s scale, v values, t walks.
const data = JSON.parse(document.getElementById("data").textContent);
const { graphs, classes } = data;
const byId = (id) => document.getElementById(id);

// Strings become text, never markup.
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (typeof value === "function") node.addEventListener(name, value);
    else if (value !== null && value !== false && value !== undefined) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}
const html = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
const svg = (tag, attributes, ...children) => fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

const percent = (share, digits = 1) => (100 * share).toFixed(digits) + " %";
const short = (value) => (Math.abs(value) >= 1000 ? value.toFixed(0) : Number(value.toPrecision(3)).toString());
const signed = (value) => (value < 0 ? "\u2212" : "+") + Math.abs(value).toFixed(3);
const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : noun.endsWith("s") ? "es" : "s"}`;
const className = (c) => classes[c];
const isError = (i) => graphs[i].c !== graphs[i].p;
const inWords = (i) => isError(i) ? `class ${className(graphs[i].c)}, predicted ${className(graphs[i].p)}` : `class ${className(graphs[i].c)}`;

// What is shown: a cell of the confusion matrix (or only its row, or its column), and a selection on the map.
const filter = { truth: null, predicted: null, chosen: null };
const watchers = [];
const passes = (i) => (filter.truth === null || graphs[i].c === filter.truth) &&
  (filter.predicted === null || graphs[i].p === filter.predicted) && (filter.chosen === null || filter.chosen.has(i));
let shown = graphs.map((_, i) => i);
function setFilter(change) {
  Object.assign(filter, change);
  shown = graphs.map((_, i) => i).filter(passes);
  for (const watcher of watchers) watcher();
}
