GO ?= go
# How long `make fuzz` spends on each fuzzed law.
FUZZTIME ?= 10s

.PHONY: release-check check golden attribute docs bench fuzz crash clients mutate

# check is what a change has to pass; .ci/run does the same with the hosts' clients.
check:
	@files=$$(gofmt -s -l .); [ -z "$$files" ] || { echo "gofmt -s would change:"; echo "$$files"; exit 1; }
	GOOS=linux $(GO) vet -tags bench ./...
	GOOS=darwin $(GO) vet ./...
	GOOS=windows $(GO) vet ./...
	$(GO) test ./...

# golden writes the expected trees anew and lists what moved; look at it before you commit.
golden:
	$(GO) run ./cmd/gsd-install golden --update golden --pack testdata/fixture/pack --mcp --os linux --all

# attribute explains what the working tree moves, against the merge base with main.
attribute:
	.ci/attribute

# docs writes anew what is generated in docs/.
docs:
	$(GO) test ./descriptors -run '^TestSchemaInStep$$' -update
	$(GO) test ./hostapi -run '^TestHandshakeSchemaInStep$$' -update
	$(GO) test ./cmd/gsd-install -run '^(TestMatrixInStep|TestReadmeHosts)$$' -update
	$(GO) test ./cmd/gsd-install -run '^TestManInStep$$' -update
	$(GO) test ./cmd/gsd-install -run '^TestHowTo$$' -update
	$(GO) test ./docs -update

# release-check has goreleaser look at the recipe; the tests try what it says.
release-check:
	goreleaser check

# bench measures the whole program, as ratios, and writes docs/benchmarks.md. It wants a
# machine that does nothing else, npm, and node 24 or newer.
bench:
	$(GO) test -tags bench -count=1 -timeout 2h ./bench -table $(CURDIR)/docs/benchmarks.md -v

# crash kills KILLS runs with gsd-core from outside; SEED=N tries the same times again.
KILLS ?= 300
SEED ?= $(shell date +%s)
crash:
	GSD_KILLS=$(KILLS) GSD_SEED=$(SEED) $(GO) test . -run '^TestKills$$' -count=1 -timeout 2h -v

# clients takes a turn with each command and agent of both packs in the clients that are asked for a
# few only otherwise, and shows both packs in both scopes to those that are shown two of the four.
clients:
	GSD_TURNS=all GSD_REQUIRE_CLIENTS=1 $(GO) test . -run '^Test((Auggie|Cline|CodeBuddy|Copilot|Gemini|Kilo|KimiCode|OpenCode|Pi)Loads|BuiltinTurns)$$' -count=1 -timeout 1h -v

# fuzz tries each law for FUZZTIME; a plain `go test` runs their seeds only.
fuzz:
	@set -e; for pkg in $$($(GO) list ./...); do \
		laws=$$($(GO) test -list '^Fuzz' "$$pkg"); \
		for law in $$(echo "$$laws" | grep '^Fuzz' || true); do \
			echo "$$pkg $$law"; \
			$(GO) test -run '^$$' -fuzz "^$$law\$$" -fuzztime $(FUZZTIME) "$$pkg"; \
		done; \
	done

# mutate corrupts each rule and renderer in turn and prints what catches it (docs/mutation.md);
# a plain `go test` tries one in forty.
mutate:
	$(GO) test ./mutation -run '^TestMutants$$' -all -count=1 -timeout 3h -v
