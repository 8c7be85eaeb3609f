"""Threads, forks, signals, progress: what a library must not break in a program that uses it."""

import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest

import anonymous_walks as aw

LONG = """
    import signal, sys, time
    signal.signal(signal.SIGINT, signal.default_int_handler)
    import anonymous_walks as aw
    graphs = aw.generate("gnm:nodes=2000,edges=40000", count=4)
    print("ready", flush=True)
    try:
        {call}
        print("done")
    except KeyboardInterrupt:
        print("interrupted", flush=True)
    healthy = aw.embed(aw.generate("cycle:nodes=5"), 3).sum()
    print("healthy", round(healthy, 6), flush=True)
"""
CALLS = {
    "exact": "aw.embed(graphs, 9, method='exact', budget=1e18)",
    "sampled": "aw.embed(graphs, 12, method='sampled', walks=10**10)",
    "one thread": "aw.embed(graphs, 9, method='exact', budget=1e18, n_jobs=1)",
    "nodes": "aw.embed(graphs, 7, method='exact', budget=1e18, level='node')",
    "labelled": "aw.embed(graphs, features='walks(degree):0..8', method='exact', budget=1e18)",
    "training": "aw.AnonymousWalkEmbedding('aw:9', walks=10**10).fit(graphs)",
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_ctrl_c_stops_work_and_leaves_the_interpreter_healthy(call):
    program = textwrap.dedent(LONG).format(call=call)
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    try:
        assert child.stdout.readline() == "ready\n"
        time.sleep(0.7)
        child.send_signal(signal.SIGINT)
        assert child.stdout.readline() == "interrupted\n"
        assert child.stdout.readline() == "healthy 1.0\n"
        assert child.wait(60) == 0
    finally:
        child.kill()
        child.wait()


def test_a_signal_handler_of_the_program_runs_during_work():
    class Alarm(Exception):
        pass

    def sound(*_):
        raise Alarm

    graphs = aw.generate("gnm:nodes=300,edges=3000", count=3)
    before = signal.signal(signal.SIGALRM, sound)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(Alarm):  # the work would take hours
            aw.embed(graphs, 8, method="sampled", walks=10**12, n_jobs=1)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def rows_in_child(graphs, expected, queue):
    queue.put(aw.embed(graphs, 5).tobytes() == expected)


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_forked_children_work(families):
    expected = aw.embed(families, 5).tobytes()  # this process has threads now
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    children = [context.Process(target=rows_in_child, args=(families, expected, queue)) for _ in range(3)]
    for child in children:
        child.start()
    assert [queue.get(timeout=60) for _ in children] == [True] * 3
    for child in children:
        child.join(60)
        assert child.exitcode == 0
    assert aw.embed(families, 5).tobytes() == expected


def test_children_of_children_work(python, families):
    program = """
        import os, anonymous_walks as aw
        graphs = aw.generate_six_families(40, 80, 10)
        expected = aw.embed(graphs, 5).tobytes()
        for _ in range(2):
            child = os.fork()
            if child:
                os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
            assert aw.embed(graphs, 5).tobytes() == expected
        print("equal", flush=True)
        os._exit(0)
    """
    assert python(textwrap.dedent(program)) == "equal\n"


def test_threads_share_graphs_and_embedders(families, molecules):
    embedder = aw.Embedder.fit(molecules, features="walks(node):0..2")
    expected = embedder(molecules).to_numpy().tobytes()
    plain = aw.embed(families, 5).tobytes()
    right = []

    def work():
        for _ in range(5):
            right.append(embedder(molecules).to_numpy().tobytes() == expected)
            right.append(aw.embed(families, 5).tobytes() == plain)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert right == [True] * 40


def test_other_threads_run_during_work():
    counted = 0
    stop = threading.Event()

    def count():
        nonlocal counted
        while not stop.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    before = counted
    aw.embed(aw.generate("gnm:nodes=300,edges=3000", count=3), 8, method="sampled", walks=3_000_000, n_jobs=1)
    during = counted - before
    stop.set()
    thread.join()
    assert during > 5


def test_progress_is_shown(families, capfd):
    pytest.importorskip("tqdm")
    aw.embed(families, 5, verbose=True)
    assert "60/60" in capfd.readouterr().err
    aw.AnonymousWalkFeatures(5, verbose=1).fit_transform(families)
    assert "graphs" in capfd.readouterr().err
    aw.embed(families, 5)
    assert capfd.readouterr() == ("", "")


def test_an_exception_of_a_report_stops_the_work(families):
    graphs = tuple(aw.generate("gnm:nodes=200,edges=2000", count=200))
    embedder = aw.Embedder.fit(graphs[:1], length=8, method="sampled", walks=200_000, n_jobs=1)

    def report(done, total):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        embedder(graphs, report=report)


def test_importing_changes_nothing_elsewhere(python):
    program = """
        import random, signal, sys, warnings, locale
        import numpy
        before = (random.getstate(), numpy.random.get_state()[1].tolist(), signal.getsignal(signal.SIGINT), list(warnings.filters),
                  locale.setlocale(locale.LC_ALL), numpy.geterr())
        import anonymous_walks as aw
        aw.AnonymousWalkFeatures(4).fit_transform(aw.generate("gnm:nodes=30,edges=60", count=5))
        import sklearn
        after = (random.getstate(), numpy.random.get_state()[1].tolist(), signal.getsignal(signal.SIGINT), list(warnings.filters),
                 locale.setlocale(locale.LC_ALL), numpy.geterr())
        print([a == b for a, b in zip(before, after)])
    """
    found = eval(python(textwrap.dedent(program)))
    assert found[:3] == [True] * 3
    assert found[4:] == [True] * 2


def test_limits_are_memory_errors_and_files_os_errors(families, tmp_path):
    with pytest.raises(MemoryError):
        aw.GraphKernel(length=3, memory=10).fit_transform(families)
    with pytest.raises(OSError):
        aw.GraphClassifier.load(tmp_path / "none.awe")
    (tmp_path / "bad.awe").write_bytes(b"no model")
    with pytest.raises(ValueError):
        aw.GraphClassifier.load(tmp_path / "bad.awe")


def test_arguments_are_never_changed(molecules):
    edges = np.array([[0, 1], [1, 2]])
    edges.setflags(write=False)
    weights = np.array([1.0, 2.0])
    weights.setflags(write=False)
    assert aw.Graph(edges, weights=weights).num_edges == 2
    graphs = list(molecules)
    aw.AnonymousWalkFeatures(features="walks(node):0..1").fit_transform(graphs)
    assert all(a is b for a, b in zip(graphs, molecules))


def test_the_command_is_the_program(awe):
    done = subprocess.run([sys.executable, "-m", "anonymous_walks", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == awe("--version") == f"awe {aw.__version__}\n"
    script = os.path.join(os.path.dirname(sys.executable), "awe")
    assert subprocess.run([script, "walks", "--length", "3"], capture_output=True, text=True, check=True).stdout == awe(
        "walks", "--length", "3"
    )
    wrong = subprocess.run([script, "embed"], capture_output=True, text=True, check=False)
    assert wrong.returncode == 2
