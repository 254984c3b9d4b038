"""Runs the FMUs in importers that others wrote and compares their output with the reference trajectories."""
