package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"agon/bot"
	"agon/bot/lineup"
	"agon/bot/pyhost"
	"agon/bot/sandbox"
	"agon/play/referee"
	"agon/play/worker"
)

// played is the result of a measured run. spent excludes starts: the clock begins with the first game that every core has dealt.
type played struct {
	rounds    int
	spent     time.Duration
	rate      float64       // rounds per second: the sum over the cores, each until its last game, as in the plain loop
	wall, cpu time.Duration // of all calls
	faults    int
}

// lanes of the measured runs, the same for all so that they can be compared.
const lanes = 32

func botFile(name string) string { return filepath.Join("bench", "bots", "robots", name, "bot.py") }

// python plays games of 21 copies of a bot, a process each, on all cores.
func python(ctx context.Context, name string, games, rounds int, pages bool) (played, error) {
	return pythonIn(ctx, name, games, rounds, pages, lanes)
}

func pythonIn(ctx context.Context, name string, games, rounds int, pages bool, lanes int) (played, error) {
	settings, err := kind.Settings(map[string]any{"rounds": rounds})
	if err != nil {
		return played{}, err
	}
	opener := &lineup.Opener{Kind: kind, Python: pyhost.Python(""), Launcher: sandbox.Plain(), Log: bot.NewLog(0)}
	refs := make([]string, 21)
	var line []int
	for i := range refs {
		refs[i], line = botFile(name), append(line, i)
	}
	entries, err := opener.Open(ctx, refs)
	if err != nil {
		return played{}, err
	}
	for _, e := range entries {
		if e.Broken != "" {
			return played{}, errors.New(e.Broken)
		}
	}
	cores := runtime.NumCPU()
	share := min(lanes, max(games/cores, 1))
	var mu sync.Mutex
	var run played
	done, last := make([]int, cores), make([]time.Duration, cores) // by core: rounds, and when it ended its last game
	// The first game on each core starts the processes, and is not measured.
	begin, warm := time.Time{}, 0
	next := -cores
	var ready sync.WaitGroup
	ready.Add(cores)
	pool := &worker.Pool{
		Play: worker.Play{Kind: kind, Settings: settings, Entries: entries, Cores: cores, Lanes: lanes, Pages: pages, Seed: 1},
		Take: func(context.Context) (worker.Job, bool) {
			mu.Lock()
			if next < 0 {
				next++
				mu.Unlock()
				return worker.Job{Lineup: line, Fixtures: []referee.Fixture{{ID: -1, Seed: 1, Seats: line}}}, true
			}
			mu.Unlock()
			mu.Lock()
			defer mu.Unlock()
			if next >= games {
				return worker.Job{}, false
			}
			job := worker.Job{Lineup: line}
			for ; len(job.Fixtures) < share && next < games; next++ {
				job.Fixtures = append(job.Fixtures, referee.Fixture{ID: int64(next), Seed: int64(next), Seats: line})
			}
			return job, true
		},
		Done: func(core int, g worker.Game) error {
			mu.Lock()
			if g.Fixture.ID < 0 {
				warm++
				if warm == cores {
					begin = time.Now()
				}
				mu.Unlock()
				ready.Done()
				ready.Wait()
				return nil
			}
			defer mu.Unlock()
			run.rounds += g.Record.Rounds
			for _, s := range g.Seats {
				run.wall += s.Wall
				run.cpu += s.CPU
				for _, n := range s.Faults {
					run.faults += n
				}
			}
			run.spent = time.Since(begin)
			done[core], last[core] = done[core]+g.Record.Rounds, run.spent
			return nil
		},
	}
	if err := pool.Work(ctx); err != nil {
		return run, err
	}
	for core, n := range done {
		if n > 0 {
			run.rate += perSecond(n, last[core])
		}
	}
	if run.faults > 0 {
		return run, fmt.Errorf("%d faults in a benchmark", run.faults)
	}
	return run, nil
}

// loop plays the same in the plain loop, one process per core, and returns the total rounds per second.
func loop(name string, games, rounds int) (float64, error) {
	cores := runtime.NumCPU()
	rates := make([]float64, cores)
	errs := make([]error, cores)
	var done sync.WaitGroup
	for i := range cores {
		done.Add(1)
		go func() {
			defer done.Done()
			args := []string{"dev/bench/loop.py", strconv.Itoa(max(games/cores, 1)), strconv.Itoa(rounds), "21", botFile(name)}
			program := pyhost.Python("")
			if path, err := exec.LookPath("taskset"); err == nil {
				args = append([]string{"-c", strconv.Itoa(i), program}, args...)
				program = path
			}
			out, err := exec.Command(program, args...).Output()
			if err != nil {
				errs[i] = fmt.Errorf("the plain loop: %w", err)
				return
			}
			rates[i], errs[i] = strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
		}()
	}
	done.Wait()
	sum := 0.0
	for _, r := range rates {
		sum += r
	}
	return sum, errors.Join(errs...)
}

// against measures agon and the plain loop alternately.
func against(name string, games, rounds int, pages bool, asked float64) func(context.Context) (string, bool, error) {
	return func(ctx context.Context) (string, bool, error) {
		ours, theirs, err := duel(func() (float64, error) {
			run, err := python(ctx, name, games, rounds, pages)
			if err != nil {
				return 0, err
			}
			return run.rate, nil
		}, func() (float64, error) { return loop(name, max(games/8, runtime.NumCPU()), rounds) })
		if err != nil {
			return "", false, err
		}
		return fmt.Sprintf("%.2fx (%.0f against %.0f rounds/s)", ours/theirs, ours, theirs), ours/theirs >= asked, nil
	}
}

func fairness(ctx context.Context) (string, bool, error) {
	best := 1e9
	for range turns {
		run, err := pythonIn(ctx, "field", 16, 60, true, 8)
		if err != nil {
			return "", false, err
		}
		best = min(best, run.wall.Seconds()/run.cpu.Seconds())
	}
	return fmt.Sprintf("%.3f", best), best <= 1.05, nil
}
