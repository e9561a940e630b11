"""Hokusai's Kamakura-Enoshima-Oyama Sugoroku: docs/rules/hokusai-sugoroku.md."""
