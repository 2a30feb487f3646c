#!/usr/bin/env python3
"""Checks the links of all pages: the file exists, and so does the heading or the anchor that the link names.

    links.py ROOT          checks every *.md file below ROOT that git or the folder lists, and prints each broken link
    links.py --self-test   plants a broken file and a broken anchor in an empty folder, and expects that both are found
"""
import pathlib
import re
import sys

LINK = re.compile(r"\]\(([^)\s]+)\)")
ANCHOR = re.compile(r'<a id="([^"]+)">')
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def anchors(text):
    """Returns the names that a link may have after '#': as GitHub makes them of headings, and those of <a id>."""
    names = set(ANCHOR.findall(text))
    for heading in re.findall(r"^#+ (.*)$", FENCE.sub("", text), re.MULTILINE):
        heading = re.sub(r"<[^>]*>|\]\([^)]*\)|[`*\[]", "", heading).strip().lower()
        names.add(re.sub(r" ", "-", re.sub(r"[^\w\- ]", "", heading)))
    return names


def broken(root):
    """Yields a line for each broken link of the pages below `root`; folders of builds are left out."""
    pages = [p for p in root.rglob("*.md") if not any(part.startswith("build") for part in p.relative_to(root).parts)]
    texts = {page.resolve(): page.read_text(encoding="utf-8") for page in pages}
    for page, text in texts.items():
        for target in LINK.findall(FENCE.sub("", text)):
            if re.match(r"[a-z]+:", target):
                continue
            path, _, fragment = target.partition("#")
            file = (page.parent / path).resolve() if path else page
            if not file.exists():
                yield f"{page.relative_to(root.resolve())}: no file {target}"
            elif fragment and file in texts and fragment not in anchors(texts[file]):
                yield f"{page.relative_to(root.resolve())}: no heading or anchor {target}"


def main():
    if sys.argv[1:] == ["--self-test"]:
        pathlib.Path("a.md").write_text("# One heading: `a`\n[x](b.md) [y](#one-heading-a) [z](#two)\n", encoding="utf-8")
        found = list(broken(pathlib.Path.cwd()))
        sys.exit(found != ["a.md: no file b.md", "a.md: no heading or anchor #two"])
    found = list(broken(pathlib.Path(sys.argv[1])))
    print("\n".join(found))
    sys.exit(bool(found))


main()
