"""Files that appear whole or not at all. (tests/model/test_write.py has what models need beyond that.)"""

from __future__ import annotations

from pathlib import Path

import pytest

from shapeinfer.model.whole_file import WholeFile, write_all


def test_it_appears_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_bytes(b"old")
    path.chmod(0o640)
    with WholeFile(str(path)) as fd:
        write_all(fd, b"new")
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o640
    assert [p.name for p in tmp_path.iterdir()] == ["out"]


def test_what_is_raised_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_bytes(b"old")
    with pytest.raises(OSError, match="descriptor"), WholeFile(str(path)):
        write_all(-1, b"half")
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["out"]


def test_a_folder_is_no_target(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="directory"), WholeFile(str(tmp_path)):
        pass
