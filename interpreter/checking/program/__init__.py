"""The typed program: what the checker hands to the backends.

Every name is resolved, every expression has a type, steps are flattened into statements that
know their part, exceptions have become tests and alternatives options. A value is a number:
a row's id (from 1; 0 is nothing), a set as bits (bit n = row n), a Boolean as 0 or 1; lists
are sequences of numbers. Nothing here depends on Python's own objects.
"""

from __future__ import annotations

from brasswright.interpreter.checking.program.expressions import *
from brasswright.interpreter.checking.program.parts import *
from brasswright.interpreter.checking.program.statements import *
