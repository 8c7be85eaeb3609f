// The other parts of the page: confusion matrix, list, walks, evidence, outliers, twins, sizes, curve, and how it was made.
function buildConfusion() {
  const counts = classes.map(() => classes.map(() => 0));
  for (const g of graphs) ++counts[g.c][g.p];
  const cell = (truth, predicted, count, total, kind, words) => {
    const bar = html("span", { class: "share" });
    bar.style.width = `${total ? 100 * count / total : 0}%`;
    const button = html("button", { type: "button", "aria-pressed": "false", "aria-label": `${counted(count, "graph")} ${words}`,
      click: () => {
        const same = filter.truth === truth && filter.predicted === predicted;
        setFilter(same ? { truth: null, predicted: null, chosen: null } : { truth, predicted, chosen: null });
      } }, String(count), bar);
    watchers.push(() => button.setAttribute("aria-pressed", String((truth !== null || predicted !== null) && filter.truth === truth && filter.predicted === predicted)));
    return html("td", { class: kind }, button);
  };
  byId("confusion").append(
    html("thead", {}, html("tr", {}, html("th", { scope: "col" }, "true \\ predicted"), ...classes.map((name) => html("th", { scope: "col" }, name)), html("th", { scope: "col" }, "all"))),
    html("tbody", {}, ...classes.map((name, truth) => {
      const total = counts[truth].reduce((a, b) => a + b, 0);
      return html("tr", {}, html("th", { scope: "row" }, name),
        ...classes.map((other, predicted) => cell(truth, predicted, counts[truth][predicted], total, truth === predicted ? "right" : "wrong", `of class ${name} predicted as ${other}`)),
        cell(truth, null, total, graphs.length, "all", `of class ${name}`));
    })));
}

function buildFilter() {
  const update = () => {
    const parts = [];
    if (filter.truth !== null) parts.push(`of class ${className(filter.truth)}`);
    if (filter.predicted !== null) parts.push(`predicted as ${className(filter.predicted)}`);
    if (filter.chosen !== null) parts.push("selected on the map");
    byId("filter-text").textContent = parts.length ? `Showing ${shown.length} of ${counted(graphs.length, "graph")}: ${parts.join(", ")}.` : `Showing all ${counted(graphs.length, "graph")}.`;
    byId("filter-clear").hidden = !parts.length;
  };
  byId("filter-clear").addEventListener("click", () => setFilter({ truth: null, predicted: null, chosen: null }));
  watchers.push(update);
  update();
}

function buildLegend() {
  byId("legend").append(...classes.map((name, c) => html("li", {}, svg("svg", { viewBox: "-8 -8 16 16", "aria-hidden": "true" }, mark(c, 5.5)), `class ${name}`)),
    html("li", {}, svg("svg", { viewBox: "-8 -8 16 16", "aria-hidden": "true" }, svg("circle", { r: 6, class: "ring" })), "classified wrongly"));
}

let listed = 24;
function showList() {
  const part = shown.slice(0, listed);
  byId("list").replaceChildren(...part.map((i) => card(i)));
  byId("list-more").hidden = shown.length <= listed;
}

function buildWalks() {
  const { comparisons, features, columns, shuffles, sampled } = data.walks;
  byId("walks-hint").textContent = `Each box is a group of walks that tell the same thing, drawn as the smallest graph that one of the strongest traces, with the numbers of its steps. ` +
    `Of ${counted(columns, "walk")} (${features}) those are shown whose share differs between classes by a permutation test corrected for all of them (${shuffles} shuffles)` +
    `${sampled ? "; walks of some graphs were sampled" : ""}. Bars are mean shares with 95 % intervals.`;
  const choose = byId("comparison");
  choose.append(...comparisons.map((one, k) => html("option", { value: k }, `${one.name} (${counted(one.passing, "walk")})`)));
  byId("comparison-bar").hidden = comparisons.length < 2;
  choose.addEventListener("change", showWalks);
}

