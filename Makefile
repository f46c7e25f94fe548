# What servers such as OpenBench and ShogiBench run: `make -j EXE=NAME` leaves the release program
# at NAME. They may add EVALFILE=FILE; the evaluation is part of the source, so there is nothing
# to embed, and a note says so.

EXE ?= kyomi
TARGET = $(or $(CARGO_TARGET_DIR),target)/release/usi-engine

.PHONY: openbench
openbench:
	$(if $(EVALFILE),@echo 'note: EVALFILE=$(EVALFILE) is not used: the evaluation is built in')
	cargo build --release --locked --bin usi-engine
	cp $(TARGET)$(if $(filter Windows_NT,$(OS)),.exe) $(EXE)
