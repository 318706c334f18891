"""The AST: frozen nodes, each with the span it was read from.

Spans take no part in comparison, so two readings of the same text are equal. Names of the
language (`choose`, `step`) are in `rules.lark`; there is one class for each construct.
"""

from __future__ import annotations

from brasswright.interpreter.syntax.nodes.amendments import *
from brasswright.interpreter.syntax.nodes.amendments import Amendment
from brasswright.interpreter.syntax.nodes.declarations import *
from brasswright.interpreter.syntax.nodes.declarations import Declaration
from brasswright.interpreter.syntax.nodes.expressions import *
from brasswright.interpreter.syntax.nodes.node import *
from brasswright.interpreter.syntax.nodes.statements import *
from brasswright.interpreter.syntax.nodes.types import *

TopLevel = Declaration | Amendment
"""What may stand at the left edge of a file."""
