package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"agon/game"
)

// cheapTron is the C++ starter, compiled as agon does: everything but the bot is measured.
const cheapTron = "games/tron/starters/cpp/bot.cpp"

// tronPrograms plays whole contests of two such bots by the command line, and alternately the same games over bare pipes: the same
// processes started and ended for each game, the same bytes in both directions, and nothing else. The run in a sandbox is reported too.
func tronPrograms(ctx context.Context) (string, bool, error) {
	const rotations = 400
	dir, err := os.MkdirTemp("", "agon-bench-")
	if err != nil {
		return "", false, err
	}
	defer os.RemoveAll(dir)
	bot := filepath.Join(dir, "bot")
	if out, err := exec.CommandContext(ctx, "g++", "-O2", "-o", bot, cheapTron).CombinedOutput(); err != nil {
		return "", false, fmt.Errorf("g++: %w: %s", err, out)
	}
	talks, err := talksOf(bot, 64)
	if err != nil {
		return "", false, err
	}
	contest := func(sandbox string) func() (float64, error) {
		return func() (float64, error) {
			run, err := runTron(ctx, rotations, sandbox, "One="+cheapTron, "Two="+cheapTron)
			if err != nil {
				return 0, err
			}
			return float64(run.Games) / run.Seconds, nil
		}
	}
	if _, err := contest("none")(); err != nil { // so that the bot is compiled
		return "", false, err
	}
	fast, bare, err := duel(contest("none"), func() (float64, error) { return bareGames(bot, talks, 2*rotations) })
	if err != nil {
		return "", false, err
	}
	confined, err := contest("full")()
	beside := "no sandbox to compare with here"
	if err == nil {
		beside = fmt.Sprintf("%.0f in the full sandbox", confined)
	}
	return fmt.Sprintf("%.2fx (%.0f games/s over %.0f; %s)", fast/bare, fast, bare, beside), fast/bare >= 0.5, nil
}

// A talk is the messages of a game: who is asked what, and the answer.
type talk []said

type said struct {
	seat           int
	prompt, answer []byte
}

// talksOf plays games between two processes of a bot and records the messages.
func talksOf(bot string, games int) ([]talk, error) {
	settings, err := trons.Settings(nil)
	if err != nil {
		return nil, err
	}
	table, err := trons.Table(settings)
	if err != nil {
		return nil, err
	}
	var talks []talk
	for seed := range int64(games) {
		if err := table.Deal(seed, 2); err != nil {
			return nil, err
		}
		t, err := listen(bot, table)
		if err != nil {
			return nil, err
		}
		talks = append(talks, t)
	}
	return talks, nil
}

func listen(bot string, table *game.Table) (t talk, err error) {
	pair, err := openPair(bot)
	if err != nil {
		return nil, err
	}
	defer pair.close()
	var prompt game.Prompt
	var reply game.Reply
	buffer := make([]byte, 64)
	for !table.Over() {
		owes := table.Owes()
		seat, _ := owes.Next(0)
		prompt.Reset()
		table.Ask(&prompt, seat)
		answer, err := pair[seat].ask(prompt.Stdin, buffer)
		if err != nil {
			return nil, err
		}
		reply.Reset()
		reply.Out = append(reply.Out, answer...)
		if why := table.Take(seat, &reply); why != game.NoFault {
			return nil, fmt.Errorf("the bot answers %q: %v", answer, why)
		}
		t = append(t, said{int(seat), bytes.Clone(prompt.Stdin), bytes.Clone(answer)})
		table.Step()
	}
	return t, nil
}

// bareGames returns how many such games per second all cores hold, each with a new pair of processes.
func bareGames(bot string, talks []talk, games int) (float64, error) {
	cores := runtime.NumCPU()
	errs := make(chan error, cores)
	begin := time.Now()
	var done sync.WaitGroup
	for core := range cores {
		done.Add(1)
		go func() {
			defer done.Done()
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			defer pin(core)()
			for n := core; n < games; n += cores {
				if err := hold(bot, talks[n%len(talks)]); err != nil {
					errs <- fmt.Errorf("bare pipes: %w", err)
					return
				}
			}
		}()
	}
	done.Wait()
	spent := time.Since(begin)
	select {
	case err := <-errs:
		return 0, err
	default:
		return perSecond(games, spent), nil
	}
}

// hold repeats the messages with new processes.
func hold(bot string, t talk) error {
	pair, err := openPair(bot)
	if err != nil {
		return err
	}
	defer pair.close()
	buffer := make([]byte, 64)
	for _, s := range t {
		answer, err := pair[s.seat].ask(s.prompt, buffer)
		if err != nil {
			return err
		}
		if !bytes.Equal(answer, s.answer) {
			return fmt.Errorf("%q was the answer before, and %q now", s.answer, answer)
		}
	}
	return nil
}

// pair is the two processes of a game.
type pair [2]*barePipe

func openPair(bot string) (p pair, err error) {
	for i := range p {
		if p[i], err = openProgram(exec.Command(bot)); err != nil {
			p.close()
			return p, err
		}
	}
	return p, nil
}

func (p pair) close() {
	for _, end := range p {
		if end != nil {
			end.close()
		}
	}
}
