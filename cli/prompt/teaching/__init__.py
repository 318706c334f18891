"""Lessons at the prompt: a first game in which each move is told of when it first makes sense."""
