// Small plots: histograms by class, and the learning curve.
const plotWidth = 420, plotHeight = 230, plotLeft = 44, plotBottom = 34, plotTop = 12, plotRight = 12;

function ticks(low, high, most) {
  const raw = (high - low) / most || 1, power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= raw);
  const found = [];
  for (let value = Math.ceil(low / step - 1e-9) * step; value <= high + 1e-9 * step; value += step) found.push(Number(value.toPrecision(10)));
  return found;
}

// Bounds of bins: whole numbers if there are few, equal widths, or doubling widths for long tails.
function binBounds(values, whole) {
  const sorted = [...values].sort((a, b) => a - b), low = sorted[0], high = sorted[sorted.length - 1];
  const median = sorted[Math.floor(sorted.length / 2)];
  if (high > 8 * Math.max(median, 1)) {
    const bounds = [Math.min(low, 1)];
    while (bounds[bounds.length - 1] <= high) bounds.push(Math.max(1, bounds[bounds.length - 1]) * 2);
    return { bounds, doubling: true };
  }
  const step = whole ? Math.max(1, Math.ceil((high - low + 1) / 24)) : (high - low || 1) / 20;
  const bounds = [];
  for (let k = 0; ; ++k) {
    bounds.push(low + k * step);
    if (bounds[k] > high) break;
  }
  return { bounds, doubling: false };
}

function histogram(name, valueOf_, whole) {
  const figure = html("figure", {}, html("figcaption", {}, name));
  const values = shown.map(valueOf_);
  if (!values.length) return fill(figure, {}, [html("p", { class: "hint" }, "No graph is shown.")]);
  const { bounds, doubling } = binBounds(values, whole), bins = bounds.length - 1;
  const counts = Array.from({ length: bins }, () => classes.map(() => 0));
  shown.forEach((i, k) => {
    let bin = 0;
    while (bin < bins - 1 && values[k] >= bounds[bin + 1]) ++bin;
    ++counts[bin][graphs[i].c];
  });
  const most = Math.max(...counts.map((bin) => bin.reduce((a, b) => a + b, 0)));
  const x = (k) => plotLeft + k * (plotWidth - plotLeft - plotRight) / bins, y = (v) => plotHeight - plotBottom - v * (plotHeight - plotBottom - plotTop) / most;
  const sorted = [...values].sort((a, b) => a - b);
  const plot = svg("svg", { viewBox: `0 0 ${plotWidth} ${plotHeight}`, class: "plot", role: "img",
    "aria-label": `${name}: from ${short(sorted[0])} to ${short(sorted[sorted.length - 1])}, median ${short(sorted[Math.floor(sorted.length / 2)])}` });
  for (const value of ticks(0, most, 4).filter(Number.isInteger)) {
    plot.append(svg("line", { x1: plotLeft, x2: plotWidth - plotRight, y1: y(value), y2: y(value), class: "axis" }), svg("text", { x: plotLeft - 6, y: y(value) + 4, "text-anchor": "end" }, String(value)));
  }
  const every = Math.ceil(bins / 6);
  counts.forEach((bin, k) => {
    let from = 0;
    bin.forEach((count, c) => {
      if (!count) return;
      const range = doubling || !whole || bounds[k + 1] - bounds[k] > 1 ? `${short(bounds[k])} to ${short(bounds[k + 1])}` : short(bounds[k]);
      plot.append(svg("rect", { x: x(k) + 0.5, width: Math.max(1, x(k + 1) - x(k) - 1), y: y(from + count), height: y(from) - y(from + count), class: `c${c % 8}` },
        svg("title", {}, `${range}: ${counted(count, "graph")} of class ${className(c)}`)));
      from += count;
    });
    if (k % every === 0) plot.append(svg("text", { x: doubling || !whole ? x(k) : (x(k) + x(k + 1)) / 2, y: plotHeight - plotBottom + 16, "text-anchor": "middle" }, short(bounds[k])));
  });
  figure.append(plot);
  return figure;
}

function curvePlot() {
  const points = data.curve, [accuracy, , , majority, sizes] = data.summary;
  const lows = points.map(([, mean, deviation]) => mean - deviation), highs = points.map(([, mean, deviation]) => mean + deviation);
  const low = Math.max(0, Math.min(...lows, majority, sizes) - 0.02), high = Math.min(1, Math.max(...highs, accuracy) + 0.02);
  const width = 640, height = 320, most = points[points.length - 1][0], least = points[0][0];
  const x = (n) => plotLeft + 8 + (Math.log(n / least) / Math.log(most / least || 2)) * (width - plotLeft - plotRight - 100);
  const y = (v) => height - 44 - (Math.min(Math.max(v, low), high) - low) / (high - low) * (height - 44 - plotTop);
  const plot = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "plot", role: "img",
    "aria-label": "Accuracy by number of training graphs: " + points.map(([n, mean, deviation]) => `${n}: ${percent(mean)} plus or minus ${percent(deviation)}`).join(", ") });
  for (const value of ticks(low, high, 5)) {
    plot.append(svg("line", { x1: plotLeft, x2: width - plotRight, y1: y(value), y2: y(value), class: "axis" }), svg("text", { x: plotLeft - 6, y: y(value) + 4, "text-anchor": "end" }, percent(value, 0)));
  }
  const up = points.map(([n], k) => `${x(n).toFixed(1)} ${y(highs[k]).toFixed(1)}`), down = points.map(([n], k) => `${x(n).toFixed(1)} ${y(lows[k]).toFixed(1)}`).reverse();
  plot.append(svg("path", { d: `M${[...up, ...down].join("L")}z`, class: "band" }));
  const names = [[majority, "largest class"], [sizes, "sizes alone"]];
  const apart = Math.abs(y(majority) - y(sizes)) < 14 ? (majority > sizes ? -7 : 7) : 0;
  names.forEach(([value, name], k) => plot.append(svg("line", { x1: plotLeft, x2: width - 100, y1: y(value), y2: y(value), class: "base" }),
    svg("text", { x: width - 94, y: y(value) + 4 + (k === 0 ? apart : -apart) }, name)));
  plot.append(svg("path", { d: `M${points.map(([n, mean]) => `${x(n).toFixed(1)} ${y(mean).toFixed(1)}`).join("L")}`, class: "curve" }));
  for (const [n, mean, deviation] of points) {
    plot.append(svg("circle", { cx: x(n), cy: y(mean), r: 4.5, class: "c0" }, svg("title", {}, `${n} training graphs: ${percent(mean)} \u00b1 ${percent(deviation)}`)),
      svg("text", { x: x(n), y: height - 26, "text-anchor": "middle" }, String(n)));
  }
  plot.append(svg("text", { x: (plotLeft + width - 100) / 2, y: height - 6, "text-anchor": "middle" }, "training graphs"));
  return plot;
}
