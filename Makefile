# What servers such as OpenBench and ShogiBench run: `make -j EXE=NAME` leaves the program of the
# archives at NAME. They may add EVALFILE=FILE; the evaluation is part of the source, so there is
# nothing to embed, and a note says so. PROFILE=release builds in less time a slightly slower program.

EXE ?= kyomi
PROFILE ?= dist
TARGET = $(or $(CARGO_TARGET_DIR),target)/$(PROFILE)/usi-engine

.PHONY: openbench
openbench:
	$(if $(EVALFILE),@echo 'note: EVALFILE=$(EVALFILE) is not used: the evaluation is built in')
	cargo build --profile $(PROFILE) --locked --bin usi-engine
	cp $(TARGET)$(if $(filter Windows_NT,$(OS)),.exe) $(EXE)
