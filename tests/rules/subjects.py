"""The engines under the laws: every one of the registry."""

from tests.rules.hokusai.subject import SUBJECT as HOKUSAI
from tests.rules.oichokabu.subject import SUBJECT as OICHO_KABU
from tests.rules.okuribito.subject import SUBJECT as OKURIBITO

SUBJECTS = (HOKUSAI, OICHO_KABU, OKURIBITO)
