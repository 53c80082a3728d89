// Command bench measures agon against floors and peers in the same run and prints a table. Ratios only: machines differ.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"sync"
	"time"

	"agon/bot"
	"agon/bot/lineup"
	"agon/bot/pyhost"
	"agon/game"
	"agon/games/colourbattle"
	"agon/referee"
	"agon/worker"
)

func main() {
	file := flag.String("bot", "bench/bots/robots/trivial/bot.py", "")
	games := flag.Int("games", 64, "")
	rounds := flag.Int("rounds", 500, "")
	lanes := flag.Int("lanes", 16, "")
	n := flag.Int("bots", 21, "")
	cores := flag.Int("cores", runtime.NumCPU(), "")
	pages := flag.Bool("pages", true, "")
	flag.Parse()
	k := game.New(colourbattle.Spec)
	s, err := k.Settings(map[string]any{"rounds": *rounds})
	check(err)
	o := &lineup.Opener{Kind: k, Python: pyhost.Python(""), Launcher: bot.Plain{}, Log: bot.NewLog(0)}
	refs := make([]string, *n)
	for i := range refs {
		refs[i] = *file
	}
	entries, err := o.Open(context.Background(), refs)
	check(err)
	var line []int
	for i := range entries {
		line = append(line, i)
	}
	var mu sync.Mutex
	next := 0
	c := &worker.Crew{Kind: k, Settings: s, Entries: entries, Cores: *cores, Lanes: *lanes, Pages: *pages,
		Take: func(context.Context) (worker.Job, bool) {
			mu.Lock()
			defer mu.Unlock()
			if next >= *games {
				return worker.Job{}, false
			}
			j := worker.Job{Lineup: line}
			for i := 0; i < max(*lanes,1) && next < *games; i++ {
				j.Fixtures = append(j.Fixtures, referee.Fixture{ID: int64(next), Seed: int64(next), Seats: line})
				next++
			}
			return j, true
		},
	}
	var wall, cpu time.Duration
	faults := 0
	c.Done = func(_ int, g worker.Game) error {
		mu.Lock()
		defer mu.Unlock()
		for _, t := range g.Seats {
			wall += t.Wall
			cpu += t.CPU
			for _, n := range t.Faults { faults += n }
			if len(t.Log)>0 { os.Stderr.Write(t.Log) }
		}
		return nil
	}
	begin := time.Now()
	check(c.Work(context.Background()))
	spent := time.Since(begin)
	fmt.Printf("%.0f rounds/s, %.2f us per bot move and core, wall/cpu %.2f, efficiency %.2f faults %d\n", float64(*games**rounds)/spent.Seconds(),
		spent.Seconds()*1e6*float64(*cores)/float64(*games**rounds**n), wall.Seconds()/cpu.Seconds(), cpu.Seconds()/spent.Seconds()/float64(*cores), faults)
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
