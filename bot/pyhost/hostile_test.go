package pyhost_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"agon/bot/lineup"
	"agon/game"
)

const hostileFile = "testdata/hostile/hostile.py"

// rounds is the length of a hostile bot's game.
const rounds = 12

// A misdeed is the behaviour of a class of hostile.py, and its expected consequences.
type misdeed struct {
	class  string
	ups    int                // number of moves up that count; then it stands still
	faults map[game.Fault]int // nil for none
	log    string             // part of what the log must say
	guard  time.Duration
}

type count = map[game.Fault]int

var (
	always = func(why game.Fault) count { return count{why: rounds} }
	ends   = func(why game.Fault) count { return count{why: 1, game.Gone: rounds - 1} }
)

// hang is the time limit for bots that never answer. Loading may take six times as long, so it must be much longer than any call takes
// while other tests keep the machine busy. No test asserts how long it took.
const hang = 3 * time.Second

var misdeeds = []misdeed{
	{class: "Nothing", ups: rounds},

	{class: "AnswersNone", faults: always(game.Garbled), log: `"None" is no member of Move`},
	{class: "AnswersOne", faults: always(game.Garbled), log: `"an answer that prints as 1" is no member of Move`},
	{class: "AnswersTrue", faults: always(game.Garbled), log: `"True"`},
	{class: "AnswersText", faults: always(game.Garbled), log: `"'UP'"`},
	{class: "AnswersDigit", faults: always(game.Garbled), log: `"b'1'"`},
	{class: "AnswersFloat", faults: always(game.Garbled), log: `"nan"`},
	{class: "AnswersList", faults: always(game.Garbled), log: `"[<Move.UP: 1>]"`},
	{class: "AnswersDict", faults: always(game.Garbled), log: `"{<Move.UP: 1>: 1}"`},
	{class: "AnswersArray", faults: always(game.Garbled), log: `"array([`},
	{class: "AnswersLookAlike", faults: always(game.Garbled), log: `"<Move.UP: 1>"`},
	{class: "AnswersEnum", faults: always(game.Garbled), log: `"<enum 'Move'>"`},
	{class: "AnswersSullen", faults: always(game.Garbled), log: "cannot be printed"},
	{class: "AnswersOdd", faults: always(game.Garbled), log: "cannot be printed"},
	{class: "AnswersHuge", faults: always(game.Garbled), log: `"xxxx`},
	{class: "AnswersControl", faults: always(game.Garbled), log: `"\x1b[2J\r\x00`},
	{class: "AnswersGenerator", faults: always(game.Garbled), log: "generator object"},

	{class: "Raises", faults: always(game.Crashed), log: "it raised ValueError: out of ideas"},
	{class: "RaisesAtLength", faults: always(game.Crashed), log: "it raised ValueError: yyyy"},
	{class: "RaisesNasty", faults: always(game.Crashed), log: "NastyError"},
	{class: "RaisesInterrupt", faults: always(game.Crashed), log: "KeyboardInterrupt"},
	{class: "RaisesSystemExit", faults: always(game.Crashed), log: "SystemExit: 3"},
	{class: "RaisesGeneratorExit", faults: always(game.Crashed), log: "GeneratorExit"},
	{class: "RaisesStop", faults: always(game.Crashed), log: "StopIteration"},
	{class: "RaisesMemory", faults: always(game.Crashed), log: "MemoryError"},
	{class: "CallsExit", faults: always(game.Crashed), log: "SystemExit: bye"},
	{class: "Recurses", faults: always(game.Crashed), log: "RecursionError"},

	{class: "DiesByExit", faults: ends(game.Crashed), log: "last words\n"},
	{class: "DiesByAbort", faults: ends(game.Crashed), log: "its process ended by signal: aborted"},
	{class: "DiesByKill", faults: ends(game.Crashed), log: "its process was killed"},
	{class: "DiesByTerm", faults: ends(game.Crashed), log: "its process ended by signal: terminated"},
	{class: "DiesBySegfault", faults: ends(game.Crashed), log: "its process ended by signal: segmentation fault"},
	{class: "DiesTalking", faults: ends(game.Crashed), log: "line 2999 of the last words\n"},

	{class: "SleepsForEver", faults: ends(game.Late), log: "it gave no answer within 3s and was killed", guard: hang},
	{class: "LoopsForEver", faults: ends(game.Late), log: "it gave no answer within", guard: hang},
	{class: "StopsItself", faults: ends(game.Late), log: "it gave no answer within", guard: hang},
	{class: "FlipsPages", faults: ends(game.Late), log: "it gave no answer within", guard: hang},
	{class: "StealsFrames", faults: ends(game.Late), log: "it gave no answer within", guard: hang},
	{class: "SlowButInTime", ups: rounds},

	{class: "PrintsMegabyte", ups: rounds, log: "the last line\n"},
	{class: "PrintsRaw", ups: rounds, log: "\xff\xfe\x1b[2J\n"},
	{class: "ClosesStdout", ups: rounds},
	{class: "ClosesStdin", ups: rounds},
	{class: "ClosesStderr", ups: rounds},
	{class: "ClosesAll", faults: ends(game.Crashed)},
	{class: "WritesEverywhere", faults: ends(game.Garbled), log: "it wrote to the host's channel"},
	{class: "NoStdout", ups: rounds},

	{class: "ForkReturns", ups: rounds, log: "I am the child"},
	{class: "ForkKillsParent", faults: ends(game.Crashed), log: "its process was killed"},
	{class: "ForkStays", ups: rounds},
	{class: "StartsThreads", ups: rounds},
	{class: "IgnoresSignals", ups: rounds},

	{class: "Cheats", ups: rounds},
	{class: "LosesItsMethod", ups: 1, faults: count{game.Crashed: rounds - 1}, log: "AttributeError"},
	{class: "SpoilsLibraries", ups: rounds},
	{class: "SpoilsModules", ups: rounds},
	{class: "SpoilsBuiltins", faults: ends(game.Crashed)},
	{class: "SpoilsStreams", ups: rounds},
	{class: "StopsTheClock", ups: rounds, log: "times differ: it has replaced time.perf_counter_ns"},
	{class: "TurnsTheClockBack", ups: rounds, log: "times differ: it has replaced time.perf_counter_ns"},
}

