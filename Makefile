# libgamebase: `make help` lists what can be made. SwiftPM compiles, Sources/packaging/link.sh links.
VERSION = 1.0.0
PREFIX = /usr/local
DESTDIR =
SWIFT = swift
CC = cc

MAJOR = $(firstword $(subst ., ,$(VERSION)))
PACKAGING = Sources/packaging
SCRATCH = .build/product
ROOT = $(DESTDIR)$(PREFIX)
DEMO = quickstart
BENCH = $(CC) -std=c11 -D_GNU_SOURCE -O2 -Wall -Wextra -Wno-unused-function -Iinclude
export SWIFT

.PHONY: all library demo test torture oldest simulate bench install uninstall clean help

all: library ## build/libgamebase.so.1 and build/libgamebase.a

library:
	@$(PACKAGING)/needs.sh build
	@$(PACKAGING)/compile.sh $(SCRATCH) --traits Product
	@$(PACKAGING)/link.sh $(VERSION) $(SCRATCH)/release/gamebase.product/Objects.LinkFileList build

demo: library ## play examples/quickstart.c in a fresh directory
	@$(PACKAGING)/needs.sh demo
	@$(CC) -std=c11 -Wall -Wextra -Iinclude examples/$(DEMO).c -o build/$(DEMO) -Lbuild -lgamebase -Wl,-rpath,'$$ORIGIN'
	@directory=$$(mktemp -d) && trap 'rm -rf "$$directory"' EXIT && build/$(DEMO) "$$directory" examples/console.json

test: ## run every test; `make test ONLY=text` runs those whose name contains the text
	@$(PACKAGING)/needs.sh test
	@Tests/run $(if $(ONLY),'$(ONLY)')

torture: library ## the random series at full length (about an hour on two processors); CUTS=, KILLS=, SEEDS= and SEED= choose others
	@$(PACKAGING)/needs.sh test
	@TORTURE=1 CUTS='$(CUTS)' KILLS='$(KILLS)' SEEDS='$(SEEDS)' SEED='$(SEED)' Tests/run 'powercut: ' ' times kill -9 during purchases' 'simulator: '

oldest: library ## play the quickstart and the contract on Debian 11 (glibc 2.31, SQLite 3.34), made in .build as root
	@$(PACKAGING)/needs.sh oldest
	@OLDEST=1 Tests/run $(if $(ONLY),'$(ONLY)')

simulate: ## play one world of the simulator and say what happens: SEED=n
	@$(PACKAGING)/needs.sh test
	@SEED='$(or $(SEED),1)' $(SWIFT) test --scratch-path .build/tests --disable-xctest -Xswiftc -O --filter 'whatever network'

bench: library ## print the speed of the library beside raw baselines
	@$(PACKAGING)/needs.sh bench
	@$(BENCH) -shared -fPIC Tests/bench/empty.c -o build/libempty.so
	@$(BENCH) Tests/bench/load.c -o build/bench-load -ldl -lpthread
	@$(BENCH) Tests/bench/bench.c -o build/bench -Lbuild -lempty -lgamebase -lpthread -Wl,-rpath,'$$ORIGIN'
	@$(BENCH) Tests/bench/purchases.c -o build/bench-purchases -Lbuild -lgamebase -lsqlite3 -lpthread -Wl,-rpath,'$$ORIGIN'
	@directory=$$(mktemp -d build/bench.XXXXXX) && trap 'rm -rf "$$directory"' EXIT && \
	    build/bench "$$directory" build/libgamebase.so.$(MAJOR) build/bench-load && build/bench-purchases "$$directory"

install: ## install under PREFIX (/usr/local), below DESTDIR if given
	@test -e build/libgamebase.so.$(VERSION) || $(MAKE) --no-print-directory library
	@$(PACKAGING)/install.sh $(VERSION) '$(ROOT)'
	@test -n '$(DESTDIR)' || test "$$(id -u)" -ne 0 || ldconfig

uninstall: ## remove what install put there
	@rm -f '$(ROOT)'/lib/libgamebase.so '$(ROOT)'/lib/libgamebase.so.$(MAJOR) '$(ROOT)'/lib/libgamebase.so.$(VERSION) \
	    '$(ROOT)'/lib/libgamebase.a '$(ROOT)'/lib/pkgconfig/gamebase.pc
	@rm -rf '$(ROOT)'/lib/cmake/Gamebase $(patsubst include/%/,'$(ROOT)'/include/%,$(wildcard include/*/))

clean: ## remove everything that was built
	@rm -rf build .build

help: ## print this list
	@sed -n 's/^\([a-z]*\):[^#]*## /make \1|/p' $(firstword $(MAKEFILE_LIST)) | awk -F'|' '{ printf "%-16s%s\n", $$1, $$2 }'
