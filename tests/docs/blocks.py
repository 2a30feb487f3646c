#!/usr/bin/env python3
"""Compiles the blocks of C and C++ of all pages.

    blocks.py ROOT CC CXX       compiles every block; prints what the compilers say
    blocks.py --programs ROOT   prints the page of each program, for tests/docs/tutorial.sh, which runs them
    blocks.py --self-test       plants faulty blocks in an empty folder, and expects that each is found

A block is one of these:

  a program     It begins with #include and defines main. Later blocks of the page continue it while a brace is open.
  a part        It begins with #include: declarations and functions that compile by themselves.
  a fragment    Anything else: statements. It compiles in the body of a function. The objects that it uses are the
                parameters of that function, in a comment above the block: <!-- c: given: const sinew_pose *pose, int i -->
  not code      A comment above the block says why it does not compile: <!-- c: skip: the file in its earlier form -->
"""
import pathlib
import re
import subprocess
import sys
import tempfile

FENCE = re.compile(r"^```(c|cpp)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MARK = re.compile(r"<!-- c: (given|skip): *((?:(?!-->).)*?) *-->\s*$", re.DOTALL)
HEADERS = ("math.h", "stdio.h", "stdlib.h", "string.h", "sinew/sinew.h")


class Block:
    """The text of a block with its language, its first line and the mark above it."""

    def __init__(self, page, text, found):
        self.page, self.language, self.text = page, found[1], found[2]
        self.line = text.count("\n", 0, found.start(2)) + 1
        mark = MARK.search(text[: found.start()])
        self.mark, self.given = (mark[1], mark[2]) if mark else (None, "")

    def source(self):
        """Returns what the compiler gets; messages name the line of the page."""
        origin = f'#line {self.line} "{self.page}"\n'
        if self.text.startswith("#include"):
            return origin + self.text
        headers = HEADERS + (("epoxy/gl.h",) if re.search(r"\bgl[A-Z]", self.text) else ())
        headers += ("sinew/render.h",) if "sinew_render" in self.text + self.given else ()
        lines = "".join(f"#include <{header}>\n" for header in headers)
        signature = f"void fragment({self.given or 'void'})"
        return f"{lines}{signature};\n{signature}\n{{\n{origin}{self.text}}}\n"


def is_open(text):
    """Returns whether a brace of `text` is open at its end. Comments and literals count as code: pages keep them balanced."""
    return text.count("{") > text.count("}")


def read(root):
    """Returns the blocks of all pages; those that continue a program are joined to it."""
    blocks = []
    for path in sorted(root.rglob("*.md")):
        page = path.relative_to(root)
        if any(part.startswith("build") for part in page.parts):
            continue
        text, program = path.read_text(encoding="utf-8"), None
        for found in FENCE.finditer(text):
            block = Block(page, text, found)
            if program and not block.mark and is_open(program.text):
                program.text += f'#line {block.line} "{page}"\n{block.text}'
                continue
            blocks.append(block)
            program = block if is_program(block) else None
    return blocks


def is_program(block):
    return block.text.startswith("#include") and re.search(r"^int main\(", block.text, re.MULTILINE)


def compile_block(block, root, compilers, flags, folder):
    """Returns what the compiler says, or "" """
    source = folder / f"block.{block.language}"
    source.write_text(block.source(), encoding="utf-8")
    language = ["-std=c11"] if block.language == "c" else ["-std=c++17"]
    command = [compilers[block.language], *language, "-Wall", "-Wextra", "-Werror", "-fsyntax-only", f"-I{root / 'include'}"]
    done = subprocess.run(command + flags + [source], capture_output=True, text=True, check=False)
    return done.stderr if done.returncode else ""


def check(root, compilers):
    """Yields a message for each faulty block."""
    packages = subprocess.run(["pkg-config", "--cflags", "sdl2", "epoxy"], capture_output=True, text=True, check=False)
    if packages.returncode:
        print("the blocks that use SDL2 or OpenGL are skipped: pkg-config does not find sdl2 and epoxy")
    with tempfile.TemporaryDirectory() as folder:
        for block in read(root):
            if block.mark == "skip":
                if not block.given:
                    yield f"{block.page}:{block.line}: the block is skipped without a reason"
                continue
            if packages.returncode and re.search(r"epoxy/gl\.h|SDL\.h", block.source()):
                continue
            said = compile_block(block, root, compilers, packages.stdout.split(), pathlib.Path(folder))
            if said:
                yield f"{block.page}:{block.line}: the block does not compile (tests/docs/blocks.py has the rules)\n{said}"


def self_test():
    """Returns whether each planted fault is found, and nothing else."""
    root = pathlib.Path.cwd()
    (root / "include/sinew").mkdir(parents=True, exist_ok=True)
    (root / "include/sinew/sinew.h").write_text("int one(void);\n", encoding="utf-8")
    pages = {
        "a_program.md": "```c\n#include <sinew/sinew.h>\nint main(void)\n{\n```\nthen\n```c\n    return one();\n}\n```\n",
        "b_open.md": "```c\n#include <sinew/sinew.h>\nint main(void)\n{\n```\n",
        "c_fragment.md": "<!-- c: given: int *out -->\n\n```c\n*out = one();\n```\n",
        "d_undeclared.md": "```c\nout = one();\n```\n",
        "e_unused.md": "<!-- c: given: int *out, int count -->\n```c\n*out = one();\n```\n",
        "f_skipped.md": "<!-- c: skip: not a language -->\n```c\nresult == good?\n```\n",
        "g_no_reason.md": "<!-- c: skip: -->\n```c\nresult == good?\n```\n",
        "h_other.md": "```python\nprint(1)\n```\n```cpp\n#include <vector>\nstd::vector<int> v{1};\n```\n",
    }
    for name, text in pages.items():
        (root / name).write_text(text, encoding="utf-8")
    found = [message.split(".md")[0] for message in check(root, {"c": "cc", "cpp": "c++"})]
    programs = [str(block.page) for block in read(root) if is_program(block)]
    return found == ["b_open", "d_undeclared", "e_unused", "g_no_reason"] and programs == ["a_program.md", "b_open.md"]


def main():
    if sys.argv[1:] == ["--self-test"]:
        sys.exit(not self_test())
    if sys.argv[1] == "--programs":
        print("\n".join(str(block.page) for block in read(pathlib.Path(sys.argv[2])) if is_program(block)))
        return
    found = list(check(pathlib.Path(sys.argv[1]), {"c": sys.argv[2], "cpp": sys.argv[3]}))
    print("\n".join(found))
    sys.exit(bool(found))


main()
