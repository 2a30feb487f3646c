#!/usr/bin/env python3
"""Compiles the blocks of C and C++ of all pages, and the examples of the public headers.

    blocks.py ROOT CC CXX       compiles every block and example; prints what the compilers say
    blocks.py --programs ROOT   prints the page of each program, for tests/docs/tutorial.sh, which runs them
    blocks.py --self-test       plants faulty blocks in an empty folder, and expects that each is found

A block is one of these:

  a program     It begins with #include and defines main. Later blocks of the page continue it while a brace is open.
  a part        It begins with #include: declarations and functions that compile by themselves.
  a fragment    Anything else: statements. It compiles in the body of a function. The objects that it uses are the
                parameters of that function, in a comment above the block: <!-- c: given: const sinew_pose *pose, int i -->
  not code      A comment above the block says why it does not compile: <!-- c: skip: the file in its earlier form -->

Each header that declares functions opens with an example: the comment at its top ends with 5 to 15 lines that are indented by four
spaces more. They compile as the body of a function; GIVEN declares the objects that they share.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

FENCE = re.compile(r"^```(c|cpp)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MARK = re.compile(r"<!-- c: (given|skip): *((?:(?!-->).)*?) *-->\s*$", re.DOTALL)
EXAMPLE = re.compile(r"^///     \S.*\n(?:^///(?:     .*)?\n)*\Z", re.MULTILINE)
EXAMPLE_LINES = range(5, 16)
GIVEN = """
extern const sinew_model *model, *animations[2];
extern sinew_pose *pose;
extern sinew_local_pose *local;
extern sinew_blender *blender;
extern sinew_mixer *mixer;
extern sinew_crowd *crowd;
extern sinew_crowd_output output;
extern sinew_palette_matrix *palette;
extern int32_t clip, walk, run, mesh, joint, head, pelvis, upper_arm, forearm, hand, left_hand, right_hand;
extern double seconds;
extern sinew_vec3 target;
extern sinew_affine world, global, parent;
extern sinew_transform transform;
extern sinew_leg legs[2];
extern sinew_ground find_ground;
extern void *heap;
extern void *heap_allocate(void *, size_t, size_t), *heap_resize(void *, void *, size_t);
extern void heap_release(void *, void *);
extern const sinew_allocator level;
extern sinew_error error;
extern const void *bytes;
extern size_t size;
"""
HEADERS = ("math.h", "stdio.h", "stdlib.h", "string.h", "sinew/sinew_tools.h", "sinew/sinew_render.h", "sinew/sinew_ffi.h")


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


class Example:
    """The example of a header: the lines at the end of the comment at its top that are indented as code."""

    language = "c"

    def __init__(self, path):
        self.path, text = path, path.read_text(encoding="utf-8")
        comment = re.match(r"(?:///[^\n]*\n)*", text)[0]
        found = EXAMPLE.search(comment)
        self.lines = [line[8:] for line in found[0].rstrip("/\n").split("\n")] if found else []
        self.line = comment.count("\n", 0, found.start()) + 1 if found else 1
        self.is_wanted = "SINEW_API" in re.sub(r"#\s*define[^\n]*", "", text)

    def source(self):
        """Returns what the compiler gets. An object that the example declares may have the name of a given one."""
        headers = "".join(f"#include <{header}>\n" for header in (*HEADERS, f"sinew/{self.path.name}"))
        example = "\n".join(self.lines)
        function = "int example(double time)"  # a parameter, because a function of the C library has its name
        return f'{headers}{GIVEN}{function};\n{function}\n{{\n(void)time;\n#line {self.line} "{self.path}"\n{example}\nreturn 0;\n}}\n'


def check_examples(root, compilers, flags, folder):
    """Yields a message for each faulty example."""
    examples = {path.name: Example(path) for path in sorted((root / "include/sinew").glob("*.h"))}
    for name, example in examples.items():
        if not example.lines and example.is_wanted:
            yield f"include/sinew/{name}: the comment at its top has no example"
        elif example.lines:
            if len(example.lines) not in EXAMPLE_LINES:
                yield f"include/sinew/{name}: its example has {len(example.lines)} lines, not 5 to 15"
            said = compile_block(example, root, compilers, flags, folder)
            if said:
                yield f"include/sinew/{name}: its example does not compile\n{said}"


def check(root, compilers):
    """Yields a message for each faulty block and example."""
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
        yield from check_examples(root, compilers, [], pathlib.Path(folder))


def self_test():
    """Returns whether each planted fault is found, and nothing else."""
    root = pathlib.Path.cwd()
    (root / "include/sinew").mkdir(parents=True, exist_ok=True)
    types = "".join(f"typedef struct {{ int i; }} {name};\n" for name in sorted(set(re.findall(r"sinew_\w+", GIVEN))))
    declared = "#include <sinew/sinew.h>\nSINEW_API int a(void);\n"
    lines = "///     int a = 1;\n" + "///     a = one() + a;\n" * 3 + "///\n"
    headers = {
        "i_good.h": f"/// One.\n///     This is text.\n/// Two.\n///\n{lines}///     printf(\"%d\", (int)time + a);\n{declared}",
        "j_none.h": f"/// One.\n{declared}",
        "k_short.h": f"/// One.\n///\n///     one();\n{declared}",
        "l_wrong.h": f"/// One.\n///\n{lines}///     b = 3;\n{declared}",
        "sinew_ffi.h": "",
        "sinew_render.h": "",
        "sinew_tools.h": '#include "sinew/sinew.h"\n',
        "sinew.h": f"#pragma once\n#include <stdint.h>\n#define SINEW_API\n{types}int one(void);\n",
    }
    for name, text in headers.items():
        (root / "include/sinew" / name).write_text(text, encoding="utf-8")
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
    found = [re.search(r"\w+(?=\.(?:md|h)\b| has)", message)[0] for message in check(root, {"c": "cc", "cpp": "c++"})]
    programs = [str(block.page) for block in read(root) if is_program(block)]
    expected = ["b_open", "d_undeclared", "e_unused", "g_no_reason", "j_none", "k_short", "l_wrong"]
    return found == expected and programs == ["a_program.md", "b_open.md"]


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
