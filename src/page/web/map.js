// The map: a mark per graph, the graph under the pointer, selection by box and lasso, and movement by keys.
const map = { box: byId("map"), root: null, x: [], y: [], marks: [], rings: [], here: null, at: null, kind: "tsne", tool: "box", drag: null, width: 0, height: 0 };

function buildMap() {
  map.root = svg("svg", { "aria-hidden": "true" });
  const order = graphs.map((_, i) => i).sort((a, b) => isError(a) - isError(b) || a - b);  // errors on top
  const radius = graphs.length > 800 ? 3.6 : graphs.length > 300 ? 4.5 : 5.5;
  for (const i of order) {
    map.marks[i] = svg("path", { d: markPath(graphs[i].c, radius), class: `pt c${graphs[i].c % 8}` });
    map.rings[i] = isError(i) ? svg("circle", { r: radius + 3, class: "ring" }) : null;
    map.root.append(map.marks[i]);
    if (map.rings[i]) map.root.append(map.rings[i]);
  }
  map.here = svg("circle", { r: radius + 6, class: "here", visibility: "hidden" });
  map.lasso = svg("path", { class: "drag", visibility: "hidden" });
  map.root.append(map.here, map.lasso);
  map.box.append(map.root);
  new ResizeObserver(placeMarks).observe(map.box);
  map.box.addEventListener("pointermove", onMove);
  map.box.addEventListener("pointerdown", onDown);
  map.box.addEventListener("pointerup", onUp);
  map.box.addEventListener("pointercancel", () => endDrag());
  map.box.addEventListener("keydown", onKey);
  for (const input of document.querySelectorAll("input[name=map]")) input.addEventListener("change", () => { map.kind = input.value; placeMarks(); });
  for (const input of document.querySelectorAll("input[name=tool]")) input.addEventListener("change", () => { map.tool = input.value; });
  watchers.push(dimMarks);
  placeMarks();
}

function placeMarks() {
  const { clientWidth: width, clientHeight: height } = map.box;
  if (!width || !height) return;
  const places = data[map.kind], margin = 18;
  let right = 0, bottom = 0;
  for (let i = 0; i < places.length; i += 2) { right = Math.max(right, places[i]); bottom = Math.max(bottom, places[i + 1]); }
  const unit = Math.min((width - 2 * margin) / (right || 1), (height - 2 * margin) / (bottom || 1));
  const left = (width - right * unit) / 2, top = (height - bottom * unit) / 2;
  map.root.setAttribute("viewBox", `0 0 ${width} ${height}`);
  graphs.forEach((_, i) => {
    map.x[i] = left + places[2 * i] * unit;
    map.y[i] = top + places[2 * i + 1] * unit;
    const move = `translate(${map.x[i].toFixed(1)} ${map.y[i].toFixed(1)})`;
    map.marks[i].setAttribute("transform", move);
    map.rings[i]?.setAttribute("transform", move);
  });
  if (map.at !== null) moveTo(map.at);
}

function dimMarks() {
  graphs.forEach((_, i) => {
    const off = !passes(i);
    map.marks[i].classList.toggle("off", off);
    map.rings[i]?.classList.toggle("off", off);
  });
}

// The nearest graph that is shown, within reach of the pointer.
function nearestTo(x, y, reach) {
  let best = null, least = reach * reach;
  for (const i of shown) {
    const distance = (map.x[i] - x) ** 2 + (map.y[i] - y) ** 2;
    if (distance < least) { least = distance; best = i; }
  }
  return best;
}

function moveTo(i) {
  map.at = i;
  map.here.setAttribute("visibility", "visible");
  map.here.setAttribute("cx", map.x[i]);
  map.here.setAttribute("cy", map.y[i]);
}

function glance(i) {
  if (i === map.at && byId("glance").dataset.graph === String(i)) return;
  moveTo(i);
  const g = graphs[i], panel = byId("glance");
  panel.dataset.graph = i;
  panel.replaceChildren(html("h3", {}, g.id), drawGraph(i, 220, { label: `drawing of graph ${g.id}` }),
    html("p", {}, `${inWords(i)}; ${counted(g.n, "node")}, ${counted(g.e, "edge")}`), html("p", { class: "hint" }, "Nearest graphs"),
    html("ul", {}, ...g.near.map(([other, distance]) => html("li", {}, `${graphs[other].id} (${inWords(other)}), distance ${distance.toFixed(2)}`))));
}

const pointIn = (event) => { const box = map.box.getBoundingClientRect(); return [event.clientX - box.left - map.box.clientLeft, event.clientY - box.top - map.box.clientTop]; };

function onMove(event) {
  const [x, y] = pointIn(event);
  if (map.drag) {
    map.drag.push([x, y]);
    const [[x0, y0]] = map.drag;
    map.lasso.setAttribute("visibility", "visible");
    map.lasso.setAttribute("d", map.tool === "lasso" ? `M${map.drag.map((point) => point.join(" ")).join("L")}z` : `M${x0} ${y0}H${x}V${y}H${x0}z`);
    return;
  }
  const found = nearestTo(x, y, 22);
  if (found !== null) glance(found);
}

function onDown(event) {
  if (event.button !== 0) return;
  map.drag = [pointIn(event)];
  map.box.setPointerCapture?.(event.pointerId);
}

function endDrag() {
  map.drag = null;
  map.lasso.setAttribute("visibility", "hidden");
}

function insideLasso(path, x, y) {
  let inside = false;
  for (let k = 0, before = path.length - 1; k < path.length; before = k++) {
    const [x1, y1] = path[k], [x2, y2] = path[before];
    if (y1 > y !== y2 > y && x < (x2 - x1) * (y - y1) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}

function onUp(event) {
  if (!map.drag) return;
  const path = map.drag, [x0, y0] = path[0], [x, y] = pointIn(event);
  endDrag();
  const far = Math.max(...path.map(([px, py]) => Math.hypot(px - x0, py - y0)), Math.hypot(x - x0, y - y0));
  if (far < 6) {
    const found = nearestTo(x, y, 22);
    if (found !== null) { glance(found); openEvidence(found); }
    return;
  }
  path.push([x, y]);
  const test = map.tool === "lasso" ? (i) => insideLasso(path, map.x[i], map.y[i])
    : (i) => map.x[i] >= Math.min(x0, x) && map.x[i] <= Math.max(x0, x) && map.y[i] >= Math.min(y0, y) && map.y[i] <= Math.max(y0, y);
  const chosen = new Set(graphs.map((_, i) => i).filter((i) => (filter.truth === null || graphs[i].c === filter.truth) && (filter.predicted === null || graphs[i].p === filter.predicted) && test(i)));
  setFilter({ chosen: chosen.size ? chosen : null });
}

function onKey(event) {
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  if (event.key === "Escape") setFilter({ chosen: null });
  if (event.key === "Enter" && map.at !== null) {
    event.preventDefault();  // or the same key would close the dialog, whose button has the focus then
    openEvidence(map.at);
  }
  const step = steps[event.key];
  if (!step || !shown.length) return;
  event.preventDefault();
  if (map.at === null || !passes(map.at)) return glance(shown[0]);
  let best = null, least = Infinity;
  for (const i of shown) {
    const dx = map.x[i] - map.x[map.at], dy = map.y[i] - map.y[map.at];
    const along = dx * step[0] + dy * step[1], aside = Math.abs(dx * step[1]) + Math.abs(dy * step[0]);
    if (i === map.at || along <= 0 || aside > 2 * along) continue;
    if (along + aside < least) { least = along + aside; best = i; }
  }
  if (best !== null) glance(best);
}
