// Keeps the colours of a page those of the reader: of the system, or chosen; light on paper.
const themeChoice = document.getElementById("theme");
const dark = matchMedia("(prefers-color-scheme: dark)");
let printing = false;
function applyTheme() {
  const wanted = themeChoice.value;
  document.documentElement.dataset.theme = printing ? "light" : wanted || (dark.matches ? "dark" : "light");
}
dark.addEventListener("change", applyTheme);
addEventListener("beforeprint", () => { printing = true; applyTheme(); });
addEventListener("afterprint", () => { printing = false; applyTheme(); });
themeChoice.addEventListener("change", applyTheme);
applyTheme();
