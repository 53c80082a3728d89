# make run     a whole contest of built-in bots, with standings and a report; needs Go alone
# make test    every test, quick packages first; installs what they need where it may, else says what to install
# make cross   builds for each platform
# make lint    gofmt, vet, staticcheck and deadcode; tools/go.mod pins the last two
# make bench   the ratios of BENCHMARKS.md, measured here
# make mutants  removes 23 protections of the sandbox from a copy, one at a time: each must turn a test red; as root, some minutes
# make fuzz    every reader of strangers' bytes against random ones, 10 s each
# make race    packages that start no processes, with the race detector
# make soak    contests of 4200 games whose workers, run, queue and ledger are disturbed in every way, SOAK times (1): some minutes each
# make pictures  the pictures of a site in the README, by Chromium
# make release what users install, into dist: archives, packages, an image, SBOMs and checksums
# make release-check  builds a release twice, in two folders, and compares the bytes
# make champion   Tron's champion against every bot that comes with agon, 200 games of them against the article's: half an hour on two cores;
#                 BOTS=FOLDER adds the bots in it, 100 games each

GO ?= go

SOAK ?= 1

.PHONY: pictures run build test needs lint race fuzz bench soak champion mutants cross release release-check clean

run: build
	./bin/agon run examples/colour-battle.toml --out out/colour-battle --fresh
	@echo "Open out/colour-battle/report/index.html in a browser."

build:
	$(GO) build -ldflags "-s -w" -o bin/agon ./cmd/agon

# Packages whose tests start processes or browsers: they run last.
SLOW = agon/(attack|bot|cmd|contest|film|fleet|gallery|games|queue|web|worker)(/|$$)

test: needs lint
	$(GO) test -count=1 -timeout 60m $$($(GO) list ./... | grep -vE '$(SLOW)') $$($(GO) list ./... | grep -E '$(SLOW)')

needs:
	@./scripts/needs

lint:
	@out=$$(gofmt -l $$(git ls-files '*.go')); test -z "$$out" || { echo "not gofmt-ed: $$out"; exit 1; }
	$(GO) vet ./...
	@GO=$(GO) ./scripts/lint

# Packages that start no processes: the detector slows those that do beyond their clocks.
race:
	CGO_ENABLED=1 $(GO) test -race -count=1 ./art/... ./bracket ./bot/unpack ./draw ./game ./internal/jsontext ./internal/nearest ./internal/tomlfile ./palette/... ./queue/... ./rating ./referee ./replay/... ./store/memory ./tournament/...

fuzz:
	@GO=$(GO) ./scripts/fuzz 10

# The binary builds for every system it promises.
cross:
	@for os in linux darwin windows; do for arch in amd64 arm64; do \
		echo "build $$os/$$arch"; CGO_ENABLED=0 GOOS=$$os GOARCH=$$arch $(GO) build -trimpath -o /dev/null ./cmd/agon || exit 1; \
	done; done

bench: build
	$(GO) run ./bench

# 100 starts against the bot of the article, five against every other bot that comes with agon, 50 against each of the folder BOTS, each with
# both rotations of the seats.
champion: build
	@./scripts/champion

# The pictures of a site in the README.
pictures:
	@dir=$$(mktemp -d) && AGON_SHOTS=$$dir $(GO) test -count=1 -run TestSitePages ./cmd/agon && \
	cp $$dir/pages-contest-over-desk-light.png docs/site-contest.png && cp $$dir/pages-statistics-desk-light.png docs/site-statistics.png && rm -r $$dir

soak:
	AGON_SOAK=$(SOAK) $(GO) test -count=1 -v -timeout 10h -run 'TestWorkersAndServerAreKilled|TestNothingIsLost' ./cmd/agon

mutants:
	$(GO) run ./bot/sandbox/mutants

release:
	cd release && $(GO) vet . && $(GO) test . && $(GO) run . $(RELEASE)

release-check:
	@GO=$(GO) ./scripts/release-check

clean:
	rm -rf bin out dist
