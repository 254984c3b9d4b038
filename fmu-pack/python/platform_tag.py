"""Names the platform of the wheel: it holds a program, and no extension module of a particular Python."""

from __future__ import annotations

import os
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PlatformTag(BuildHookInterface):  # type: ignore[type-arg]
    """Sets the tag to that of ACTUATOR_FMU_PLATFORM, such as manylinux2014_x86_64."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{os.environ['ACTUATOR_FMU_PLATFORM']}"
