"""ECFP of scikit-fingerprints (2,048 bits, radius 2), on molecules of RDKit made from the graphs of MUTAG and NCI1.

MUTAG says which label is which element and which bond, so its molecules are written as SMILES and read back (all but two, which have a
carbon with five bonds and stay as they are). NCI1 says neither: its labels become distinct elements, its bonds single ones, and atoms
have no hydrogens, so that ECFP sees what the other contenders see (it hashes atomic numbers; which they are does not matter).
"""

import sys

from rdkit import Chem, rdBase
from skfp.fingerprints import ECFPFingerprint

import protocol

MUTAG_ATOMS = ("C", "N", "O", "F", "I", "Cl", "Br")
MUTAG_BONDS = (Chem.BondType.AROMATIC, Chem.BondType.SINGLE, Chem.BondType.DOUBLE, Chem.BondType.TRIPLE)


def is_mutag(plain):
    return len(plain) == 188


def with_charges(made):
    """MUTAG has no charges, so its nitro groups are N(=O)O: they become [N+](=O)[O-]."""
    for atom in made.GetAtoms():
        if atom.GetSymbol() != "N" or sum(bond.GetBondTypeAsDouble() for bond in atom.GetBonds()) <= 3:
            continue
        ends = [n for n in atom.GetNeighbors() if n.GetSymbol() == "O" and n.GetDegree() == 1]
        single = [o for o in ends if o.GetBonds()[0].GetBondType() == Chem.BondType.SINGLE]
        atom.SetFormalCharge(1)
        if single:
            single[0].SetFormalCharge(-1)
    return made


def mutag_molecule(one):
    made = Chem.RWMol()
    for label in one.node_labels:
        made.AddAtom(Chem.Atom(MUTAG_ATOMS[label]))
    for (u, v), label in zip(one.edges, one.edge_labels):
        made.AddBond(u, v, MUTAG_BONDS[label])
        if label == 0:
            made.GetBondBetweenAtoms(u, v).SetIsAromatic(True)
            for end in (u, v):
                made.GetAtomWithIdx(end).SetIsAromatic(True)
    with rdBase.BlockLogs():
        read = Chem.MolFromSmiles(Chem.MolToSmiles(with_charges(made)))
    return read or unchecked(made)


def unchecked(made):
    """A molecule of which RDKit need not approve."""
    made.UpdatePropertyCache(strict=False)
    Chem.FastFindRings(made)
    return made.GetMol()


def plain_molecule(one):
    made = Chem.RWMol()
    for label in one.node_labels:
        atom = Chem.Atom(6 + label)
        atom.SetNoImplicit(True)
        made.AddAtom(atom)
    for u, v in one.edges:
        made.AddBond(u, v, Chem.BondType.SINGLE)
    return unchecked(made)


def prepare(plain):
    if max(label for one in plain for label in one.node_labels) > 60:
        sys.exit("ECFP is for molecules")
    mutag = is_mutag(plain)
    return [mutag_molecule(one) if mutag else plain_molecule(one) for one in plain], mutag


def describe(prepared):
    molecules, mutag = prepared
    names = {Chem.Atom(symbol).GetAtomicNum(): i for i, symbol in enumerate(MUTAG_ATOMS)}

    def parts():
        for one in molecules:
            atoms = list(one.GetAtoms())
            labels = [names[a.GetAtomicNum()] if mutag else a.GetAtomicNum() - 6 for a in atoms]
            yield len(atoms), one.GetNumBonds(), [a.GetDegree() for a in atoms], labels

    return protocol.facts(parts())


def embed(prepared):
    return ECFPFingerprint(n_jobs=1).transform(prepared[0])
