#!/usr/bin/env python3
"""Checks that task pages are short, and that pages name things instead of paraphrasing them.

    prose.py ROOT          prints task pages of more than 900 words outside code, and if all pages together have more phrases to avoid than
                           the budget, each of these phrases
    prose.py --self-test   plants a long page and each phrase in an empty folder, and expects that they are found
"""
import os
import pathlib
import re
import sys

WORDS_OF_A_TASK = 900
PER_1000_WORDS = 0.4  # phrases in all pages; this number may only fall. The manuals of SQLite, mpv and git have 1.2 to 2.0
REFERENCE = {"12-check.md"}  # numbered pages that one looks things up in

PHRASES = {  # expression: an example that it finds
    r"\b[Ww]hat (?:a|an|the|is|are|was|it|has|have|plays|stays|only|to|they|you|follows|happens|moves|cannot|does|no|of)\b": "what is wrong",
    r"\b(?:that|those) of\b": "those of the file",
    r"\b(?:of|in|by|from|with|at|to|on|for|over) which\b": "the file of which",
    r"\b[Ww]here (?:it|they|there|a|an|the|no|one|that|none|some|both|all|names?|files?)\b": "where the file has none",
    r"\b(?:is|are|be|was|were) no (?!longer|more\b|less\b|such\b|way\b|need\b)[a-z]": "this is no clip",
    r"\balone\b": "the document alone",
    r"\b(?:lies|lie|lay|stands|stand|stood)\b(?! (?:still|on\b|for\b|up\b))": "it lies there",
    r"\b(?:a|an|two|three) (?:third|quarter|fifth|sixth|seventh|eighth|ninth|tenth|twentieth|hundredth)s? (?:of|less|more|faster|slower)\b":
        "a tenth less",
    r"\b(?:a|an|one|two|three|four|\d+) \w+ a (?:frame|second|joint|vertex|triangle|clip|key|byte|character)\b": "a key a frame",
    r"\bbehind (?:the|its|it|them|that)\b": "behind the end",
    r"\bmend(?:s|ed|ing)?\b": "it mends that",
    r"\b(?:so many|so much|as far as|as many as)\b": "as far as that goes",
    r", too\b": "the clip, too",
}


def pages(root):
    """Returns the pages below `root`, without folders of builds."""
    found = []
    for folder, folders, files in os.walk(root):  # folders of builds change while tests run
        folders[:] = [name for name in folders if not name.startswith(("build", "."))]
        found += [pathlib.Path(folder, name).relative_to(root) for name in files if name.endswith(".md")]
    return sorted(found)


def is_task(page):
    return page.parts[:-1] == ("docs", "blend") or page.parts[:-1] == ("docs",) and page.name[0].isdigit() and page.name not in REFERENCE


def count_words(text):
    return len(re.findall(r"[A-Za-z]+(?:'[a-z]+)?", text))


def faults(root):
    """Yields a line for each fault."""
    hits, words = [], 0
    for page in pages(root):
        text = (root / page).read_text(encoding="utf-8")
        length = len(re.findall(r"\S*\w\S*", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)))
        if is_task(page) and length > WORDS_OF_A_TASK:
            yield f"{page}: {length} words, at most {WORDS_OF_A_TASK}"
        words += count_words(text)
        for number, line in enumerate(text.split("\n"), 1):
            hits += [f"{page}:{number}: {found.group()}: {line.strip()}" for phrase in PHRASES for found in re.finditer(phrase, line)]
    if len(hits) * 1000 > PER_1000_WORDS * words:
        yield from hits
        yield f"{len(hits)} phrases to avoid in {words} words, at most {PER_1000_WORDS} per 1,000 words: see CONTRIBUTING.md"


def self_test(root):
    (root / "docs").mkdir(exist_ok=True)
    page = root / "docs" / "01-page.md"
    page.write_text("word " * 900, encoding="utf-8")
    wrong = list(faults(root))
    page.write_text("word " * 901, encoding="utf-8")
    if wrong or len(list(faults(root))) != 1:
        return "a long page is not found"
    for phrase, example in PHRASES.items():
        page.write_text(f"One line.\n{example}\n", encoding="utf-8")
        if len(list(faults(root))) != 2:
            return f"'{example}' is not found"
    return None


def main():
    if sys.argv[1:] == ["--self-test"]:
        sys.exit(self_test(pathlib.Path.cwd()))
    found = list(faults(pathlib.Path(sys.argv[1])))
    print("\n".join(found))
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
