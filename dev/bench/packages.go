package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
)

// packageRows returns the rows of single packages. Each runs a Go benchmark that is beside the code.
func packageRows() (rows []row) {
	for _, p := range packages {
		rows = append(rows, row{p.name, p.asked, p.run})
	}
	return rows
}

// A benchmark is a row that runs a Go benchmark of a package. Its limits are separated by semicolons: a metric, < or >, and a number. A
// metric is a unit, of one part of the benchmark if the part's name is before it, or two such with / or - between them.
type benchmark struct {
	name, asked string
	folder      string
	bench       string // with -benchtime
	limits      string
}

var packages = []benchmark{
	{"colour battle rules alone, 21 bots, 37x37, one core", "1 M rounds/s", "games/colourbattle", "BenchmarkStep 2000000x",
		"rounds/s > 1e6"},
	{"fence: rules alone, walkers that close fences, one core", "10 M turns/s, no allocation, 100x the plain scan",
		"games/fence", "BenchmarkTurn/random.* 1000000x", "random Mturns/s > 10; random allocs/op < 0; random Mturns/s / random-plain " +
			"Mturns/s > 100"},
	{"tron: rules alone, 4 walkers, one core", "5 M rounds/s, no allocation", "games/tron", "BenchmarkRules 20000x",
		"rounds/s > 5e6; allocs/op < 0"},
	{"tron: Voronoi fill of 30x20, 2 and 4 players, one core", "500 000/s and 350 000/s, no allocation",
		"games/tron", "BenchmarkFill 200000x", "2 fills/s > 5e5; 4 fills/s > 3.5e5; 2 allocs/op < 0; 4 allocs/op < 0"},
	{"rps: rules alone, one core", "50 M rounds/s, no allocation", "games/rps", "BenchmarkRounds 20000000x",
		"Mrounds/s > 50; allocs/op < 0"},
	{"rps: GIF of 51 frames of 60 x 60", "at most 60 ms", "show/art", "BenchmarkGIF/picture 20x", "ms/gif < 60"},
	{"rps: 51 rounds of two static Go bots from an image archive, no engine, level full", "at most 700 ms",
		"bot/lineup", "BenchmarkImageGame/go 5x", "ms/game-go < 700"},
	{"rps: 51 rounds of two Python bots from an image archive, no engine, level full", "at most 2000 ms",
		"bot/lineup", "BenchmarkImageGame/python 5x", "ms/game-python < 2000"},
	{"bomberman: rules alone, 21x21, 4 players, one core", "2 M rounds/s, no allocation",
		"games/bomberman", "BenchmarkStep 1000000x", "rounds/s > 2e6; allocs/op < 0"},
	{"bomberman: one state.json, 21x21", "at most 60 us, no allocation", "games/bomberman", "BenchmarkState 5000x",
		"ns/op < 60e3; allocs/op < 0"},
	{"own: Connect Four in Python, built-in bots, one core", "20 000 rounds/s", "games/folder", "BenchmarkConnectFour 1000x",
		"rounds/s > 20e3"},
	{"own: noughts as a WebAssembly module from C, built-in bots, one core", "1 M rounds/s", "games/folder", "BenchmarkNoughts 200000x",
		"rounds/s > 1e6"},
	{"own: how many times as fast the same rules are in Go, with the same bots", "at most 4x",
		"games/folder", "BenchmarkNoughtsBeside 30x", "times < 4"},
	{"own: Battlesnake as a WebAssembly module from Rust, 19x19, 4 snakes in circles, one core", "200 000 rounds/s",
		"games/folder", "BenchmarkCircles 1000x", "rounds/s > 200e3"},
	{"wire: 21 echo bots in C, engine and wire a move, against the bare ping-pong beside it", "at most 2x", "bot/program",
		"BenchmarkRound 20x", "ratio < 2"},
	{"sandbox: start of a static program at level full over the bare start", "at most 4 ms",
		"bot/sandbox", "BenchmarkStart 100x", "ns/start-full - ns/start-bare < 4e6"},
	{"sandbox: Python with numpy from the zygote, sandboxed, to the first move", "at most 6 ms",
		"bot/pyhost", "BenchmarkFirstMove 60x", "ns/first-move-forked < 6e6"},
	{"sandbox: a move of a running program at level full, against the bare process beside it", "at most 3 %",
		"bot/sandbox", "BenchmarkMove 100x", "ns/move-full / ns/move-none < 1.03"},
	{"plans: a round-robin of 300 bots, best of three, all planning calls together", "2 s", "format/tournament/all",
		"BenchmarkRoundRobin 2x", "cpu-s < 2"},
	{"plans: the next round of a ladder of 5000 bots after 1 M games", "1 s", "format/tournament/all", "BenchmarkLongPlan/ladder 2x",
		"cpu-s < 1; MB < 100"},
	{"plans: the next round of an arena of 5000 bots, two a game, after 1 M games", "1 s, 100 MB",
		"format/tournament/all", "BenchmarkLongPlan/arena 2x", "cpu-s < 1; MB < 100"},
	{"plans: the table of a ladder of 5000 bots after 1 M games", "1 s", "format/tournament/all", "BenchmarkLongTable/ladder 2x",
		"cpu-s < 1"},
	{"plans: the table of an arena of 5000 bots, two a game, after 1 M games", "1 s", "format/tournament/all",
		"BenchmarkLongTable/arena 2x", "cpu-s < 1"},
	{"plans: agon run on a ladder of 5000 bots with 1 M games, up to its next round (resume), also with a new version of a bot",
		"5 s, 500 MB",
		"cmd/agon", "BenchmarkResume 1x", "same s < 5; same MB < 500; changed s < 5; changed MB < 500"},
	{"results into SQLite, 1000 in a transaction", "50 000/s", "contest/store/sqlite", "BenchmarkRows 100x", "ns/row < 20e3"},
	{"results into PostgreSQL, 1000 in a transaction, flushed to the disk", "50 000/s", "contest/store/postgres", "BenchmarkRows 100x",
		"ns/row < 20e3"},
	{"queue to workers, of the wall time of a 1 s order", "at most 1 %", "contest/queue/jetstream/embedded", "BenchmarkOrder 500x",
		"ns/op < 1e7"},
	{"certainty: games until the order of 19 bots is certain (95 %), against independent games with Bonferroni's tests", "0.6x, 5 % wrong",
		"format/tournament/all", "BenchmarkCertainty/order 1x", "ratio < 0.6; %wrong < 5"},
	{"certainty: the same of the first five", "0.6x, 5 % wrong", "format/tournament/all", "BenchmarkCertainty/top-5 1x",
		"ratio < 0.6; %wrong < 5"},
	{"certainty: the same of the winner", "0.6x, 5 % wrong", "format/tournament/all", "BenchmarkCertainty/first 1x",
		"ratio < 0.6; %wrong < 5"},
	{"compare: games to a verdict at a difference of 50 rating points, against a fixed test of equal power", "0.6x, 5 % wrong",
		"format/tournament/compare", "BenchmarkGames 1x", "ratio < 0.6; %wrong < 5"},
	{"site: start to ready with 20 contests, and idle memory", "200 ms, 60 MB", "cmd/agon", "BenchmarkSiteStart 5x",
		"ms-to-ready < 200; MB < 60"},
	{"site: the page of a table of 1000 bots and a million games, p99", "20 ms, no game read", "cmd/agon", "BenchmarkSiteStandings 1000x",
		"ms-p99 < 20"},
	{"site: games of a bot that has 100 000, as a program asks, p99", "20 ms", "site", "BenchmarkGamesOfABot 2000x", "ms-p99 < 20"},
	{"site: pages a second on two cores while games are played", "1000", "cmd/agon", "BenchmarkSitePages 1x", "pages/s > 1000"},
	{"site: games lost to pages, against the part of the cores that pages take", "no more",
		"cmd/agon", "BenchmarkSiteLoad 1x", "%games-lost - %cores-taken < 0"},
	{"site: 2000 watchers of one live game on loopback", "1 s behind, 20 KB each", "cmd/agon", "BenchmarkSiteWatchers 1x",
		"s-behind < 1; KB < 20"},
	{"site: agon submit of a Python bot until its verdict", "3 s", "cmd/agon", "BenchmarkSiteVerdict 5x", "s-longest < 3"},
}

