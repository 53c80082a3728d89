package program

import (
	"fmt"
	"sync"
	"time"

	"agon/bot"
	"agon/game"
)

// Fresh plays a program that is started for each move. A goroutine of the player, bound to no core, starts the programs, so that players
// asked concurrently think concurrently.
type Fresh struct {
	config   Config
	games    []*freshGame
	open     []*move // calls of the last Ask, in order
	done     sync.WaitGroup
	failure  error // error of the host
	usage    bot.Usage
	measured bool          // grace has been measured
	grace    time.Duration // start-up time of the bot's language, if the clock grants it
}

// freshGame is a player's part in one of its concurrent games.
type freshGame struct {
	table   *game.Table
	seat    game.Seat
	folder  *folder // nil if no folder is needed
	command bot.Command
	prompt  game.Prompt
	zygote  *zygote // of a warm player, while it runs
	moves   int
	output  int // bytes of standard output in this game
	lost    bool
}

// move is a call with everything it needs.
type move struct {
	call   *bot.Call
	game   *freshGame
	turn   int
	common *game.Prompt // shared by all seats and unchanged until the next turn
	err    error        // error of the host
	peak   int64        // memory of the program, in bytes
}

// NewFresh returns a player of a program that is started for each move.
func NewFresh(c Config) *Fresh {
	c.Caps = c.Caps.orDefault()
	if c.Folders == nil {
		c.Folders = &Folders{}
	}
	return &Fresh{config: c}
}

// Traits: it has one lane, since the programs of one bot run one at a time.
func (f *Fresh) Traits() bot.Traits {
	return bot.Traits{MostLanes: oneLane, HostError: f.HostError, Usage: f.Usage, Trace: f.report}
}

func oneLane() int { return 1 }

// HostError returns the host's failure, nil if there is none.
func (f *Fresh) HostError() error { return f.failure }

// Sit prepares a game: a folder for the bot's files, and a private copy of the bot if the kind requires one.
func (f *Fresh) Sit(number int, t *game.Table, seat game.Seat) {
	if t.Kind.Clock(t.Settings()).Calibrate && !f.measured {
		f.measured, f.grace = true, calibrate(f.config)
	}
	for len(f.games) <= number {
		f.games = append(f.games, &freshGame{})
	}
	g := f.games[number]
	*g = freshGame{command: f.config.Command, prompt: g.prompt, table: t, seat: seat}
	if !f.config.Launch.Home && len(f.config.Launch.Replies) == 0 {
		return
	}
	if err := g.settle(f.config); err != nil {
		f.failure, g.lost = err, true
	}
}

// settle makes the folders of a game, and starts its zygote.
func (g *freshGame) settle(c Config) (err error) {
	if g.folder, err = c.Folders.seat(c, g.table, g.seat); err != nil {
		return err
	}
	if c.Launch.Home && c.Command.Dir != "" {
		home, err := g.folder.home(c, c.Command.Dir)
		if err != nil {
			return fmt.Errorf("copy the bot's folder: %w", err)
		}
		g.command = moved(c.Command, home)
	}
	if c.Warm {
		g.zygote, err = startZygote(c, g.command, g.folder)
	}
	return err
}

// Ask starts the programs, one lane after the other.
func (f *Fresh) Ask(calls []*bot.Call) {
	f.open = f.open[:0]
	for _, c := range calls {
		c.Grace = f.grace
		g := f.games[c.Lane]
		if g.lost {
			c.Lost = true
			continue
		}
		g.prompt.Reset()
		if g.moves == 0 {
			c.Table.Open(&g.prompt, c.Seat)
		}
		c.Table.Ask(&g.prompt, c.Seat)
		f.open = append(f.open, &move{call: c, game: g, turn: c.Table.Turns(), common: c.Table.Common()})
	}
	f.done.Add(1)
	go func(moves []*move) {
		defer f.done.Done()
		for _, m := range moves {
			m.err = m.makeMove(f.config)
			m.game.moves++
		}
	}(f.open)
}

// Answer returns when the last program has ended.
func (f *Fresh) Answer([]*bot.Call) {
	f.done.Wait()
	for _, m := range f.open {
		if m.err != nil {
			f.failure, m.call.Lost, m.game.lost = m.err, true, true
			continue
		}
		f.usage.Calls++
		f.usage.Wall += m.call.Wall
		f.usage.Kernel += m.call.CPU
		f.usage.Peak = max(f.usage.Peak, m.peak)
	}
	f.open = f.open[:0]
}

// Leave removes the folders of a game.
func (f *Fresh) Leave(number int) {
	g := f.games[number]
	if g.zygote != nil {
		f.usage.Peak = max(f.usage.Peak, g.zygote.end().Peak)
		g.zygote = nil
	}
	if g.folder == nil {
		return
	}
	if err := g.folder.remove(); err != nil {
		f.config.Log.Printf("its folder %s could not be removed: %v", g.folder.path, err)
	}
	g.folder = nil
}

// Close removes the folders of aborted games.
func (f *Fresh) Close() error {
	f.done.Wait()
	for number := range f.games {
		f.Leave(number)
	}
	return nil
}

// Usage returns what the bot has used.
func (f *Fresh) Usage() bot.Usage { return f.usage }
