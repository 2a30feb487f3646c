"""Reads the needed libraries, the needed version of glibc and the library search paths of ELF files."""
import struct

_PT_LOAD, _PT_DYNAMIC = 1, 2
_NEEDED, _STRTAB, _RPATH, _RUNPATH, _VERNEED, _VERNEEDNUM = 1, 5, 15, 29, 0x6FFFFFFE, 0x6FFFFFFF


class Elf:
    """A 64-bit little-endian ELF file.

    `needed` are names of libraries, `versions` the symbol versions by library, `rpath` and `runpath` the search paths or None.
    """

    def __init__(self, path: str) -> None:
        with open(path, 'rb') as file:
            self.data = data = file.read()
        if data[:6] != b'\x7fELF\x02\x01':
            raise ValueError(f'{path} is not a 64-bit little-endian ELF file')
        (self.machine,) = struct.unpack_from('<H', data, 18)
        (headers,) = struct.unpack_from('<Q', data, 32)
        size, count = struct.unpack_from('<HH', data, 54)
        self.segments = []  # (address, offset, size) of loaded parts
        dynamic = None
        for i in range(count):
            kind, _, offset, address, _, in_file, _, _ = struct.unpack_from('<IIQQQQQQ', data, headers + i * size)
            if kind == _PT_LOAD:
                self.segments.append((address, offset, in_file))
            elif kind == _PT_DYNAMIC:
                dynamic = (offset, in_file)
        self.needed: list[str] = []
        self.versions: dict[str, list[str]] = {}
        self.rpath = self.runpath = None
        if dynamic is None:
            return
        entries = [struct.unpack_from('<QQ', data, dynamic[0] + at) for at in range(0, dynamic[1], 16)]
        tags = dict(reversed(entries))
        self.strings = self._offset(tags[_STRTAB])
        self.needed = [self._string(value) for tag, value in entries if tag == _NEEDED]
        self.rpath = self._string(tags[_RPATH]) if _RPATH in tags else None
        self.runpath = self._string(tags[_RUNPATH]) if _RUNPATH in tags else None
        at = self._offset(tags[_VERNEED]) if _VERNEED in tags else 0
        for _ in range(tags.get(_VERNEEDNUM, 0)):
            _, auxiliaries, name, first, following = struct.unpack_from('<HHIII', data, at)
            versions = self.versions.setdefault(self._string(name), [])
            inner = at + first
            for _ in range(auxiliaries):
                _, _, _, version, step = struct.unpack_from('<IHHII', data, inner)
                versions.append(self._string(version))
                inner += step
            at += following

    def _offset(self, address: int) -> int:
        for start, offset, size in self.segments:
            if start <= address < start + size:
                return address - start + offset
        raise ValueError('an address is not in the file')

    def _string(self, index: int) -> str:
        start = self.strings + index
        return self.data[start:self.data.index(b'\0', start)].decode()

    def glibc(self) -> tuple[int, int]:
        """Returns the newest version of glibc whose symbols the file needs."""
        found = [(2, 0)]
        for versions in self.versions.values():
            for version in versions:
                numbers = version.removeprefix('GLIBC_').split('.')
                if version.startswith('GLIBC_2.') and all(n.isdigit() for n in numbers):
                    found.append((int(numbers[0]), int(numbers[1])))
        return max(found)
