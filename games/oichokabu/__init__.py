"""Oicho-Kabu: docs/rules/oicho-kabu.md."""
