package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"agon/bot"
	"agon/film"
	"agon/game"
	"agon/internal/wholefile"
	"agon/replay"
	"agon/worker"
)

// look shows the deal, and each turn after it, to all spectators.
func (g *oneGame) look(t *game.Table, calls []*bot.Call) {
	g.print(t)
	g.turns.note(t, calls)
	g.write(t)
	g.log(t)
	if g.film == nil {
		return
	}
	eye := game.Audience
	if g.veiled() {
		eye = game.Public
	}
	g.shoot(g.film, film.TakeFor(t, eye), t, calls)
	for _, e := range g.views {
		g.shoot(e.film, film.TakeFor(t, e.seat), t, calls)
		if refused, _ := t.Told(e.seat); refused != "" && asked(calls, e.seat) {
			e.film.Tell(refused)
		}
	}
}

// shoot films a turn.
func (g *oneGame) shoot(f *film.Film, shot film.Shot, t *game.Table, calls []*bot.Call) {
	if calls == nil {
		f.Append(shot)
		return
	}
	shot.Took = make([]game.Micros, t.Seats())
	for i := range shot.Took {
		shot.Took[i] = -1
	}
	for _, c := range calls {
		if g.entries[c.Seat].Person == nil || c.Reply.Took > 0 {
			shot.Took[c.Seat] = c.Reply.Took
		}
		if c.Reply.Took == 0 && g.entries[c.Seat].Person == nil {
			shot.Took[c.Seat] = game.Micros(c.Wall.Microseconds())
		}
		if c.Reply.Fault != game.NoFault {
			shot.Faults = append(shot.Faults, game.FaultAt{Turn: t.Turns() - 1, Seat: c.Seat, Why: c.Reply.Fault, Note: c.Reply.Note})
		}
		if len(c.Reply.Remark) > 0 && !g.veiled() {
			shot.Remarks = append(shot.Remarks, game.RemarkAt{Turn: t.Turns() - 1, Seat: c.Seat, Text: append([]byte(nil), c.Reply.Remark...)})
		}
	}
	f.Append(shot)
	if t.Over() {
		f.End(t.Ending(), t.Digest())
	}
}

// done keeps what the game came to.
func (g *oneGame) done(played worker.Game) error {
	g.outcome = newPlayOutcome(g, played)
	rep := &replay.Replay{Record: played.Record, Seats: g.seats()}
	if g.replay != "" {
		if err := wholefile.Write(g.replay, func(out io.Writer) error {
			_, err := out.Write(replay.Encode(rep, g.kind.Timed))
			return err
		}); err != nil {
			return fmt.Errorf("write the replay: %w", err)
		}
	}
	if err := g.engine.close(); err != nil {
		return err
	}
	if g.playing.logs != "" {
		if err := g.written(); err != nil {
			return err
		}
	}
	g.growing.close() // before the logs are complete
	for seat, t := range played.Seats {
		g.printed.ended(seat, t.Turns)
		if g.debug && len(t.Log) > 0 {
			fmt.Fprintf(g.world.err, "--- %s\n%s", g.entries[seat].Name, printable(string(t.Log)))
		}
		if g.playing.logs == "" {
			continue
		}
		if err := os.MkdirAll(g.playing.logs, 0o755); err != nil {
			return err
		}
		text := t.Log
		if g.headed {
			text = t.Turns
		}
		if err := wholefile.WriteBytes(g.logName(seat), text); err != nil {
			return fmt.Errorf("write a log: %w", err)
		}
	}
	return nil
}

// logName returns the path of a seat's log.
func (g *oneGame) logName(seat int) string {
	return filepath.Join(g.playing.logs, fmt.Sprintf("%02d-%s.log", seat, fileName(g.entries[seat].Name)))
}

// writeLogs writes the logs as far as bots have printed.
func (g *oneGame) writeLogs() {
	if os.MkdirAll(g.playing.logs, 0o755) != nil {
		return
	}
	for seat := range g.entries {
		if text, news := g.printed.news(seat); news {
			wholefile.WriteBytes(g.logName(seat), text) // the next one makes up for it
		}
	}
}
