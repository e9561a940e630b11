"""The engines under the laws: every one of the registry."""

from tests.rules.hokusai.subject import SUBJECT as HOKUSAI

SUBJECTS = (HOKUSAI,)
