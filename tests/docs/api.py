#!/usr/bin/env python3
"""Prints docs/api.md: every public function with the first sentence of its comment, header by header.

    api.py ROOT          the test docs.api compares the output with the page;
                         `python3 tests/docs/api.py . >docs/api.md` writes it
    api.py --self-test   plants headers in an empty folder, and compares their page with what is expected

A tier is what one umbrella header includes, directly or by its headers: sinew.h, then those of the names sinew_*.h. A header
belongs to the first tier that has it. Headers that no umbrella includes are the last section. The order of the headers is
the order in which the comment of the umbrella names them.
"""
import pathlib
import re
import sys

OPENING = """# All functions

Every public function, with the first sentence of its comment; the headers say the rest. `#include <sinew/sinew.h>` is enough for a game.
Umbrella headers include others, in the order of the data flow. `out_error` may be NULL, and so may the argument of `_destroy` and
`_free` functions.
"""
FUNCTION = re.compile(r"((?:^///[^\n]*\n)*)^SINEW_API\b([^;{]*?)\b(sinew_\w+)\(([^;]*?)\);", re.MULTILINE)


def sentence(comment):
    """Returns the first sentence of `///` lines, without a list or an example: their lines begin with several spaces."""
    lines = []
    for line in comment.splitlines():
        text = line.removeprefix("///").removeprefix(" ")
        if text.startswith((" ", "```")) or not text.strip():
            break
        lines.append(text)
    text = " ".join(lines)
    end = re.search(r"\.(?= )(?<! [a-z]\.[a-z]\.)", text)
    return text[: end.end()] if end else text


def parameters(text):
    """Returns the names of the parameters, without types: "model, clip, time"."""
    text = re.sub(r"\[[^]]*\]", "", re.sub(r"\s+", " ", text))
    text = re.sub(r"\(\*(\w+)\)(\([^()]*\))?", r" \1", text)  # a pointer to an array or to a function
    names = [part.strip() for part in text.split(",")]
    return ", ".join(re.findall(r"\w+$", name)[0] for name in names if name != "void")


class Header:
    """A header of include/sinew: its includes, the first sentence about it, and its functions."""

    def __init__(self, path):
        self.name, self.text = path.name, path.read_text(encoding="utf-8")
        self.comment = re.match(r"(?:///[^\n]*\n)*", self.text)[0]
        self.includes = re.findall(r'^#include "sinew/(\w+\.h)"', self.text, re.MULTILINE)
        self.functions = [(f[3], parameters(f[4]), sentence(f[1])) for f in FUNCTION.finditer(self.text)]


def tier_of(umbrella, headers):
    """Returns the names of the headers that `umbrella` includes, in the order of its comment and then of the alphabet."""
    found, pending = set(), [umbrella]
    while pending:
        for name in headers[pending.pop()].includes:
            if name in headers and name not in found:
                found.add(name)
                pending.append(name)
    named = re.findall(r"\w+\.h", headers[umbrella].comment)
    return sorted(found, key=lambda name: (named.index(name) if name in named else len(named), name))


def page(root):
    headers = {path.name: Header(path) for path in sorted((root / "include/sinew").glob("*.h"))}
    order = ["sinew.h", "sinew_tools.h", "sinew_render.h", "sinew_ffi.h"]
    umbrellas = sorted((n for n in headers if re.fullmatch(r"sinew(_\w+)?\.h", n)), key=lambda n: (order + [n]).index(n))
    sections, listed = [], set(umbrellas)
    for umbrella in umbrellas:
        names = [name for name in tier_of(umbrella, headers) if name not in listed]
        sections.append((f"`{umbrella}`", sentence(headers[umbrella].comment), names))
        listed |= set(names)
    sections.append(("Headers on their own", "No umbrella includes these headers.", sorted(set(headers) - listed)))
    yield OPENING
    for title, about, names in sections:
        functions = sum(len(headers[name].functions) for name in names)
        if not functions:
            continue
        yield f"## {title}: {functions} function{'s' * (functions > 1)}\n\n{about}\n"
        for name in names:
            if not headers[name].functions:
                continue
            yield f"### [{name}](../include/sinew/{name})\n\n{sentence(headers[name].comment)}\n\n| function | effect |\n|---|---|"
            for function, names_of_parameters, about_function in headers[name].functions:
                yield f"| `{function}({names_of_parameters})` | {about_function.replace('|', '&#124;')} |"
            yield ""


SELF_TEST = {
    "sinew.h": '/// The library. More.\n///   b.h  second\n///   a.h  third\n#include "sinew/a.h"\n#include "sinew/b.h"\n',
    "a.h": '/// Part a, e.g. one.\n///\n///     example();\n#include "sinew/c.h"\n'
           "/// Adds | more. Never 1.5 times. Fast.\nSINEW_API SINEW_NODISCARD int sinew_add(const float (*points)[2], int count,\n"
           "                                       void (*call)(void *user, int i));\nSINEW_API void sinew_a_destroy(void);\n",
    "b.h": "/// Part b.\n\n/// Returns b.\nSINEW_API double sinew_b(double x);\n",
    "c.h": "/// Part c.\ntypedef int sinew_c;\n",
    "sinew_tools.h": '/// Tools.\n#include "sinew/b.h"\n#include "sinew/d.h"\n',
    "d.h": '/// Part d.\n#include "sinew/a.h"\n/// Does d.\nSINEW_API int *sinew_d(void);\n',
    "e.h": "/// Part e.\n\n/// Does e.\nSINEW_API int sinew_e(int e[3]);\n",
}
SELF_TEST_PAGE = """\
## `sinew.h`: 3 functions
The library.
### [b.h](../include/sinew/b.h)
Part b.
| function | effect |
|---|---|
| `sinew_b(x)` | Returns b. |
### [a.h](../include/sinew/a.h)
Part a, e.g. one.
| function | effect |
|---|---|
| `sinew_add(points, count, call)` | Adds &#124; more. |
| `sinew_a_destroy()` |  |
## `sinew_tools.h`: 1 function
Tools.
### [d.h](../include/sinew/d.h)
Part d.
| function | effect |
|---|---|
| `sinew_d()` | Does d. |
## Headers on their own: 1 function
No umbrella includes these headers.
### [e.h](../include/sinew/e.h)
Part e.
| function | effect |
|---|---|
| `sinew_e(e)` | Does e. |"""


def main():
    if sys.argv[1:] == ["--self-test"]:
        root = pathlib.Path.cwd()
        (root / "include/sinew").mkdir(parents=True, exist_ok=True)
        for name, text in SELF_TEST.items():
            (root / "include/sinew" / name).write_text(text, encoding="utf-8")
        lines = [line for text in list(page(root))[1:] for line in text.split("\n") if line]
        sys.exit("\n".join(lines) != SELF_TEST_PAGE)
    print("\n".join(page(pathlib.Path(sys.argv[1]))).rstrip())


main()
