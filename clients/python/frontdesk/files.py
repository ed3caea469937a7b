"""Files of messages and documents."""

from __future__ import annotations

import base64
import os
from pathlib import Path
from typing import IO, Any, Union

# A path, or a name with its content.
FileInput = Union[str, "os.PathLike[str]", tuple[str, Union[bytes, IO[bytes]]]]


def encode_file(file: FileInput) -> tuple[str, str]:
    """Name and base64 of a file."""
    if isinstance(file, tuple):
        name, content = file
        data = content if isinstance(content, bytes) else content.read()
    else:
        path = Path(file)
        name, data = path.name, path.read_bytes()
    return name, base64.b64encode(data).decode("ascii")


def file_part(kind: str, file: FileInput) -> dict[str, Any]:
    """A file as a part of a message. Kind: image, audio or document."""
    name, content = encode_file(file)
    return {"type": kind, kind: {"base64_content": content, "name": name}}
