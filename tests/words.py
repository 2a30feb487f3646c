#!/usr/bin/env python3
"""Checks that comments and strings of the code name things instead of paraphrasing them.

    words.py ROOT          for each area with more phrases to avoid than its budget, prints each of them
    words.py --self-test   plants each phrase in a comment and in a string, and expects that it is found

The phrases are those of docs/prose.py, and a few more that pages may have.
"""
import pathlib
import re
import sys

sys.dont_write_bytecode = True  # the sources may be read only
sys.path.insert(0, str(pathlib.Path(__file__).parent / "docs"))
from prose import PHRASES, count_words  # noqa: E402

# Phrases in 1,000 words of an area: its folder, the names of its files, its budget. Budgets may only fall. The comments of SQLite and mpv have 1.2 to 2.0.
AREAS = {
    "headers": ("include", (".h",), 0.2),
    "src": ("src", (".c", ".h", ".cpp", ".js", ".html"), 1.6),
    "tests": ("tests", (".c", ".h", ".sh", ".mjs", ".cmake"), 0.9),
    "web": ("web", (".c", ".js", ".ts", ".md", ".txt", ".in"), 0.3),
}

MORE_PHRASES = {
    r"(?<!in )(?<!in-)(?<!the )(?<!take )(?<!takes )\bplaces?\b(?! of)": "its places",
    r"\b(?:has its sentence|have their sentence|is a sentence|are sentences|one sentence)\b": "has its sentence",
}
EXPRESSIONS = {**PHRASES, **MORE_PHRASES}


def prose(path, text):
    """Yields the number and the words of each line that people read: of a page all, of code comments and strings."""
    for number, line in enumerate(text.split("\n"), 1):
        parts = [line] if path.suffix == ".md" else re.findall(r'//.*|/\*.*|^\s*\*.*|#\s.*|"(?:[^"\\]|\\.)*"', line)
        if parts:
            yield number, " ".join(parts)


def faults(root, area):
    """Yields a line for each phrase of an area that exceeds its budget, and one with their number."""
    folder, suffixes, budget = AREAS[area]
    hits, words = [], 0
    for path in sorted((root / folder).rglob("*")):
        if path.suffix not in suffixes or "node_modules" in path.parts:
            continue
        for number, line in prose(path, path.read_text(encoding="utf-8", errors="replace")):
            words += count_words(line)
            for expression in EXPRESSIONS:
                hits += [f"{path.relative_to(root)}:{number}: {found.group()}: {line.strip()}" for found in re.finditer(expression, line)]
    if len(hits) * 1000 > budget * words:
        yield from hits
        yield f"{area}: {len(hits)} phrases to avoid in {words} words, at most {budget} per 1,000 words: see CONTRIBUTING.md"


def self_test(root):
    for area, (folder, suffixes, _) in AREAS.items():
        path = root / folder / f"planted{suffixes[0]}"
        path.parent.mkdir(parents=True, exist_ok=True)
        for expression, example in EXPRESSIONS.items():
            for line in (f"// {example}", f'puts("{example}");'):
                path.write_text(f"int count;\n{line}\n", encoding="utf-8")
                if len(list(faults(root, area))) != 2:
                    return f"{area}: '{line}' is not found"
        path.write_text("int place_of_a_key; // the index of a key\n", encoding="utf-8")
        if list(faults(root, area)):
            return f"{area}: a harmless line is found"
    return None


def main():
    if sys.argv[1:] == ["--self-test"]:
        sys.exit(self_test(pathlib.Path.cwd()))
    root = pathlib.Path(sys.argv[1])
    found = [line for area in AREAS for line in faults(root, area)]
    print("\n".join(found))
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
