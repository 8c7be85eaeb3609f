// Puts the page together, and keeps its colours those of the reader.
const dark = matchMedia("(prefers-color-scheme: dark)");
let printing = false;
function applyTheme() {
  const wanted = byId("theme").value;
  document.documentElement.dataset.theme = printing ? "light" : wanted || (dark.matches ? "dark" : "light");
}
dark.addEventListener("change", applyTheme);
addEventListener("beforeprint", () => { printing = true; applyTheme(); });
addEventListener("afterprint", () => { printing = false; applyTheme(); });
byId("theme").addEventListener("change", applyTheme);
applyTheme();

buildConfusion();
buildFilter();
buildLegend();
buildWalks();
buildMap();
buildCurve();
buildRun();
const sections = [() => { listed = 24; showList(); }, showWalks, showOutliers, showTwins, showSizes];
for (const show of sections) { watchers.push(show); show(); }
glance(0);
byId("list-more").addEventListener("click", () => { listed += 48; showList(); });
byId("dialog-close").addEventListener("click", () => byId("dialog").close());
byId("dialog").addEventListener("click", (event) => { if (event.target === byId("dialog")) byId("dialog").close(); });
document.documentElement.dataset.ready = "yes";