function shareRow(name, [share, low, high], most, kind) {
  const at = (value) => 100 * value / most;
  return html("div", { class: "share-row" }, html("span", {}, name),
    svg("svg", { viewBox: "0 0 100 14", preserveAspectRatio: "none", "aria-hidden": "true" }, svg("rect", { x: 0, y: 2, width: at(share), height: 10, class: kind }),
      svg("line", { x1: at(low), x2: Math.min(100, at(high)), y1: 7, y2: 7, stroke: "currentColor", "stroke-width": 1.5 })),
    html("span", {}, percent(share, 2)));
}

function showWalks() {
  const comparison = data.walks.comparisons[Number(byId("comparison").value || 0)];
  const visible = new Set(shown);
  const boxes = comparison.groups.map((group) => {
    const most = Math.max(group.first[2], group.second[2], 1e-12);
    const picture = html("div", { class: "picture", role: "img", "aria-label": `The walk ${group.reads}` });
    picture.append(document.importNode(new DOMParser().parseFromString(group.svg, "image/svg+xml").documentElement, true));
    const has = group.graphs.filter((i) => visible.has(i)).length;
    return html("article", { class: "group" }, html("h3", {}, group.reads), picture,
      shareRow(comparison.first, group.first, most, `c${comparison.fc % 8}`), shareRow(comparison.second, group.second, most, comparison.sc < 0 ? "c7" : `c${comparison.sc % 8}`),
      html("p", {}, `Effect ${signed(group.effect)}, p ${group.p < 0.001 ? "< 0.001" : group.p.toFixed(3)}, same direction in ${group.same} of ${group.folds} parts; ${counted(group.members, "walk")} in this group. ` +
        `In ${group.first[3]} of ${comparison.nf} and ${group.second[3]} of ${comparison.ns} graphs; in ${has} of the ${shown.length} shown.`),
      html("div", { class: "cards" }, ...group.examples.map((example) => card(example.i, { values: example.v ? unpackValues(example.v) : null }))));
  });
  byId("walks").replaceChildren(...(boxes.length ? boxes : [html("p", {}, "No walk passes the test: nothing that walks see distinguishes these classes reliably.")]));
}

function openEvidence(i) {
  const g = graphs[i], v = g.v;
  byId("dialog-title").textContent = `Graph ${g.id}`;
  const positive = className(v.c), negative = className(v.o);
  const row = (name, value) => html("tr", {}, html("td", {}, name), html("td", {}, signed(value)));
  byId("dialog-body").replaceChildren(html("p", {}, `${inWords(i)[0].toUpperCase()}${inWords(i).slice(1)}. ${counted(g.n, "node")}, ${counted(g.e, "edge")}, largest degree ${g.k}.`),
    html("div", { class: "evidence" },
      html("div", {}, drawGraph(i, 520, { values: v.v ? unpackValues(v.v) : null, scale: v.s, notes: true, label: `graph ${g.id} with the evidence of its nodes as colours` }),
        v.v === undefined ? null : html("p", {}, html("span", { class: "key for", "aria-hidden": "true" }), `speaks for class ${positive}; `, html("span", { class: "key against", "aria-hidden": "true" }), `for class ${negative}. Point at a node for its number.`)),
      html("div", {}, html("h3", {}, "The decision"), html("table", {}, html("tbody", {}, row("bias", v.b), row("nodes", v.n), row(v.x ? "belongs to no node, and error of the estimate" : "belongs to no node", v.w), row(`for ${positive}, against ${negative}`, v.d))),
        html("p", { class: "hint" }, `Of a linear machine on ${data.run.evidence} that was trained without this graph; parts add up to the decision${v.x ? ", and visits of nodes are estimated from drawn walks" : ""}.` +
          (v.c === g.p ? "" : ` It decides for ${positive}, unlike the prediction above, which is of kernels.`)),
        html("h3", {}, "Walks that weigh most"), html("table", {}, html("tbody", {}, ...v.t.map(([text, value]) => row(text, value)))))),
    html("h3", {}, "Nearest graphs"), html("div", { class: "cards" }, ...g.near.map(([other, distance]) => card(other, {}, `distance ${distance.toFixed(2)}`))));
  const dialog = byId("dialog");
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}

