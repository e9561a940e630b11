# Everything a person does with the house from a shell. `make play` needs nothing but make and
# Python 3.11 or newer; the rest also installs the developers' tools.

PYTHON ?= python3
VENV   ?= .venv
PY      = $(VENV)/bin/python
.DEFAULT_GOAL := help

.PHONY: help
help:            ## this list
	@sed -n 's/^\([a-z-]*\): .*## /  make \1: /p' $(MAKEFILE_LIST)

.PHONY: play
play: installed-base ## the house with everything it needs; Ctrl-C ends it
	@exec $(PY) -m kirakuken.supervisor

.PHONY: setup
setup: installed-dev ## install what developing needs
	@true

# pip runs only when the requirements differ from what was installed last. The stamp carries
# their digest, so a fresh checkout's new dates change nothing.
.PHONY: installed-base installed-dev installed-bench
installed-base installed-dev installed-bench: installed-%:
	@sh bin/install "$(PYTHON)" "$(VENV)" $*

# What fails is tried again, with real processes and a browser twice: a busy machine may be late.
# What needed it is counted in the closing line, and what fails each time has failed. Those with
# real processes wait more than they work: four of them share two cores well.
.PHONY: test
test: setup      ## all tests; those with real processes and a browser come last
	$(PY) -m pytest -n 2 --ignore tests/live --ignore tests/e2e --reruns 1
	$(PY) -m pytest -n 4 --dist loadfile tests/live --reruns 2
	$(PY) -m pytest -n 2 --dist loadfile tests/e2e --reruns 2

.PHONY: test-long
test-long: setup  ## 500 matches of Oicho-Kabu under each of all 144 sets of house rules: some minutes
	KIRAKUKEN_MATCHES=500 $(PY) -m pytest -n 2 tests/rules/oichokabu/test_matches.py -k each_of_the_144

.PHONY: test-rules
test-rules: setup ## the rules alone: seconds, no database
	$(PY) -m pytest -n 2 tests/rules

.PHONY: lint
lint: setup      ## format, style, types, imports, templates
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/ruff check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports
	$(VENV)/bin/djlint --quiet --lint templates

.PHONY: format
format: setup    ## let ruff put the source in order
	$(VENV)/bin/ruff format .
	$(VENV)/bin/ruff check --fix .

.PHONY: seed
seed: setup      ## demonstration parlours, people and tables in mid-match
	umask 077; $(PY) manage.py migrate --verbosity 0
	umask 077; $(PY) manage.py seed_demo

.PHONY: replay-all
replay-all: setup ## play every finished match again and check the logs; before a release
	$(PY) manage.py replay_all
	$(PY) manage.py verify_log

.PHONY: bench
bench: installed-bench ## measure moves per second and their latency
	$(PY) -m bench.rules
	$(PY) -m bench.tables

.PHONY: messages
messages: setup  ## collect sentences for translators, and compile what is translated
	$(PY) -m kirakuken.translations extract
	$(PY) -m kirakuken.translations compile

.PHONY: lock
lock: setup      ## pin the requirement files anew, with hashes and without addresses
	$(VENV)/bin/uv pip compile $(LOCK) requirements/base.in --output-file requirements/base.txt
	$(VENV)/bin/uv pip compile $(LOCK) requirements/dev.in --output-file requirements/dev.txt
	$(VENV)/bin/uv pip compile $(LOCK) requirements/bench.in --output-file requirements/bench.txt
LOCK = --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
       --no-emit-find-links --custom-compile-command 'make lock' $(if $(UPGRADE),--upgrade)
