"""A sample of mutants in one build: each stands behind a number in a copy of the sources, and the environment chooses it.

Run by `scripts/mutants.sh --at-once COUNT PATH`, which installs the parser. Not among the mutants: what stands in constants, constant
functions, macros, patterns and tests, as it could not be chosen while the program runs.
"""

from __future__ import annotations

import os
import random
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import tree_sitter
import tree_sitter_rust

ROOT = Path(__file__).resolve().parents[1]
# Seconds of processor time after which a mutant is taken to loop without end, and what it may allocate.
SECONDS, MEMORY = 90, 6 << 30
SAMPLE_SEED = 20261128
PARSER = tree_sitter.Parser(tree_sitter.Language(tree_sitter_rust.language()))

# What cargo-mutants makes of operators and of bodies by the type that they return.
OPERATORS = {
    "==": ["!="], "!=": ["=="], "<": ["==", ">", "<="], ">": ["==", "<", ">="], "<=": [">"], ">=": ["<"],
    "&&": ["||"], "||": ["&&"], "+": ["-", "*"], "-": ["+", "/"], "*": ["+", "/"], "/": ["%", "*"], "%": ["/", "+"],
    "+=": ["-=", "*="], "-=": ["+=", "/="], "*=": ["+=", "/="], "/=": ["%=", "*="],
}  # fmt: skip
BODIES = {"bool": ["true", "false"], "f64": ["0.0", "1.0", "-1.0"], "usize": ["0", "1"], "": ["()"]}
SKIPPED = {"const_item", "static_item", "attribute_item", "macro_invocation", "array_type", "type_item", "enum_variant"}

CHOICE = """
/// Whether this mutant is chosen.
#[doc(hidden)]
#[inline(always)]
pub fn mutant(number: u32) -> bool {
    static CHOSEN: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    *CHOSEN.get_or_init(|| std::env::var("MUTANT").ok().and_then(|it| it.parse().ok()).unwrap_or(0)) == number
}
"""


@dataclass
class Mutant:
    file: Path
    line: int
    function: str
    change: str
    node: tuple[str, int, int]
    to: str
    number: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}, {self.function}: {self.change}"


def text_of(node: tree_sitter.Node | None, text: bytes) -> str:
    return text[node.start_byte : node.end_byte].decode() if node else ""


def has_let(node: tree_sitter.Node) -> bool:
    return node.type in ("let_condition", "let_chain") or any(map(has_let, node.children))


def is_of_tests(node: tree_sitter.Node, text: bytes) -> bool:
    before = node.prev_named_sibling
    return before is not None and before.type == "attribute_item" and "test" in text_of(before, text)


def changes(node: tree_sitter.Node, text: bytes) -> list[tuple[str, str, tree_sitter.Node]]:
    """What a node can become: the change in words, the new part, and the node that has it."""
    if node.type == "function_item":
        body = node.child_by_field_name("body")
        returned = text_of(node.child_by_field_name("return_type"), text)
        values = ["None"] if returned.startswith("Option<") else BODIES.get(returned, [])
        return [(f"returns {value}", value, body) for value in values if body and body.named_child_count]
    if node.type in ("binary_expression", "compound_assignment_expr") and not has_let(node):
        operator = node.child_by_field_name("operator").type
        return [(f"{operator} to {to}", to, node) for to in OPERATORS.get(operator, [])]
    if node.type == "unary_expression" and node.children[0].type in "!-" and not has_let(node):
        return [(f"without {node.children[0].type}", "", node)]
    return []


def mutants(file: Path, text: bytes, node: tree_sitter.Node, function: str = "") -> Iterator[Mutant]:
    modifiers = [text_of(child, text) for child in node.children if child.type == "function_modifiers"]
    if node.type in SKIPPED or any("const" in words for words in modifiers):
        return
    if node.type in ("mod_item", "function_item") and is_of_tests(node, text):
        return
    if node.type == "function_item":
        function = text_of(node.child_by_field_name("name"), text)
    for change, to, changed in changes(node, text):
        place = node.child_by_field_name("operator") or node
        key = (changed.type, changed.start_byte, changed.end_byte)
        yield Mutant(file, place.start_point[0] + 1, function, change, key, to)
    for child in node.children:
        yield from mutants(file, text, child, function)


