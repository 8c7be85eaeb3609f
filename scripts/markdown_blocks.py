"""The fenced code blocks of a Markdown page, for the scripts that run, extract or renew them."""
import dataclasses
import re


@dataclasses.dataclass
class Block:
    language: str  # "sh", "cpp", "text", ...
    words: list  # what follows the language on the opening line: ["output"], ["file=x.jsonl"]
    text: str  # the lines inside, with line endings
    first: int  # index of the opening line
    last: int  # index of the closing line


def blocks_of(lines):
    """All blocks of a page, given as a list of lines with their line ends."""
    blocks, opening = [], None
    for number, line in enumerate(lines):
        if not line.startswith("```"):
            continue
        if opening is None:
            opening = number
            continue
        language, *words = lines[opening].strip().removeprefix("```").split() or [""]
        blocks.append(Block(language, words, "".join(lines[opening + 1 : number]), opening, number))
        opening = None
    if opening is not None:
        raise ValueError(f"line {opening + 1}: the code block is never closed")
    return blocks


def name_of(page, number):
    """The name of C++ block `number` (from 0) of a page, as a target and a file: docs/reference/cpp.md -> docs_reference_cpp_0."""
    return re.sub(r"[^A-Za-z0-9]+", "_", page.removesuffix(".md")) + f"_{number}"
