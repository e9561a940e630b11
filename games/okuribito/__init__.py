"""Okuribito: docs/rules/okuribito.md."""