// TestMisdeeds: whatever a bot does, its game continues to the last round with only its valid moves, the fault is named and counted, and
// the log shows it with the bot's input.
func TestMisdeeds(t *testing.T) {
	steve := enter(t, "builtin:steve")[0]
	twins := map[int]uint64{}
	for _, ups := range []int{0, 1, rounds} {
		twins[ups] = arena{entries: []lineup.Entry{scripted(t, ups, rounds), steve}, rounds: rounds}.play(t)[1].digest
	}
	enter(t, hostileFile)
	for _, m := range misdeeds {
		t.Run(m.class, func(t *testing.T) {
			t.Parallel()
			g := arena{entries: []lineup.Entry{named(t, hostileFile, m.class), steve}, rounds: rounds, guard: m.guard}.play(t)[1]
			log := g.logs[0]
			if !maps.Equal(g.faults[0], m.faults) {
				t.Errorf("faults %v, not %v:\n%.2000s", g.faults[0], m.faults, log)
			}
			if g.digest != twins[m.ups] || g.rounds != rounds {
				t.Errorf("the game differs from one in which it goes up %d times and then stands still:\n%.2000s", m.ups, log)
			}
			if len(g.faults[1]) > 0 || g.logs[1] != "" {
				t.Errorf("the opponent has %v, %q", g.faults[1], g.logs[1])
			}
			if !strings.Contains(log, m.log) {
				t.Errorf("the log does not contain %q:\n%.2000s", m.log, log)
			}
			shown := strings.Contains(log, `it had been shown {"turn":`) && strings.Contains(log, "and was sent a body of ")
			if len(m.faults) > 0 && !shown {
				t.Errorf("the log does not show the bot's input:\n%.2000s", log)
			}
			if len(log) > 80<<10 {
				t.Errorf("the log has %d bytes, more than the limit for a game", len(log))
			}
		})
	}
}

