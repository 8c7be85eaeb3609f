"""The page of `awe report` and `aw.report`, in a real browser: Debian's Chromium, driven by Playwright.

Every control is used; what the page shows is compared with its data; it must make no request and log nothing.
"""

import json
import os
import re
import shutil
import time

import pytest

import anonymous_walks as aw

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

HOSTILE = [
    "</script><script>document.documentElement.dataset.hacked=1</script>",
    "\"'><img src=x onerror=document.documentElement.dataset.hacked=1>",
    "<!--<b>&lt;{{data}}",
]


def data_of(html):
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', html, re.S)[1])


@pytest.fixture(scope="module")
def chromium():
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        sync_playwright = None
    if sync_playwright is None or CHROMIUM is None:
        why = "Chromium and the package playwright are needed to look at pages (scripts/setup, python/requirements.txt)"
        pytest.fail(why) if os.environ.get("CI") else pytest.skip(why)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    """A page of graphs of three classes whose names, ids and labels try to be markup."""
    graphs = []
    for i in range(45):
        kind, n = i % 3, 6 + i // 3 % 5
        ring, star = [(j, (j + 1) % n) for j in range(n)], [(0, j) for j in range(1, n)]
        edges = [ring, star, ring[:-1]][kind]
        if i % 7 == 0:  # to be taken for another class
            edges = ring if kind == 1 else star
        graphs.append(
            aw.Graph(
                edges,
                num_nodes=n,
                node_labels=[HOSTILE[j % 2] for j in range(n)],
                name=f"{HOSTILE[kind]} {i}",
                class_name=HOSTILE[kind],
            )
        )
    page = aw.report(graphs, folds=5, title=HOSTILE[0], random_state=1)
    path = tmp_path_factory.mktemp("report") / "hostile.html"
    page.save(path)
    return path


@pytest.fixture(scope="module")
def mutag(data, awe, tmp_path_factory):
    path = tmp_path_factory.mktemp("report") / "mutag.html"
    awe("report", data / "MUTAG.zip", "-o", path, "--node-names", "0=C,1=N,2=O,3=F,4=I,5=Cl,6=Br",
        "--edge-names", "0=aromatic,1=single,2=double,3=triple")  # fmt: skip
    return path


