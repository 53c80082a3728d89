//go:build linux

package fence

import (
	"syscall"
	"testing"

	"agon/game"
	"agon/game/gametest"
)

// line is a whole game as its moves.
type line struct {
	start State
	moves []Move
}

// lived plays a game between two built-in bots and keeps its moves, so that benchmarks measure rules only.
func lived(b *testing.B, r *Rules, one, two string, seed int64) line {
	b.Helper()
	var s State
	d := game.NewDice(seed, nil)
	d.Turn(0)
	if err := r.Deal(&s, 2, &d); err != nil {
		b.Fatal(err)
	}
	l := line{start: s}
	bots := [2]game.BuiltinFunc[State, Move]{builtinOf(b, one, seed), builtinOf(b, two, seed+1)}
	moves := make([]game.Move[Move], 2)
	for !r.owesNobody(&s) {
		m := bots[s.Turn](&s, game.Seat(s.Turn), nil)
		moves[s.Turn].Value = m
		l.moves = append(l.moves, m)
		r.Step(&s, moves, &d)
	}
	return l
}

// BenchmarkTurn measures one ply of the rules; plain measures the same games with the fences of the definition, with at least one pass per
// ply. Random walkers go on to the original's cap, the others until the board is full, as by default.
func BenchmarkTurn(b *testing.B) {
	for _, pair := range [][2]string{{"random", "random"}, {"nearest", "nearest"}, {"planner", "planner"}} {
		r := rulesOf(b, nil)
		var games []line
		for seed := range int64(8) {
			games = append(games, lived(b, r, pair[0], pair[1], seed))
		}
		b.Run(pair[0], func(b *testing.B) { turns(b, r, games) })
		b.Run(pair[0]+"-plain", func(b *testing.B) { plainTurns(b, r, games) })
	}
}

func turns(b *testing.B, r *Rules, games []line) {
	b.ReportAllocs()
	moves := make([]game.Move[Move], 2)
	d := game.NewDice(1, nil)
	d.Turn(0)
	var s State
	done, begin := 0, cpuTime(b)
	for done < b.N {
		for _, g := range games {
			s = g.start
			for _, m := range g.moves {
				moves[s.Turn].Value = m
				r.Step(&s, moves, &d)
			}
			done += len(g.moves)
		}
	}
	report(b, done, begin)
}

// plainTurns plays the same plies with the definition of plainBoard.
func plainTurns(b *testing.B, r *Rules, games []line) {
	done, begin := 0, cpuTime(b)
	for done < b.N {
		for i := range games {
			g := &games[i]
			plain := plainOf(r, &g.start)
			x, y, turn := g.start.X, g.start.Y, 0
			for _, m := range g.moves {
				if c := plain.at(int(x[turn]), int(y[turn])); *c == 0 {
					*c = uint8(turn + 1)
				}
				x[turn], y[turn] = around(x[turn]+steps[m][0], int16(r.N)), around(y[turn]+steps[m][1], int16(r.N))
				plain.close(uint8(turn + 1))
				turn = 1 - turn
			}
			if done += len(g.moves); done >= b.N {
				break
			}
		}
	}
	report(b, done, begin)
}

// report reports times per turn actually played, since games are played to their end, in processor time, since machines are busy; share is
// how much of a core the benchmark got.
func report(b *testing.B, turns int, begin int64) {
	cpu := float64(cpuTime(b) - begin)
	b.ReportMetric(cpu/float64(turns), "ns/turn")
	b.ReportMetric(float64(turns)/cpu*1e3, "Mturns/s")
	b.ReportMetric(cpu/float64(b.Elapsed().Nanoseconds()), "share")
	b.ReportMetric(0, "ns/op")
}

// cpuTime returns the processor time of this process so far, in nanoseconds.
func cpuTime(b *testing.B) int64 {
	b.Helper()
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		b.Fatal(err)
	}
	return use.Utime.Nano() + use.Stime.Nano()
}

// BenchmarkTable measures a ply as the arena plays it with a hosted bot: prompt, reply, record, step.
func BenchmarkTable(b *testing.B) {
	table := gametest.Play(b, game.New(Spec), 2, 1, nil)
	var prompt game.Prompt
	var reply game.Reply
	reply.Out = append(reply.Out, "1 0"...)
	b.ReportAllocs()
	for i := range b.N {
		if table.Over() {
			if err := table.Deal(int64(i), 2); err != nil {
				b.Fatal(err)
			}
		}
		owes := table.Owes()
		seat, _ := owes.Next(0)
		prompt.Reset()
		table.Ask(&prompt, seat)
		table.Take(seat, &reply)
		table.Step()
	}
}

// BenchmarkPrompt measures the body of one turn.
func BenchmarkPrompt(b *testing.B) {
	var s State
	r := rulesOf(b, nil)
	d := game.NewDice(1, nil)
	d.Turn(0)
	if err := r.Deal(&s, 2, &d); err != nil {
		b.Fatal(err)
	}
	var p game.Prompt
	for range b.N {
		p.Reset()
		(&wire{}).Ask(&p, &s, 0)
	}
}