function showOutliers() {
  const order = [...shown].sort((a, b) => graphs[b].o - graphs[a].o || a - b).slice(0, 12);
  byId("outliers").replaceChildren(...order.map((i) => card(i, {}, `${graphs[i].o.toFixed(2)} times`)));
}

function showTwins() {
  const [twins, mixed, best, unsure] = data.twins;
  byId("twins-hint").textContent = twins === 0 ? "No two graphs are the same up to the numbering of their nodes." :
    `${counted(twins, "graph")} of ${graphs.length} are the same as another one up to the numbering of nodes, labels included; ${mixed} of them as one of another class. No method that ignores node ids can be right on more than ${percent(best)} of these graphs.` +
    (unsure ? ` ${unsure} of them may differ: the search was stopped.` : "");
  const groups = new Map();
  for (const i of shown) groups.set(graphs[i].t, [...(groups.get(graphs[i].t) ?? []), i]);
  const kinds = (members) => new Set(members.map((i) => graphs[i].c)).size;
  const order = [...groups.values()].filter((members) => members.length > 1).sort((a, b) => kinds(b) - kinds(a) || b.length - a.length || a[0] - b[0]);
  byId("twins").replaceChildren(...order.slice(0, 8).map((members) => html("div", { class: "twins" }, card(members[0]),
    html("p", {}, `${counted(members.length, "twin")}: ` + members.slice(0, 30).map((i) => `${graphs[i].id} (${className(graphs[i].c)})`).join(", ") + (members.length > 30 ? ", ..." : "")))),
  ...(order.length > 8 ? [html("p", { class: "hint" }, `and ${order.length - 8} more groups`)] : []));
}

function showSizes() {
  byId("sizes").replaceChildren(histogram("Nodes", (i) => graphs[i].n, true), histogram("Edges", (i) => graphs[i].e, true),
    histogram("Mean degree", (i) => graphs[i].a, false), histogram("Largest degree", (i) => graphs[i].k, true));
}

function buildCurve() {
  byId("curve-hint").textContent = data.curve.length < 2 ? "There are too few graphs for a learning curve." :
    `Accuracy on a held-out fifth of the graphs after training on parts of the others (recipe ${data.run.recipe}, settings chosen on each part alone). The band is one standard deviation over ${data.curveRepeats} repeats. This is of all graphs on the page, whatever is selected.`;
  if (data.curve.length >= 2) byId("curve").append(curvePlot());
}

function buildRun() {
  const { run } = data, [, , , , , f1, auc] = data.summary;
  const rows = [["Command", html("code", {}, run.command || "aw.report")], ["Program", `awe ${run.version}, seed ${run.seed}`],
    ["Accuracy", `${run.folds} folds, one repeat, recipe and settings chosen on the training part of each fold by an inner split; the interval allows for the overlap of training parts (Nadeau and Bengio). Macro F1 ${f1.toFixed(3)}${auc ? `, area under the ROC curve ${auc.toFixed(3)}` : ""}.`],
    ["Graphs", data.collection > graphs.length ? `a stratified sample of ${graphs.length} of ${data.collection}` : `all ${graphs.length}`],
    ["Map", `distances of the recipe ${run.recipe}, learnt without classes; kernel PCA with gamma ${run.gamma}; t-SNE with perplexity 30, from kernel PCA, 500 iterations`],
    ["Evidence", `${run.evidenceFolds} linear machines on ${run.evidence}, each trained without the graphs that it explains`],
    ["Drawings", "graphs of up to 400 nodes and 1600 edges; `awe draw` draws larger ones"]];
  for (const [name, value] of rows) byId("run").append(html("dt", {}, name), html("dd", {}, value));
  byId("folds").append(html("thead", {}, html("tr", {}, ...["fold", "recipe", "gamma", "C", "graphs tested", "accuracy"].map((name) => html("th", { scope: "col" }, name)))),
    html("tbody", {}, ...run.fold.map(([recipe, gamma, c, tested, accuracy], k) => html("tr", {}, ...[k + 1, recipe, gamma, c, tested, percent(accuracy)].map((text) => html("td", {}, String(text)))))));
}
