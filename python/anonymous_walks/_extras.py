"""Optional packages: imported when they are used, with a message that says how to get them."""

import importlib
from typing import Any


def need(module: str, extra: str, purpose: str) -> Any:
    """The module, or an ImportError that names the extra of this package that brings it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ImportError(
            f"{purpose} needs {module.split('.')[0]}; pip install 'anonymous-walks[{extra}]' brings it"
        ) from error
