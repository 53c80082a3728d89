# make run     a whole contest of built-in bots, with standings and a report; needs Go alone
# make test    every test; installs what they need where it may, else says what to install
# make lint    formatting and vet
# make bench   the ratios of BENCHMARKS.md, measured here
# make mutants  removes 23 protections of the sandbox from a copy, one at a time: each must turn a test red; as root, some minutes
# make fuzz    every reader of strangers' bytes against random ones, 10 s each
# make champion   200 games of Tron of the champion against the article's bot: a quarter of an hour on two cores

GO ?= go

.PHONY: run build test needs lint fuzz bench champion mutants cross clean

run: build
	./bin/agon run examples/colour-battle.toml --out out/colour-battle --fresh
	@echo "Open out/colour-battle/report/index.html in a browser."

build:
	$(GO) build -trimpath -o bin/agon ./cmd/agon

test: needs lint cross
	$(GO) test -count=1 -timeout 60m ./...

needs:
	@./scripts/needs

lint:
	@out=$$(gofmt -l $$(git ls-files '*.go')); test -z "$$out" || { echo "not gofmt-ed: $$out"; exit 1; }
	$(GO) vet ./...

fuzz:
	@GO=$(GO) ./scripts/fuzz 10s

# The binary builds for every system it promises.
cross:
	@for os in linux darwin windows; do for arch in amd64 arm64; do \
		echo "build $$os/$$arch"; CGO_ENABLED=0 GOOS=$$os GOARCH=$$arch $(GO) build -o /dev/null ./cmd/agon || exit 1; \
	done; done

bench: build
	$(GO) run ./bench

# 100 rotations of two seats, at nearly all of the 100 ms that a turn has. 85 % are asked.
CHAMPION = ./bin/agon run tron 'champion=builtin:champion?ms=90' builtin:voronoi --games 100 --seed 2016 --out out/champion --pages 10
champion: build
	@$(CHAMPION)
	@$(CHAMPION) --json 2>/dev/null | sed -E 's/.*"bot":"champion"[^}]*"score":([0-9.]+).*/\1/' | awk '{ printf "The champion wins %.1f %% of 200 games against the bot of the article; 85 %% are asked.\n", 100 * $$1 }'

mutants:
	$(GO) run ./bot/sandbox/mutants

clean:
	rm -rf bin out
