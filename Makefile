# make run     a whole contest of built-in bots, with standings and a report; needs Go alone
# make quick   lint, and the packages that start no processes; unchanged ones are not run again
# make test    every test but the long ones, quick packages first; installs what they need where it may, else says what to install
# make long    every test there is and the checks that take hours; FROM=STEP goes on with a step: see dev/scripts/long
# make cross   builds for each platform
# make lint    gofmt, vet, staticcheck and deadcode; dev/tools/go.mod pins the last two
# make bench   the ratios of BENCHMARKS.md, measured here
# make load     a thousand workers against one run: reconnects, vanishing and lying workers, killed servers and databases, a partition, a slow
#              and a full disk; prints a table, for about an hour
# make mutants  removes 24 protections of the sandbox from a copy, one at a time: each must turn a test red; as root, some minutes
# make fuzz    every reader of strangers' bytes against 20000 random inputs each
# make soak    contests of 4200 games whose workers, run, queue and ledger are disturbed in every way, SOAK times (1): some minutes each
# make race    packages that start no processes, with the race detector; .ci/run leaves out those of RACE_LONG, which start no goroutine
# make release what users install, into dist: archives, packages, an image, SBOMs and checksums
# make release-check  builds a release twice, in two folders, and compares the bytes
# make champion   Tron's champion against every bot that comes with agon, 200 games of them against the article's: half an hour on two cores;
#                 BOTS=FOLDER adds the bots in it, 100 games each

GO ?= go
SOAK ?= 1
# As in a release: one static file, which starts in 5 ms less where page faults are dear.
export CGO_ENABLED ?= 0

.PHONY: run build quick test long needs lint race fuzz bench soak load champion mutants cross release release-check clean

run: build
	./bin/agon run examples/colour-battle.toml --out out/colour-battle --fresh
	@echo "Open out/colour-battle/report/index.html in a browser."

build:
	$(GO) build -trimpath -ldflags "-s -w" -o bin/agon ./cmd/agon

# Packages whose tests start processes or browsers run last; of these the longest begin first, so that no processor waits for one of them. Four tests of a
# package run at a time: most wait for processes.
SLOW = agon/(bot|cmd|contest|dev/attack|games|play/worker|show/(film|gallery|web)|site)(/|$$)
LONGEST = agon/cmd/agon agon/show/web agon/dev/attack agon/bot/lineup agon/bot/pyhost

quick: lint
	$(GO) test $$($(GO) list ./... | grep -vE '$(SLOW)')

test: needs lint
	@GO=$(GO) ./dev/scripts/tests "$$($(GO) list ./... | grep -vE '$(SLOW)' | xargs) $(LONGEST) $$($(GO) list ./... | grep -E '$(SLOW)' | grep -vxF $(LONGEST:%=-e %) | xargs)" -parallel 4

long:
	@GO=$(GO) ./dev/scripts/long $(FROM)

needs:
	@./dev/scripts/needs

lint:
	@out=$$(gofmt -l $$(git ls-files '*.go')); test -z "$$out" || { echo "not gofmt-ed: $$out"; exit 1; }
	$(GO) vet -trimpath ./...
	cd dev/bench && $(GO) vet -trimpath .
	@GO=$(GO) ./dev/scripts/lint

# Packages that start no processes: the detector slows those that do beyond their clocks. The tournaments are one goroutine and take minutes.
# Package term is left out: the library of terminals reads on for a moment when a program that uses it has ended, which is a race of its own.
RACE_LONG = ./format/tournament/...
race:
	CGO_ENABLED=1 $(GO) test -trimpath -race -vet=off -count=1 -timeout 60m $(RACE_LONG) ./show/art/... ./show/bracket ./bot/unpack ./lab/check ./game/draw ./show/film ./game ./record/gamelog ./internal/httpserver ./internal/jsontext ./internal/nearest ./internal/tomlfile ./game/palette/... ./contest/queue ./contest/queue/filecache ./contest/queue/invitation ./format/rating ./play/referee ./record/replay/... ./show/report ./show/report/chart ./show/term/board ./show/term/progress ./show/term/screen ./show/term/standing ./show/term/table ./play/worker

fuzz:
	@GO=$(GO) ./dev/scripts/fuzz 20000

# The binary builds for every system it promises.
cross:
	@for os in linux darwin windows; do for arch in amd64 arm64; do \
		echo "build $$os/$$arch"; CGO_ENABLED=0 GOOS=$$os GOARCH=$$arch $(GO) build -trimpath -o /dev/null ./cmd/agon || exit 1; \
	done; done

bench: build
	cd dev/bench && $(GO) run .

# 100 starts against the bot of the article, five against every other bot that comes with agon, 50 against each of the folder BOTS, each with
# both rotations of the seats.
champion: build
	@./dev/scripts/champion

soak:
	AGON_SOAK=$(SOAK) AGON_TIER=alone $(GO) test -trimpath -ldflags=-w -count=1 -v -timeout 10h -run 'TestWorkersAndServerAreKilled|TestNothingIsLost' ./cmd/agon

# LOAD=FLAGS changes the sizes: see dev/load.
LOAD ?= -workers 1000 -games 18000 -calm 78000 -spread 1m -kills 20 -partition 5m
load:
	AGON_TIER=alone $(GO) test -trimpath -ldflags=-w -count=1 -v -timeout 10h -run TestStorms ./dev/load $(LOAD)

mutants:
	$(GO) test -count=1 -v -timeout 3h -run TestMutants ./bot/sandbox/mutants -removals

release:
	cd dev/release && $(GO) vet . && $(GO) test . && $(GO) run . $(RELEASE)

release-check:
	@GO=$(GO) ./dev/scripts/release-check

clean:
	rm -rf bin out dist
