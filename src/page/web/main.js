// Puts the page together.
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
