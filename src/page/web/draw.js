// Drawings of graphs from packed places, and marks of classes.
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const valueOf = Object.fromEntries([...letters].map((letter, value) => [letter, value]));
function unpackPairs(text) {
  const values = [];
  for (let i = 0; i < (text ?? "").length; i += 2) values.push(64 * valueOf[text[i]] + valueOf[text[i + 1]]);
  return values;
}
// -1 .. 1 for each node.
const unpackValues = (text) => [...(text ?? "")].map((letter) => (valueOf[letter] - 31) / 31);

function unpack(drawing) {
  if (drawing.x) return drawing;
  const places = unpackPairs(drawing.p), ends = unpackPairs(drawing.e);
  drawing.x = places.filter((_, i) => i % 2 === 0);
  drawing.y = places.filter((_, i) => i % 2 === 1);
  drawing.ends = Array.from({ length: ends.length / 2 }, (_, i) => [ends[2 * i], ends[2 * i + 1]]);
  drawing.label = unpackPairs(drawing.l);
  drawing.bond = unpackPairs(drawing.b);
  drawing.next = drawing.x.map(() => []);
  for (const [a, b] of drawing.ends) { drawing.next[a].push(b); drawing.next[b].push(a); }
  return drawing;
}

// Most of the distances between a node and the nearest other one are at least this.
function usualGap(g) {
  if (g.gap !== undefined) return g.gap;
  const gaps = g.x.map((x, i) => {
    let least = Infinity;
    for (let j = 0; j < g.x.length; ++j) if (j !== i) least = Math.min(least, (g.x[j] - x) ** 2 + (g.y[j] - g.y[i]) ** 2);
    return Math.sqrt(least);
  }).sort((a, b) => a - b);
  return g.gap = g.x.length < 2 ? 4095 : gaps[Math.floor(gaps.length / 8)];
}

