package program

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"agon/bot"
	"agon/game"
)

// report reports every move to watch.
func (f *Fresh) report(watch func(bot.Trace)) { f.config.watch = watch }

// report reports every move to watch.
func (p *Player) report(watch func(bot.Trace)) { p.watch = watch }

// trace reports a move that has been settled.
func (l *lane) trace(c *bot.Call) {
	p := l.player
	if p.watch == nil || c.Lost {
		return
	}
	if l.talk != nil { // error output that came with the answer may still be in its pipe
		if chunk, err := l.talk.life.Wait(l.talk.room, time.Now()); err == nil {
			l.talk.appendChunk(chunk)
		}
	}
	p.watch(bot.Trace{
		Turn: c.Table.Turns(), Seed: c.Table.Seed(), Seat: c.Seat, Living: true, Sent: slices.Clone(l.sent), Out: slices.Clone(c.Reply.Out),
		Err: p.log.Copied(), Wall: c.Wall, Fault: c.Reply.Fault, Note: c.Reply.Note,
	})
	l.sent = l.sent[:0]
}

// found begins the trace of a move whose files lie in dir; nil if nobody watches.
func (m *move) found(c Config, dir string) *bot.Trace {
	if c.watch == nil {
		return nil
	}
	command := m.command(dir)
	t := &bot.Trace{Turn: m.turn, Seed: m.game.table.Seed(), Seat: m.call.Seat, Command: append([]string{command.Path}, command.Args...),
		Dir: dir}
	if dir == "" {
		return t
	}
	t.Found = listing(dir, "", true)
	if m.game.prompt.Dir != "" {
		t.Found = append(t.Found, listing(filepath.Dir(dir), "../", false)...)
	}
	return t
}

// left completes a trace with what the program has left, and reports it.
func (m *move) left(c Config, t *bot.Trace, exit bot.Exit) {
	if t == nil {
		return
	}
	reply := &m.call.Reply
	t.Exit, t.Wall, t.Fault, t.Note = exit, m.call.Wall, reply.Fault, reply.Note
	t.Out, t.Err = slices.Clone(reply.Out), slices.Clone(reply.Err)
	for _, file := range reply.Files {
		t.Files = append(t.Files, game.File{Name: file.Name, Data: slices.Clone(file.Data)})
	}
	if t.Dir != "" {
		for _, file := range listing(t.Dir, "", true) {
			if !slices.Contains(t.Found, file) {
				t.Left = append(t.Left, file)
			}
		}
	}
	c.watch(*t)
}

// mostListed bounds a listing, because a bot may have filled its folder.
const mostListed = 50

// listing returns the files in a folder, with a prefix for each name. It does not follow links.
func listing(dir, before string, folders bool) (files []bot.Listed) {
	d, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer d.Close()
	entries, _ := d.ReadDir(mostListed)
	for _, e := range entries {
		switch info, err := e.Info(); {
		case err != nil:
		case !e.IsDir():
			files = append(files, bot.Listed{Name: before + e.Name(), Size: info.Size()})
		case folders:
			files = append(files, bot.Listed{Name: before + e.Name() + "/"})
		}
	}
	slices.SortFunc(files, func(a, b bot.Listed) int { return strings.Compare(a.Name, b.Name) })
	return files
}