// run runs the benchmark and compares its metrics with the limits.
func (p benchmark) run(ctx context.Context) (reached string, ok bool, err error) {
	found, err := p.metrics(ctx)
	if err != nil {
		return "", false, err
	}
	var values []string
	ok = true
	for limit := range strings.SplitSeq(p.limits, "; ") {
		metric, sign, number := cut(limit, " < ", " > ")
		most, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return "", false, fmt.Errorf("limit %q: %w", limit, err)
		}
		v, err := found.value(metric)
		if err != nil {
			return "", false, fmt.Errorf("%s: %w", p.folder, err)
		}
		values, ok = append(values, number3(v)+" "+metric), ok && (v == most || v < most == (sign == " < "))
	}
	return strings.Join(values, ", "), ok, nil
}

// metrics are the best of a unit: the most of what is counted by the second, else the least, since noise only slows things down.
type metrics map[string]float64

// cut cuts a text at one of some signs.
func cut(text string, signs ...string) (before, sign, after string) {
	for _, sign := range signs {
		if before, after, ok := strings.Cut(text, sign); ok {
			return before, sign, after
		}
	}
	return text, "", ""
}

// value returns a metric, or the quotient or the difference of two.
func (m metrics) value(name string) (float64, error) {
	one, sign, two := cut(name, " / ", " - ")
	a, ok := m[one]
	b, both := m[two]
	if !ok || sign != "" && !both {
		return 0, fmt.Errorf("the benchmark reported no %s; the level, the compiler or the server is missing here", name)
	}
	switch sign {
	case " / ":
		return a / b, nil
	case " - ":
		return a - b, nil
	}
	return a, nil
}

var processors = regexp.MustCompile(`-\d+$`)

func (p benchmark) metrics(ctx context.Context) (metrics, error) {
	pattern, times, _ := strings.Cut(p.bench, " ")
	count := *pairs
	if times == "1x" {
		count = 1 // what takes minutes, or counts games
	}
	cmd := exec.CommandContext(ctx, "go", "test", "./"+p.folder, "-run", "^$", "-bench", "^"+strings.Replace(pattern, "/", "$/", 1)+"$",
		"-benchtime", times,
		"-count", strconv.Itoa(count), "-timeout", "2h", "-cpu", "1")
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %s", p.folder, err, bytes.TrimSpace(out))
	}
	found := metrics{}
	lines := bufio.NewScanner(bytes.NewReader(out))
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		_, part, _ := strings.Cut(processors.ReplaceAllString(fields[0], ""), "/")
		for i := 2; i+1 < len(fields); i += 2 {
			if v, err := strconv.ParseFloat(fields[i], 64); err == nil {
				found.add(fields[i+1], v)
				found.add(part+" "+fields[i+1], v)
			}
		}
	}
	return found, lines.Err()
}

func (m metrics) add(unit string, v float64) {
	if best, seen := m[unit]; !seen || v > best == strings.HasSuffix(unit, "/s") {
		m[unit] = v
	}
}

// number3 prints a number with three digits, or all before the point.
func number3(v float64) string {
	if v >= 100 || v <= -100 {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.3g", v)
}
