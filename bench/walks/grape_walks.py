"""GRAPE's walks (Rust; package ensmallen): from every node, as often as makes half a million."""
import importlib.metadata

import peer

import ensmallen

graph = peer.graph_of_arguments()
weights = {"weights_column_number": 2} if graph.weighted else {}
loaded = ensmallen.Graph.from_csv(
    edge_path=graph.path, edge_list_separator="\t", edge_list_header=False, sources_column_number=0,
    destinations_column_number=1, edge_list_numeric_node_ids=True, directed=False, verbose=False, **weights)
rounds = max(1, 500_000 // loaded.get_number_of_nodes())


def draw():
    return loaded.complete_walks(walk_length=peer.STEPS + 1, iterations=rounds)


walks = draw()
peer.check(walks[0], lambda node: loaded.get_neighbour_node_ids_from_node_id(int(node)))
peer.report("GRAPE", importlib.metadata.version("ensmallen"), graph, draw, len(walks))