// TestEveryClassIsTried: the tests use every class of hostile.py.
func TestEveryClassIsTried(t *testing.T) {
	tried := map[string]bool{"RaisesInSecondGame": true, "ForkByC": true, "Traces": true}
	for _, m := range misdeeds {
		tried[m.class] = true
	}
	for _, e := range enter(t, hostileFile) {
		if !tried[e.Name] {
			t.Errorf("nobody tries %s", e.Name)
		}
	}
}

// TestGamesEnd: the outcome of these games is open, but they end and the opponent has no fault.
func TestGamesEnd(t *testing.T) {
	for _, class := range []string{"ForkByC", "Traces"} {
		t.Run(class, func(t *testing.T) {
			t.Parallel()
			g := arena{entries: []lineup.Entry{named(t, hostileFile, class), enter(t, "builtin:steve")[0]}, rounds: rounds,
				guard: hang}.play(t)[1]
			if g.rounds != rounds || len(g.faults[1]) > 0 {
				t.Errorf("%d rounds, the opponent has %v", g.rounds, g.faults[1])
			}
			for why := range g.faults[0] {
				if why != game.Late && why != game.Garbled && why != game.Crashed && why != game.Gone {
					t.Errorf("fault %v:\n%s", why, g.logs[0])
				}
			}
		})
	}
}

// TestLogKeepsBothEnds: of a megabyte the beginning and the end are kept, and the size of the gap is stated.
func TestLogKeepsBothEnds(t *testing.T) {
	t.Parallel()
	log := arena{entries: []lineup.Entry{named(t, hostileFile, "PrintsMegabyte")}, rounds: 3}.play(t)[1].logs[0]
	if !strings.HasPrefix(log, "the first line\nzzz") || !regexp.MustCompile(`agon: … \d{6,} bytes are left out here …`).MatchString(log) {
		t.Errorf("the log begins with %.40q and has %d bytes", log, len(log))
	}
}

// TestConstructorInLaterGame: a bot that cannot be constructed again is absent from then on.
func TestConstructorInLaterGame(t *testing.T) {
	t.Parallel()
	games := arena{entries: []lineup.Entry{named(t, hostileFile, "RaisesInSecondGame"), enter(t, "builtin:steve")[0]}, rounds: rounds,
		games: 4}.play(t)
	spoilt := 0
	for nr, g := range games {
		if len(g.faults[0]) == 0 {
			continue
		}
		spoilt++
		if !maps.Equal(g.faults[0], ends(game.Crashed)) ||
			!strings.Contains(g.logs[0], "its constructor raised RuntimeError: once is enough") {
			t.Errorf("game %d: %v\n%s", nr, g.faults[0], g.logs[0])
		}
	}
	if spoilt < 3 {
		t.Errorf("%d games have the fault, want at least 3", spoilt)
	}
}

// TestChildrenEnd: what a bot has forked is gone when its player is closed.
func TestChildrenEnd(t *testing.T) {
	t.Parallel()
	log := arena{entries: []lineup.Entry{named(t, hostileFile, "ForkStays")}, rounds: 3}.play(t)[1].logs[0]
	child := regexp.MustCompile(`child (\d+) stays`).FindStringSubmatch(log)
	if child == nil {
		t.Fatalf("the bot did not print its child's process ID:\n%s", log)
	}
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		status, err := os.ReadFile(filepath.Join("/proc", child[1], "stat"))
		if err != nil || strings.Contains(string(status), ") Z ") {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("process %s is still running: %s", child[1], status)
		}
	}
}
