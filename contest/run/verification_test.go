package run

import (
	"fmt"
	"math"
	"os/exec"
	"path/filepath"
	"testing"

	"agon/bot"
	"agon/bot/sandbox"
	"agon/contest"
	"agon/contest/limit"
	"agon/format/tournament"
	"agon/game"
	"agon/games/all"
	"agon/games/folder"
	"agon/play/worker"
	"agon/record/replay"
)

// verified are the games that BenchmarkVerification executes again: a kind, its options, and the bots that play, of which two are seated
// unless the kind needs more.
var verified = []struct {
	name, kind, options string
	bots                []string
	seats               int
}{
	{"rps", "rps", "", []string{"", ""}, 2},
	{"tron of 8x8", "tron", "width = 8\nheight = 8", []string{"hugger", "filler"}, 2},
	{"tron of 30x20", "tron", "", []string{"hugger", "filler"}, 2},
	{"fence of 30x30", "fence", "", []string{"random", "nearest"}, 2},
	{"colour battle of 5 bots", "colour-battle", "", []string{"rambo", "rambo", "rambo", "steve", "steve"}, 5},
	{"bomberman of 4 bots", "bomberman", "", []string{"reference", "reference", "random", "random"}, 4},
	{"Connect Four in Python", "connect-four", "", []string{"random", "random"}, 2},
}

// reportedGames plays games of a contest here and returns a stage that takes them in, with the reports that a worker would have made.
func reportedGames(tb testing.TB, nth, games int, sample bool) (*RemoteStage, RemoteJob, []RemoteGame) {
	tb.Helper()
	of := verified[nth]
	text := fmt.Sprintf("kind = %q\nseed = 5\nverify = %q\n[options]\n%s\n", of.kind, map[bool]string{true: "sample", false: "all"}[sample],
		of.options)
	kind := kindOf(tb, of.kind)
	for i, name := range of.bots {
		if name == "" {
			name = kind.Builtins[i].Name
		}
		text += fmt.Sprintf("[[bots]]\nref = \"bot%d=builtin:%s\"\n", i+1, name)
	}
	text += fmt.Sprintf("[[stages]]\nname = \"all\"\nformat = \"arena\"\ngames = %d\nseats = %d\n", games, of.seats)
	c, err := open(tb, tb.TempDir(), text, func(s *contest.Setup) { s.Kinds = func(string) (*game.Kind, error) { return kind, nil } })
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { c.Close() })
	if r, err := Run(tb.Context(), c, Options{Cores: 1}); err != nil || r.Games != games {
		tb.Fatal(r.Games, " games: ", err)
	}
	kept, err := c.Kept(tb.Context())
	if err != nil {
		tb.Fatal(err)
	}
	r := &run{contest: c, options: Options{Meter: &limit.Meter{}}}
	s, err := r.begin(0, 0, c.Began())
	if err != nil {
		tb.Fatal(err)
	}
	nobody := make(chan struct{})
	close(nobody) // takes the games
	stage := &RemoteStage{run: s, entries: s.players(), scheduler: &scheduler{backlog: s.backlog, abandoned: nobody}}
	job := RemoteJob{fixtures: map[int]tournament.Fixture{}}
	var list []RemoteGame
	for _, g := range kept {
		data, err := c.Replay(g.ID)
		if err != nil {
			tb.Fatal(err)
		}
		rep, err := replay.Decode(data)
		if err != nil {
			tb.Fatal(err)
		}
		if !sample {
			rep.Record.Said = nil
		}
		reported := RemoteGame{Fixture: g.ID, Replay: replay.Encode(&replay.Replay{Record: rep.Record, Seats: rep.Seats}, kind.Timed)}
		for _, seat := range g.Result.Seats {
			reported.Seats = append(reported.Seats, worker.SeatTally{Seat: seat})
		}
		job.fixtures[g.ID] = g.Fixture
		list = append(list, reported)
	}
	var fixtures []tournament.Fixture
	for _, g := range kept {
		fixtures = append(fixtures, g.Fixture)
	}
	job.Job = worker.NewJob(fixtures...) // all have the same bots
	return stage, job, list
}

// kindOf returns a kind of agon, or the example of a game whose rules are in Python.
func kindOf(tb testing.TB, name string) *game.Kind {
	tb.Helper()
	if name != "connect-four" {
		k, err := all.Find(name)
		if err != nil {
			tb.Fatal(err)
		}
		return k
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		tb.Skip("no python3")
	}
	f, err := gamefolder.Open(filepath.FromSlash("../../examples/connect-four"),
		gamefolder.Host{Launcher: func() bot.Launcher { return sandbox.Plain() }, Python: python})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { f.Close() })
	return f.Kind
}

// BenchmarkVerification prints how many reported games a core takes in per second: each unpacked, executed, and packed for the archive
// (all), or checked and packed for the archive only (sample), with the replay's size.
func BenchmarkVerification(b *testing.B) {
	for nth, of := range verified {
		for _, sample := range []bool{false, true} {
			name := of.name + map[bool]string{false: "/all", true: "/sample"}[sample]
			b.Run(name, func(b *testing.B) {
				stage, job, games := reportedGames(b, nth, 20, sample)
				size, i := 0, 0
				for _, g := range games {
					size += len(g.Replay)
				}
				for b.Loop() {
					takes(b, stage, job, games[i%len(games)], sample)
					i++
				}
				b.ReportMetric(float64(i)/b.Elapsed().Seconds(), "games/s")
				b.ReportMetric(float64(size)/float64(len(games)), "bytes/replay")
			})
		}
	}
}

// takes has a stage take in a reported game.
func takes(tb testing.TB, stage *RemoteStage, job RemoteJob, g RemoteGame, sample bool) {
	tb.Helper()
	if !sample {
		if err := stage.Accept(job, g); err != nil {
			tb.Fatal(err)
		}
		return
	}
	c, err := stage.Claim(job, g)
	if err != nil {
		tb.Fatal(err)
	}
	stage.Enter(&c)
}

// TestClaims: what an honest worker reports of a game is what its rules make of it, in every kind: this machine, which executes it, and a
// judge find the same sums as the claim has.
func TestClaims(t *testing.T) {
	for nth, of := range verified {
		t.Run(of.name, func(t *testing.T) {
			stage, job, games := reportedGames(t, nth, 2, true)
			for _, g := range games {
				c, err := stage.Claim(job, g)
				if err != nil {
					t.Fatal(err)
				}
				found, err := stage.Verify(job, g, &c)
				if err != nil {
					t.Fatal(err)
				}
				fused := false
				for seat := range g.Seats { // as another processor may compute them
					if s := &g.Seats[seat]; s.Score != 0 {
						s.Score, fused = math.Nextafter(s.Score, 2*s.Score), true
					}
				}
				if near, err := stage.Claim(job, g); err != nil || near.Sum() != c.Sum() || fused == (near.Exact() == c.Exact()) {
					t.Errorf("scores that differ in the last bit are another result: %v", err)
				}
				judged, err := Execute(stage.run.contest.Kind, g.Replay)
				if err != nil || c.Sum() != found.Sum() || judged.Sum() != c.Sum() || judged.Exact() != c.Exact() {
					t.Errorf("claimed %+v, found %+v, judged %+v: %v", c.Execution, found, judged, err)
				}
			}
		})
	}
}
