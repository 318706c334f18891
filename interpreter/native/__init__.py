"""The native backend: rules compiled to Python are translated to C and built once.

Never needed: without a compiler everything runs on the Python backend. The C says the same as the
Python that it is made from, function by function, so there is one meaning of the rules.
"""