class Opened:
    """A page that is open, what it logged and what it asked for."""

    def __init__(self, browser, path, **context):
        self.data = data_of(path.read_text())
        self.context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, "offline": True, **context})
        self.page = self.context.new_page()
        self.logged, self.requests = [], []
        self.page.on("console", lambda message: self.logged.append(message.text))
        self.page.on("pageerror", lambda error: self.logged.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        began = time.monotonic()
        self.page.goto(path.as_uri())
        self.page.wait_for_selector("html[data-ready]", state="attached")
        self.seconds = time.monotonic() - began

    def check_and_close(self):
        assert self.page.evaluate("document.documentElement.dataset.hacked") is None
        assert self.logged == []
        assert len(self.requests) == 1, "the page itself, and nothing else"
        self.context.close()

    def text(self, selector):
        return self.page.locator(selector).inner_text()

    def shown(self):
        return int(re.search(r"Showing (?:all )?(\d+)", self.text("#filter-text"))[1])

    def places(self):
        """Places of the graphs on the map, in pixels of the window."""
        return self.page.evaluate(
            """() => {
              const box = document.querySelector('#map svg'), from = box.getBoundingClientRect();
              return [...box.querySelectorAll('path.pt')].map((mark) => {
                const { e, f } = mark.transform.baseVal.consolidate().matrix;
                return [from.x + e, from.y + f];
              });
            }"""
        )

    def order(self):
        """The graphs in the order of their marks: errors are above the others."""
        graphs = self.data["graphs"]
        return sorted(range(len(graphs)), key=lambda i: (graphs[i]["c"] != graphs[i]["p"], i))


@pytest.fixture(scope="module", params=["hostile", "mutag"])
def path(request):
    return request.getfixturevalue(request.param)


def test_the_page_says_what_its_data_say(chromium, path):
    view = Opened(chromium, path)
    data, graphs = view.data, view.data["graphs"]
    assert view.text("#sentence") == " ".join(data["sentence"].split())
    right = sum(g["c"] == g["p"] for g in graphs)
    assert data["summary"][0] == pytest.approx(right / len(graphs), abs=0.02)
    cells = view.page.locator("#confusion tbody td").all_inner_texts()
    expected = []
    for c in range(len(data["classes"])):
        row = [sum(g["c"] == c and g["p"] == p for g in graphs) for p in range(len(data["classes"]))]
        expected += [*row, sum(row)]
    assert [int(cell) for cell in cells] == expected
    assert view.page.locator("#map path.pt").count() == len(graphs)
    assert view.page.locator("#map circle.ring").count() == len(graphs) - right
    assert view.page.locator("h1").inner_text() == " ".join(data["title"].split())
    assert data["run"]["version"] == aw.__version__
    assert aw.__version__ in view.text("#run")
    view.check_and_close()


def test_cells_filter_everything_below(chromium, path):
    view = Opened(chromium, path)
    graphs = view.data["graphs"]
    for button in view.page.locator("#confusion button").all():
        button.click()
        assert button.get_attribute("aria-pressed") == "true"
        shown = int(button.inner_text())
        assert view.shown() == shown
        assert view.page.locator("#map path.pt:not(.off)").count() == shown
        assert view.page.locator("#list .card").count() == min(shown, 24)
        assert view.page.locator("#outliers .card").count() == min(shown, 12)
        assert f"of the {shown} shown" in view.text("#walks")
        if shown:
            assert view.page.locator("#sizes rect").count() > 0
        else:
            assert "No graph is shown." in view.text("#sizes")
    view.page.locator("#filter-clear").click()
    assert view.shown() == len(graphs)
    assert not view.page.locator("#filter-clear").is_visible()
    view.page.locator("#confusion button").first.click()
    view.page.locator("#confusion button").first.click()
    assert view.shown() == len(graphs), "the same cell again shows all"
    view.check_and_close()


def test_lists_grow_and_cards_open_evidence(chromium, path):
    view = Opened(chromium, path)
    graphs = view.data["graphs"]
    view.page.locator("#list-more").click()
    assert view.page.locator("#list .card").count() == min(len(graphs), 72)
    for selector in ("#list .card", "#walks .card", "#outliers .card"):
        card = view.page.locator(selector).first
        i = int(card.get_attribute("data-graph"))
        card.click()
        assert view.page.locator("#dialog").is_visible()
        assert view.text("#dialog-title") == " ".join(f"Graph {graphs[i]['id']}".split())
        circles = view.page.locator("#dialog .evidence svg circle")
        assert circles.count() == graphs[i]["n"]
        assert circles.first.locator("title").text_content().startswith(f"node {graphs[i]['g'].get('o', 0)}: ")
        cells = view.page.locator("#dialog table").first.locator("td:last-child").all_inner_texts()
        numbers = [float(text.replace("\u2212", "-")) for text in cells]
        assert sum(numbers[:3]) == pytest.approx(numbers[3], abs=0.003), "bias, nodes and the rest are the decision"
        neighbour = view.page.locator("#dialog .cards .card").first
        other = int(neighbour.get_attribute("data-graph"))
        assert other == graphs[i]["near"][0][0]
        neighbour.click()
        assert view.text("#dialog-title") == " ".join(f"Graph {graphs[other]['id']}".split())
        view.page.locator("#dialog-close").click()
        assert not view.page.locator("#dialog").is_visible()
    view.check_and_close()


def test_the_pointer_finds_the_nearest_graph(chromium, path):
    view = Opened(chromium, path)
    view.page.locator("#map").scroll_into_view_if_needed()
    for kind in ("tsne", "pca"):
        view.page.locator(f"input[name=map][value={kind}]").check()
        places, order = view.places(), view.order()
        for k in range(0, len(places), max(1, len(places) // 12)):
            x, y = places[k][0] + 1.5, places[k][1] - 1
            view.page.mouse.move(x, y)
            found = int(view.page.locator("#glance").get_attribute("data-graph"))
            distance = {i: (places[at][0] - x) ** 2 + (places[at][1] - y) ** 2 for at, i in enumerate(order)}
            assert distance[found] == pytest.approx(min(distance.values()), abs=1e-6)
            graph = view.data["graphs"][found]
            assert view.page.locator("#glance h3").inner_text() == " ".join(graph["id"].split())
            assert view.page.locator("#glance li").count() == len(graph["near"])
    k = len(places) // 2
    view.page.mouse.click(*places[k])
    assert view.page.locator("#dialog").is_visible()
    view.page.keyboard.press("Escape")
    assert not view.page.locator("#dialog").is_visible()
    view.check_and_close()


@pytest.mark.parametrize("tool", ["box", "lasso"])
def test_dragging_selects(chromium, path, tool):
    view = Opened(chromium, path)
    view.page.locator("#map").scroll_into_view_if_needed()
    view.page.locator(f"input[name=tool][value={tool}]").check()
    box = view.page.locator("#map").bounding_box()
    x0, y0, x1, y1 = box["x"] + 3, box["y"] + 3, box["x"] + box["width"] / 2, box["y"] + box["height"] - 3
    view.page.mouse.move(x0, y0)
    view.page.mouse.down()
    for x, y in ((x1, y0), (x1, y1), (x0, y1)) if tool == "lasso" else ((x1, y1),):
        view.page.mouse.move(x, y, steps=4)
    view.page.mouse.up()
    inside = sum(x0 <= x <= x1 and y0 <= y <= y1 for x, y in view.places())
    assert 0 < inside < len(view.data["graphs"])
    assert view.shown() == inside
    assert "selected on the map" in view.text("#filter-text")
    view.page.locator("#map").focus()
    view.page.keyboard.press("Escape")
    assert view.shown() == len(view.data["graphs"])
    view.check_and_close()


def test_the_keyboard_reaches_everything(chromium, path):
    view = Opened(chromium, path)
    view.page.locator("#map").focus()
    seen = set()
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp") * 4:
        view.page.keyboard.press(key)
        seen.add(view.page.locator("#glance").get_attribute("data-graph"))
    assert len(seen) > 2
    view.page.keyboard.press("Enter")
    assert view.page.locator("#dialog").is_visible()
    view.page.keyboard.press("Escape")
    button = view.page.locator("#confusion button").first
    button.focus()
    view.page.keyboard.press("Enter")
    assert view.shown() == int(button.inner_text())
    view.page.keyboard.press("Space")
    assert view.shown() == len(view.data["graphs"])
    view.page.locator("details summary").focus()
    view.page.keyboard.press("Enter")
    assert view.page.locator("#folds tbody tr").count() == view.data["run"]["folds"]
    view.check_and_close()


def test_comparisons_can_be_chosen(chromium, hostile):
    view = Opened(chromium, hostile)
    comparisons = view.data["walks"]["comparisons"]
    assert len(comparisons) == 6, "three classes: each against the rest, and each pair"
    for k, comparison in enumerate(comparisons):
        view.page.locator("#comparison").select_option(str(k))
        assert view.page.locator("#walks .group").count() == len(comparison["groups"])
        if not comparison["groups"]:
            assert "No walk passes" in view.text("#walks")
    view.check_and_close()


@pytest.mark.parametrize("width", [360, 1280, 3840])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_width_and_scheme(chromium, path, width, scheme):
    view = Opened(chromium, path, viewport={"width": width, "height": 800}, color_scheme=scheme)
    page = view.page
    assert page.evaluate("document.documentElement.scrollWidth") <= width, "nothing hangs over the side"
    background = "getComputedStyle(document.documentElement).backgroundColor"
    light, dark = "rgb(255, 255, 255)", "rgb(20, 24, 29)"
    assert page.evaluate(background) == (light if scheme == "light" else dark)
    page.locator("#theme").select_option("light" if scheme == "dark" else "dark")
    assert page.evaluate(background) == (dark if scheme == "light" else light)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate(background) == light
    assert not page.locator("#glance").is_visible()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    view.check_and_close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(chromium, path, scheme):
    axe = pytest.importorskip("axe_playwright_python.base")
    script = axe.AXE_FILE_PATH.read_text()
    view = Opened(chromium, path, color_scheme=scheme, reduced_motion="reduce")
    view.page.evaluate(script)
    for state in ("page", "dialog"):
        if state == "dialog":
            view.page.locator("#list .card").first.click()
        found = view.page.evaluate("axe.run().then((result) => result.violations)")
        serious = [(one["id"], one["nodes"][0]["html"][:200]) for one in found if one["impact"] in ("serious", "critical")]
        assert serious == [], state
    view.context.close()


def test_two_thousand_graphs_are_usable(chromium, tmp_path, awe):
    graphs = tmp_path / "many.jsonl"
    awe("generate", "six-families", "--num-nodes", 12, "--num-edges", 24, "--count", 340, "-o", graphs)
    awe("report", graphs, "--folds", 2, "--features", "aw:3", "-o", tmp_path / "many.html")
    view = Opened(chromium, tmp_path / "many.html")
    assert len(view.data["graphs"]) == 2000
    assert "sample of 2000 graphs of the 2040" in view.text("#sentence")
    view.page.locator("#confusion button").first.click()
    assert view.shown() == int(view.page.locator("#confusion button").first.inner_text())
    view.check_and_close()


@pytest.mark.parametrize("width", [360, 1280, 3840])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_reproduce_writes_its_page_in_the_same_form(chromium, awe, tmp_path, width, scheme):
    awe("reproduce", "figure2", "-o", tmp_path)
    path = tmp_path / "report.html"
    context = chromium.new_context(viewport={"width": width, "height": 800}, offline=True, color_scheme=scheme)
    page, logged, requests = context.new_page(), [], []
    page.on("console", lambda message: logged.append(message.text))
    page.on("request", lambda request: requests.append(request.url))
    page.goto(path.as_uri())
    assert page.locator("h1").inner_text() == "The paper's results, run again"
    assert page.locator("figure svg").count() == 1 and page.locator("tbody tr").count() > 5
    assert "877" in page.locator("tbody").first.inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= width, "nothing hangs over the side"
    background = "getComputedStyle(document.documentElement).backgroundColor"
    assert page.evaluate(background) == ("rgb(255, 255, 255)" if scheme == "light" else "rgb(20, 24, 29)")
    page.locator("#theme").select_option("light" if scheme == "dark" else "dark")
    assert page.evaluate(background) == ("rgb(20, 24, 29)" if scheme == "light" else "rgb(255, 255, 255)")
    page.locator("nav a").first.click()
    assert page.url.endswith("#s1")
    assert logged == [] and len(requests) == 1, "the page itself, and nothing else"
    axe = pytest.importorskip("axe_playwright_python.base")
    page.evaluate(axe.AXE_FILE_PATH.read_text())
    found = page.evaluate("axe.run().then((result) => result.violations)")
    assert [(one["id"], one["nodes"][0]["html"][:200]) for one in found if one["impact"] in ("serious", "critical")] == []
    context.close()


def test_python_and_the_command_make_the_same_page(families, awe, tmp_path):
    aw.write(families, tmp_path / "f.jsonl")
    awe("report", tmp_path / "f.jsonl", "--folds", 4, "--title", "Six families", "-o", tmp_path / "f.html")
    theirs = data_of((tmp_path / "f.html").read_text())
    ours = data_of(aw.report(families, folds=4, title="Six families", random_state=1).html)
    for one in (theirs, ours):
        one["run"].pop("command")
    assert ours == theirs


def test_notebooks_show_the_page_inline(families, chromium, tmp_path):
    report = aw.report(families, folds=4, recipe="structure", n_jobs=1)
    assert repr(report).startswith("<Report: ")
    (tmp_path / "notebook.html").write_text(f"<!doctype html><title>notebook</title>{report._repr_html_()}")
    page = chromium.new_page()
    page.goto((tmp_path / "notebook.html").as_uri())
    frame = page.frame_locator("iframe")
    frame.locator("html[data-ready]").wait_for(state="attached")
    assert frame.locator("#map path.pt").count() == len(families)
    page.close()


def test_bad_arguments_are_refused(families, tmp_path):
    with pytest.raises(ValueError, match="classes for"):
        aw.report(families, ["a"])
    with pytest.raises(ValueError, match="kernel"):
        aw.report(families, kernel="chi2")
    with pytest.raises(ValueError, match="two graphs per fold"):
        aw.report(families[:8] + families[-4:], folds=10)
    (tmp_path / "there.html").write_text("mine")
    with pytest.raises(FileExistsError):
        aw.Report("<p>").save(tmp_path / "there.html")
