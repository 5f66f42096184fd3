# libgamebase: `make help` lists what can be made. SwiftPM compiles, Sources/packaging/link.sh links.
VERSION = 1.0.0
PREFIX = /usr/local
LIBDIR = lib
INCLUDEDIR = include
DESTDIR =
SWIFT = swift
CC = cc

MAJOR = $(firstword $(subst ., ,$(VERSION)))
PACKAGING = Sources/packaging
SCRATCH = .build/product
# A path may hold spaces, apostrophes and dollar signs: scripts get it from the environment, as it was typed.
export TYPED_PREFIX := $(value PREFIX)
export TYPED_LIBDIR := $(value LIBDIR)
export TYPED_INCLUDEDIR := $(value INCLUDEDIR)
export TYPED_DESTDIR := $(value DESTDIR)
export TYPED_ONLY := $(value ONLY)
AS_TYPED = PREFIX="$$TYPED_PREFIX" LIBDIR="$$TYPED_LIBDIR" INCLUDEDIR="$$TYPED_INCLUDEDIR" DESTDIR="$$TYPED_DESTDIR"
DEMO = quickstart
# What is asked of the machine before the library is built; a target that needs more says so.
NEEDS = build
demo: NEEDS = demo
check: NEEDS = test
bench: NEEDS = bench
server: NEEDS = server
torture: NEEDS = torture
oldest: NEEDS = oldest
BENCH = $(CC) -std=c11 -D_GNU_SOURCE -O2 -Wall -Wextra -Wno-unused-function -Iinclude
export SWIFT

.PHONY: all library server serve console demo check test torture oldest simulate mutate bench bench-server docs install uninstall clean help

all: library ## build/libgamebase.so.1 and build/libgamebase.a

library:
	@$(PACKAGING)/needs.sh $(NEEDS)
	@$(PACKAGING)/compile.sh $(SCRATCH) --traits Product --experimental-lto-mode full
	@$(PACKAGING)/link.sh $(VERSION) $(SCRATCH)/release/gamebase.product/Objects.LinkFileList build

server: ## build/gamebased, the service in a process of its own, and build/gamebasectl, its operator's command line
	@$(PACKAGING)/needs.sh server
	@$(PACKAGING)/server.sh .build/server build

serve: server ## run build/gamebased on this machine with examples/console.json in a fresh directory, and say how a game reaches it
	@directory=$$(mktemp -d) && trap 'rm -rf "$$directory"' EXIT && trap : INT TERM && \
	    build/gamebased --data "$$directory/data" --console examples/console.json --listen 127.0.0.1:0 --log "$$directory/log" | \
	        sed -u 's|GAME\.\.\.|GAMEBASE_OPERATOR_KEY="$$(cat '"$$directory"'/data/operator.key)" &|' | \
	        sed -u 's|GAME\.\.\.|build/$(DEMO) "$$(mktemp -d)" examples/console.json|'

console: server ## run build/gamebased with a month of a made-up game in a fresh directory, and print the link that opens its console
	@directory=$$(mktemp -d) && trap 'rm -rf "$$directory"' EXIT && trap : INT TERM && \
	    build/gamebased --demo --data "$$directory/data" --console examples/demo.json --listen 127.0.0.1:0 --log "$$directory/log"

demo: library ## play examples/quickstart.c in a fresh directory
	@$(PACKAGING)/needs.sh demo
	@$(CC) -std=c11 -Wall -Wextra -Iinclude examples/$(DEMO).c -o build/$(DEMO) -Lbuild -lgamebase -Wl,-rpath,'$$ORIGIN'
	@directory=$$(mktemp -d) && trap 'rm -rf "$$directory"' EXIT && build/$(DEMO) "$$directory" examples/console.json

test: ## run every test; ONLY='text' those whose line has the text in it, ONLY='text | text' those that have one of them
	@$(PACKAGING)/needs.sh test
	@Tests/run $(if $(value ONLY),"$$TYPED_ONLY")

check: library ## what most changes need, in about a minute if built: static suites, some promises of each part, those a change is about
	@$(PACKAGING)/needs.sh test
	@GAMEBASE_BUILT=library Tests/run --quick

torture: library ## the random series at full length (hours on two processors); CUTS=, KILLS=, FOLDERS=, PUSHES=, DAMAGES=, SEEDS=, ENDS=, QUERIES=, OBJECTS=, SEQUENCES=, DOCUMENTS=, DAYS=, ZONE_INSTANTS=, SCALE=, SEED= choose others
	@$(PACKAGING)/needs.sh torture
	@TORTURE=1 CUTS='$(CUTS)' KILLS='$(KILLS)' FOLDERS='$(FOLDERS)' FOLDER_FAULTS='$(FOLDER_FAULTS)' \
	    PUSHES='$(PUSHES)' PUSH_FAULTS='$(PUSH_FAULTS)' DAMAGES='$(DAMAGES)' \
	    SEEDS='$(SEEDS)' ENDS='$(ENDS)' QUERIES='$(QUERIES)' OBJECTS='$(OBJECTS)' ZONE_INSTANTS='$(ZONE_INSTANTS)' SEED='$(SEED)' \
	    SERVERKILLS='$(SERVERKILLS)' DATABASESTOPS='$(DATABASESTOPS)' FAILOVERS='$(FAILOVERS)' \
	    WATCHED_FAILOVERS='$(WATCHED_FAILOVERS)' FUZZ='$(FUZZ)' IMPORTED='$(IMPORTED)' DOCUMENTS='$(DOCUMENTS)' DAYS='$(DAYS)' \
	    SEQUENCES='$(SEQUENCES)' SCALE='$(SCALE)' \
	    Tests/run 'powercut: ' 'objects: ' 'folder: ' 'localpushes: ' \
	    ' times kill -9 during purchases' 'damage: ' 'simulator: ' 'documents: ' 'readback: ' 'figures: ' 'zones: ' 'growth: ' \
	    'hostile: each completion' 'ownership: ' 'contract: ncmb_sequences' 'homes: ' 'deaths: ' 'server: ' 'fuzz: ' 'fresh: ' \
	    'ctl: objects by the hundred thousand' 'browser: ' 'alarms: players' 'scale: '