def render(node: tree_sitter.Node, text: bytes, chosen: list[Mutant]) -> str:
    """The source of a node, with its mutants."""
    source, at = "", node.start_byte
    for child in node.children:
        source += text[at : child.start_byte].decode() + render(child, text, chosen)
        at = child.end_byte
    source += text[at : node.end_byte].decode()
    here = [mutant for mutant in chosen if mutant.node == (node.type, node.start_byte, node.end_byte)]
    if not here:
        return source
    choose = [(f"if crate::mutant({mutant.number})", mutant.to) for mutant in here]
    if node.type == "block":
        return "{ " + "".join(f"{choice} {{ return {to}; }} " for choice, to in choose) + source[1:]
    if node.type == "unary_expression":
        return f"({choose[0][0]} {{ {render(node.children[1], text, chosen)} }} else {{ {source} }})"
    left, right = (render(node.child_by_field_name(name), text, chosen) for name in ("left", "right"))
    other = "".join(f"{choice} {{ {left} {to} {right} }} else " for choice, to in choose) + f"{{ {source} }}"
    return f"({other})" if node.type == "binary_expression" else other


def copy_sources(to: Path) -> None:
    shutil.rmtree(to, ignore_errors=True)
    for name in subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n"):
        if name and (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)


def with_mutants(copy: Path, path: str, count: int) -> list[Mutant]:
    files = sorted((ROOT / path).rglob("*.rs")) if (ROOT / path).is_dir() else [ROOT / path]
    texts = {file.relative_to(ROOT): file.read_bytes() for file in files}
    found = [mutant for file, text in texts.items() for mutant in mutants(file, text, PARSER.parse(text).root_node)]
    chosen = random.Random(SAMPLE_SEED).sample(found, min(count, len(found)))
    for number, mutant in enumerate(chosen, 1):
        mutant.number = number
    print(f"{len(chosen)} of {len(found)} mutants of {path}", flush=True)
    for file, text in texts.items():
        of_file = [mutant for mutant in chosen if mutant.file == file]
        (copy / file).write_text(render(PARSER.parse(text).root_node, text, of_file))
    with (copy / "src/lib.rs").open("a") as library:
        library.write(CHOICE)
    return chosen


def build(copy: Path) -> list[str]:
    """The programs of the unit tests and of the tests beside them."""
    command = ["cargo", "test", "--locked", "--package", "actuator-fmu", "--lib", "--test", "library", "--no-run"]
    environment = {**os.environ, "CARGO_TARGET_DIR": str(copy.parent / "target"), "RUSTFLAGS": "-Aunused_parens"}
    ran = subprocess.run(command, cwd=copy, env=environment, stderr=subprocess.PIPE, text=True, check=False)
    if ran.returncode != 0:
        sys.exit(ran.stderr)
    lines = [line for line in ran.stderr.split("\n") if line.strip().startswith("Executable")]
    return [str(copy / line.rsplit("(", 1)[1].split(")")[0]) for line in lines]


def limit() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def outcome(programs: list[str], copy: Path, mutant: int, tests: list[str]) -> str:
    environment = {**os.environ, "MUTANT": str(mutant)}
    for program in programs:
        command = [program, *tests]
        ran = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, preexec_fn=limit, check=False)
        if ran.returncode < 0:
            return "loops without end, or ends the process"
        failed = [line for line in ran.stdout.split("\n") if line.startswith("test ") and line.endswith("FAILED")]
        if failed:
            return f"caught by {len(failed)}, {failed[0].split()[1]}"
        if ran.returncode:
            sys.exit(f"{program} ended with {ran.returncode}:\n{ran.stdout}{ran.stderr}")
    return "survives"


def main() -> None:
    count, path, *tests = sys.argv[1:]
    folder = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve() / "mutants/at-once"
    copy = folder / "sources"
    copy_sources(copy)
    chosen = with_mutants(copy, path, int(count))
    programs = build(copy)
    if outcome(programs, copy, 0, tests) != "survives":
        sys.exit("the tests fail without a mutant")
    for mutant in chosen:
        print(f"{mutant}: {outcome(programs, copy, mutant.number, tests)}", flush=True)


main()