const circlePath = (x, y, r) => `M${(x - r).toFixed(1)} ${y.toFixed(1)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

// The marks of classes: shapes as well as colours.
function markPath(c, r) {
  switch (Math.floor(c / 8) % 2 === 0 ? c % 4 : (c + 1) % 4) {
    case 0: return circlePath(0, 0, r);
    case 1: return `M${-r} ${-r}h${2 * r}v${2 * r}h${-2 * r}z`;
    case 2: return `M0 ${-1.25 * r}L${1.2 * r} ${0.9 * r}H${-1.2 * r}z`;
    default: return `M0 ${-1.35 * r}L${1.35 * r} 0L0 ${1.35 * r}L${-1.35 * r} 0z`;
  }
}
const mark = (c, r = 5) => svg("path", { d: markPath(c, r), class: `pt c${c % 8}` });

// A bond: its lines as [shift to the side, dashed], at the side where more neighbours are.
function bondLines(g, a, b, bond, gap, px, py) {
  if (bond === 0 || bond === undefined) return [[0, false]];
  if (bond === 2) return [[-gap, false], [0, false], [gap, false]];
  if (bond === 1 && (g.next[a].length === 1 || g.next[b].length === 1)) return [[-gap / 2, false], [gap / 2, false]];
  const length = Math.hypot(px[b] - px[a], py[b] - py[a]) || 1;
  const sx = -(py[b] - py[a]) / length, sy = (px[b] - px[a]) / length;
  let side = 0;
  for (const end of [a, b]) for (const other of g.next[end]) if (other !== a && other !== b) side += (px[other] - px[a]) * sx + (py[other] - py[a]) * sy;
  return [[0, false], [side < 0 ? -gap : gap, bond === 3]];
}

function noteOf(g, node, value) {
  const name = g.n ? g.n[node] : String((g.o ?? 0) + node);
  const label = g.label.length ? `: ${data.labels[g.label[node]][0]}` : "";
  return `node ${name}${label}${value === undefined ? "" : `, ${signed(value)}`}`;
}

// options: values (-1 .. 1 by node), scale (of the values), notes (titles of nodes), label (for screen readers).
function drawGraph(i, size, options = {}) {
  const packed = graphs[i].g;
  if (!packed) return html("span", { class: "nodraw" }, `${counted(graphs[i].n, "node")}: too many to draw here`);
  const g = unpack(packed), count = g.x.length, values = options.values;
  const margin = size / 12, fit = (size - 2 * margin) / 4095;
  const scale = fit * Math.min(1, (g.m ? 46 : 60) * (size > 250 ? 1.5 : 1) / (g.s * fit || 1));
  const px = g.x.map((x) => size / 2 + (x - 2047.5) * scale), py = g.y.map((y) => size / 2 + (y - 2047.5) * scale);
  const step = g.s * scale;
  const r = Number(Math.max(1.2, Math.min(g.m ? 0.24 * step : 0.28 * step, size > 250 ? 13 : 8, 0.42 * usualGap(g) * scale)).toFixed(2));
  // Full drawings are as high as they have to be.
  const top = options.notes ? Math.max(0, Math.min(...py) - 1.4 * margin) : 0, height = size - 2 * top;
  const root = svg("svg", { viewBox: `0 ${top.toFixed(1)} ${size} ${height.toFixed(1)}`, width: size, height: height.toFixed(1), class: "graph", role: "img", "aria-label": options.label ?? `graph ${graphs[i].id}` });
  const width = Math.max(0.5, Math.min(1.6, step / 14));
  const texts = g.m && r >= 3.4;
  const hidden = (node) => texts && !(data.labels[g.label[node]]?.[0] === "C" && g.next[node].length > 1);
  if (g.m) {
    const gap = Math.max(1.6, 0.09 * step);
    const lines = { solid: "", dashed: "" };
    g.ends.forEach(([a, b], k) => {
      const length = Math.hypot(px[b] - px[a], py[b] - py[a]) || 1, ux = (px[b] - px[a]) / length, uy = (py[b] - py[a]) / length;
      const from = hidden(a) ? 1.15 * r : 0, to = hidden(b) ? 1.15 * r : 0;
      for (const [shift, dashed] of bondLines(g, a, b, g.bond[k], gap, px, py)) {
        const cut = shift !== 0 && Math.abs(shift) === gap ? 0.1 * step : 0, x = -uy * shift, y = ux * shift;
        lines[dashed ? "dashed" : "solid"] += `M${(px[a] + ux * (from + cut) + x).toFixed(1)} ${(py[a] + uy * (from + cut) + y).toFixed(1)}` +
          `L${(px[b] - ux * (to + cut) + x).toFixed(1)} ${(py[b] - uy * (to + cut) + y).toFixed(1)}`;
      }
    });
    root.append(svg("path", { d: lines.solid, stroke: "currentColor", "stroke-width": width, fill: "none" }));
    if (lines.dashed) root.append(svg("path", { d: lines.dashed, stroke: "currentColor", "stroke-width": width, fill: "none", "stroke-dasharray": "3 2" }));
  } else {
    let lines = "", heads = "";
    for (const [a, b] of g.ends) {
      if (a === b) { lines += circlePath(px[a], py[a] - 1.6 * r, 1.3 * r); continue; }
      lines += `M${px[a].toFixed(1)} ${py[a].toFixed(1)}L${px[b].toFixed(1)} ${py[b].toFixed(1)}`;
      if (g.d) {
        const length = Math.hypot(px[b] - px[a], py[b] - py[a]) || 1, ux = (px[b] - px[a]) / length, uy = (py[b] - py[a]) / length, h = Math.max(3, r);
        const tx = px[b] - ux * r, ty = py[b] - uy * r;
        heads += `M${tx.toFixed(1)} ${ty.toFixed(1)}L${(tx - ux * h - uy * h / 2).toFixed(1)} ${(ty - uy * h + ux * h / 2).toFixed(1)}L${(tx - ux * h + uy * h / 2).toFixed(1)} ${(ty - uy * h - ux * h / 2).toFixed(1)}z`;
      }
    }
    root.append(svg("path", { d: lines, stroke: "currentColor", "stroke-width": width, "stroke-opacity": g.ends.length > 250 ? 0.35 : 0.6, fill: "none" }));
    if (heads) root.append(svg("path", { d: heads, fill: "currentColor", "fill-opacity": 0.7 }));
  }
  drawNodes(root, g, px, py, r, options);
  if (texts) {
    for (let node = 0; node < count; ++node) {
      if (!hidden(node) || !g.label.length) continue;
      const [name, colour] = data.labels[g.label[node]];
      const text = svg("text", { x: px[node].toFixed(1), y: (py[node] + 0.62 * r).toFixed(1), "text-anchor": "middle", "font-size": (1.75 * r).toFixed(1),
        fill: values ? "currentColor" : colour || "currentColor", "pointer-events": "none" }, name);
      root.append(text);
    }
  }
  return root;
}

function drawNodes(root, g, px, py, r, options) {
  const values = options.values, count = px.length;
  if (values || options.notes) {
    for (let node = 0; node < count; ++node) {
      const value = values ? values[node] ?? 0 : 0;
      const kind = !values ? (g.m ? "none" : `c${(g.label[node] ?? 0) % 8}`) : value > 0 ? "for" : value < 0 ? "against" : "none";
      const bare = kind === "none" && g.m;
      root.append(svg("circle", { cx: px[node].toFixed(1), cy: py[node].toFixed(1), r: g.m ? (1.5 * r).toFixed(1) : r, class: kind,
        "fill-opacity": bare ? 0 : values && value !== 0 ? Math.max(0.12, Math.abs(value)).toFixed(2) : 1,
        stroke: g.m ? null : "currentColor", "stroke-width": g.m ? null : 0.6, "stroke-opacity": 0.6 },
      options.notes ? svg("title", {}, noteOf(g, node, options.scale === undefined ? undefined : value * options.scale)) : null));
    }
    return;
  }
  if (g.m) return;
  const paths = new Map();
  for (let node = 0; node < count; ++node) {
    const label = (g.label[node] ?? 0) % 8;
    paths.set(label, (paths.get(label) ?? "") + circlePath(px[node], py[node], r));
  }
  for (const [label, d] of paths) root.append(svg("path", { d, class: `c${label}` }));
}

// A graph as a button that opens its evidence.
function card(i, options = {}, ...lines) {
  const g = graphs[i];
  return html("button", { type: "button", class: `card${isError(i) ? " error" : ""}`, "data-graph": i, click: () => openEvidence(i),
    "aria-label": `Graph ${g.id}, ${inWords(i)}${lines.length ? ", " + lines.join(", ") : ""}: open its evidence` },
  drawGraph(i, 120, options), html("span", {}, g.id), html("small", {}, isError(i) ? `${className(g.c)} \u2192 ${className(g.p)}` : className(g.c)),
  ...lines.map((line) => html("small", {}, line)));
}