oldest: library ## play the quickstart and the contract on Debian 11 (glibc 2.31, SQLite 3.34), made in .build as root
	@$(PACKAGING)/needs.sh oldest
	@OLDEST=1 Tests/run $(if $(value ONLY),"$$TYPED_ONLY")

SIMULATED_ = network, clocks
SIMULATED_objects = network, disks
SIMULATED_servers = servers,
simulate: ## play one world of the simulator and say what happens: SEED=n, OF=objects or OF=servers
	@$(PACKAGING)/needs.sh test
	@$(PACKAGING)/units.sh .build/server
	@SEED='$(or $(SEED),1)' .build/server/release/gamebasePackageTests.xctest --testing-library swift-testing \
	    --filter 'whatever $(SIMULATED_$(OF))'

mutate: ## plant mistakes in a copy of the library and say which no test notices: COUNT=300 SEED=1, FILES=, KINDS=, TESTS=
	@$(PACKAGING)/needs.sh test
	@FILES='$(FILES)' KINDS='$(KINDS)' TESTS='$(TESTS)' Tests/mutate/run $(or $(COUNT),300) $(or $(SEED),1)

docs: ## turn the headers' comments into pages: build/docs/html/index.html
	@$(PACKAGING)/needs.sh docs
	@mkdir -p build/docs
	@VERSION='$(VERSION)' DOCS=build/docs doxygen $(PACKAGING)/Doxyfile

bench: library ## print the speed of the library beside raw baselines
	@$(PACKAGING)/needs.sh bench
	@$(BENCH) -shared -fPIC Tests/bench/empty.c -o build/libempty.so
	@$(BENCH) Tests/bench/load.c -o build/bench-load -ldl -lpthread
	@$(BENCH) Tests/bench/bench.c -o build/bench -Lbuild -lempty -lgamebase -lpthread -Wl,-rpath,'$$ORIGIN'
	@$(BENCH) Tests/bench/frames.c -o build/bench-frames -Lbuild -lempty -lgamebase -lpthread -Wl,-rpath,'$$ORIGIN'
	@$(BENCH) Tests/bench/purchases.c -o build/bench-purchases -Lbuild -lgamebase -lsqlite3 -lpthread -Wl,-rpath,'$$ORIGIN'
	@$(BENCH) Tests/bench/objects.c -o build/bench-objects -Lbuild -lempty -lgamebase -lsqlite3 -lpthread -Wl,-rpath,'$$ORIGIN'
	@directory=$$(mktemp -d build/bench.XXXXXX) && trap 'rm -rf "$$directory"' EXIT && \
	    build/bench "$$directory" build/libgamebase.so.$(MAJOR) build/bench-load && build/bench-frames "$$directory" && build/bench-purchases "$$directory" && \
	    build/bench-objects "$$directory"

bench-server: server ## print the speed of gamebased beside C over libpq, and of two servers; BEFORE=path/to/gamebased: beside that build
	@$(PACKAGING)/needs.sh bench-server
	@$(BENCH) -I"$$(pg_config --includedir)" Tests/bench/server/replay.c -o build/bench-replay -lpq -lpthread
	@$(BENCH) Tests/bench/server/streams.c -o build/bench-streams
	@SECONDS='$(SECONDS)' CONNECTIONS='$(CONNECTIONS)' KINDS='$(KINDS)' HOMES='$(HOMES)' SERVERS='$(SERVERS)' WORKERS='$(WORKERS)' \
	    BEFORE='$(BEFORE)' ROUNDS='$(ROUNDS)' Tests/bench/server/run

install: ## install under PREFIX (/usr/local); LIBDIR= and INCLUDEDIR= choose its folders, DESTDIR= a place to stage it
	@test -e build/libgamebase.so.$(VERSION) -a -e build/gamebase.cdef || $(MAKE) --no-print-directory library
	@$(AS_TYPED) $(PACKAGING)/install.sh install $(VERSION)

uninstall: ## remove what install put there
	@$(AS_TYPED) $(PACKAGING)/install.sh uninstall $(VERSION)

clean: ## remove everything that was built
	@rm -rf build .build

help: ## print this list
	@sed -n 's/^\([a-z-]*\):[^#]*## /make \1\t/p' $(firstword $(MAKEFILE_LIST)) | awk -F'\t' '{ printf "%-18s%s\n", $$1, $$2 }'
