package progress

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"agon/format/tournament"
	"agon/game"
	"agon/show/report"
	"agon/show/term/internal/golden"
	"agon/show/term/screen"
)

func state() Run {
	r := Run{
		Command: "agon run colour-battle.toml", Contest: "Colour Battle 2026", Stage: "final", Format: "arena", Unit: "%",
		Games: 1000, Done: 618, Rounds: 1000, Bots: 21, Cores: 2, Sandbox: "full", PerSecond: 41200,
		Elapsed: 17 * time.Minute, Left: 11*time.Minute + 4*time.Second, Efficiency: 0.934, Ledger: "out/ledger.db",
		Playing: []Playing{{619, 0.64}, {620, 0.235}},
		Faults:  []Count{{19, game.Late, 7214}, {11, game.Late, 18}, {6, game.Crashed, 9}, {18, game.Illegal, 2}},
		Last:    Last{618, []Scored{{"Blokkendoos", 7.13}, {"Ultra\x1bmarine", 6.8}, {"Fresco", 6.2}}},
	}
	for i := range 21 {
		score, half := 6.344-float64(i)*0.3, 0.08+float64(i%3)*0.02
		r.Standings = append(r.Standings, report.Standing{Name: fmt.Sprintf("Bot with a longish name %d", i), Standing: tournament.Standing{
			Rank: i + 1, RankLow: i/3*3 + 1, RankHigh: i/3*3 + 3, Entry: i,
			Score: score, Low: score - half, High: score + half, Deviation: 1.1, Took: 913_200, Moves: 1000 * (i + 1),
		}})
	}
	return r
}

func TestDashboard(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		for name, depth := range map[string]screen.Depth{"plain": screen.Plain, "mono": screen.Mono, "xterm": screen.Xterm,
			"true": screen.True} {
			t.Run(fmt.Sprintf("%dx%d %s", size[0], size[1], name), func(t *testing.T) {
				m := &model{depth: depth, width: size[0], height: size[1], run: state()}
				text := m.draw().String(depth)
				golden.Fits(t, text, size[0], size[1])
				golden.Check(t, fmt.Sprintf("dashboard.%dx%d.%s.txt", size[0], size[1], name), text)
				if depth == screen.Plain {
					golden.NoControl(t, text)
				}
				if depth == screen.Mono {
					golden.NoColour(t, text)
				}
			})
		}
	}
}

func TestDashboardOfAnySizeAndState(t *testing.T) {
	for _, run := range []Run{{}, {Games: 5, Over: true}, state()} {
		for width := 1; width < 140; width += 7 {
			for height := 1; height < 50; height += 7 {
				for keys := range 4 {
					m := &model{depth: screen.Plain, width: width, height: height, run: run, byTime: keys&1 > 0, logs: keys&2 > 0,
						scroll: 99}
					golden.Fits(t, m.draw().String(screen.Plain), width, height)
				}
			}
		}
	}
}

func TestKeys(t *testing.T) {
	p := New(os.Stderr, true)
	m := newModel(p, screen.Plain)
	m.run = state()
	m.press("e")
	if got := m.ordered()[0].Name; got != "Bot with a longish name 10" {
		t.Errorf("by efficiency %s is first", got)
	}
	for range 99 {
		m.press("down")
	}
	if !strings.Contains(m.draw().String(screen.Plain), "\n21 ") {
		t.Error("the end of the list has no bots")
	}
	m.press("q")
	select {
	case <-p.Stop():
	default:
		t.Error("q does not ask to stop")
	}
}

func TestPlainLines(t *testing.T) {
	at := func(done int, elapsed time.Duration) Run {
		r := state()
		r.Done, r.Elapsed = done, elapsed
		return r
	}
	over := at(1000, 24*time.Minute+17*time.Second)
	over.Over = true
	busy := over
	busy.Voided = 2
	stopped := at(300, time.Minute)
	stopped.Over = true
	for _, tt := range []struct {
		name string
		runs []Run
		want string
	}{
		{"one line at the beginning", []Run{at(0, 0)}, `
agon: Colour Battle 2026, final: 1000 games of 1000 rounds, 21 bots, 2 cores, sandbox full`},
		{"a line at each tenth, none between", []Run{at(0, 0), at(99, 1e9), at(100, 2e9), at(101, 3e9), at(200, 4e9)}, `
agon: Colour Battle 2026, final: 1000 games of 1000 rounds, 21 bots, 2 cores, sandbox full
agon: 100/1000 games  10%  41200 rounds/s  left 11m4s  faults 7243
agon: 200/1000 games  20%  41200 rounds/s  left 11m4s  faults 7243`},
		{"a line after half a minute", []Run{at(0, 0), at(1, 29e9), at(2, 30e9), at(3, 59e9), at(3, 60e9)}, `
agon: Colour Battle 2026, final: 1000 games of 1000 rounds, 21 bots, 2 cores, sandbox full
agon: 2/1000 games  0%  41200 rounds/s  left 11m4s  faults 7243
agon: 3/1000 games  0%  41200 rounds/s  left 11m4s  faults 7243`},
		{"a run that goes on does not tell its tenths again", []Run{at(618, 0), at(619, 1e9)}, `
agon: Colour Battle 2026, final: 1000 games of 1000 rounds, 21 bots, 2 cores, sandbox full`},
		{"one line at the end", []Run{at(0, 0), over, over}, `
agon: Colour Battle 2026, final: 1000 games of 1000 rounds, 21 bots, 2 cores, sandbox full
agon: done in 24m17s, efficiency 0.93 (bots' CPU / 2 cores), ledger out/ledger.db`},
		{"games that the host may have decided", []Run{at(0, 0), busy}, `
agon: Colour Battle 2026, final: 1000 games of 1000 rounds, 21 bots, 2 cores, sandbox full
agon: done in 24m17s, efficiency 0.93 (bots' CPU / 2 cores), 2 replayed because the machine was busy, ledger out/ledger.db`},
		{"stopped", []Run{at(0, 0), stopped}, `
agon: Colour Battle 2026, final: 1000 games of 1000 rounds, 21 bots, 2 cores, sandbox full
agon: stopped after 300 of 1000 games and 1m0s, efficiency 0.93 (bots' CPU / 2 cores), ledger out/ledger.db`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var tl teller
			got := ""
			for _, r := range tt.runs {
				for _, l := range tl.lines(&r) {
					golden.NoControl(t, l)
					got += "\n" + l
				}
			}
			if got != tt.want {
				t.Errorf("told%s\nnot%s", got, tt.want)
			}
		})
	}
}

// TestNobodyWaitsForAPipe would hang if Update blocked: nothing reads the pipe until all updates are done.
func TestNobodyWaitsForAPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	p := New(w, false)
	run := state()
	for i := range 20000 {
		run.Elapsed += time.Minute
		run.Done = i / 20
		p.Update(run)
		p.Note(strings.Repeat("x", 200))
	}
	read := make(chan string)
	go func() {
		text := make([]byte, 1<<22)
		n := 0
		for {
			m, err := r.Read(text[n:])
			n += m
			if err != nil {
				break
			}
		}
		read <- string(text[:n])
	}()
	run.Done, run.Over = run.Games, true
	p.Update(run)
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	text := <-read
	golden.NoControl(t, text)
	if !strings.Contains(text, "agon: done in") {
		t.Error("the last state is not told")
	}
}
