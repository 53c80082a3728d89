/*
Package logs reads what the bots of a contest printed: by game and turn, with what the replay of the game says of each turn, and hands it
out to their authors, each of whom gets the logs of his or her bots and of nobody else.

The logs are in the contest's folder and are read while a run writes them. Everything that bots printed is untrusted text; callers escape
it.
*/
package logs

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"agon/contest"
	"agon/contest/folders"
	"agon/contest/store"
	"agon/contest/store/ledgers"
	"agon/internal/cause"
	"agon/internal/clean"
	"agon/internal/nearest"
	"agon/record/gamelog"
	"agon/record/replay"
)

// A Bot is the log of an entry of a contest.
type Bot struct {
	entry  int
	Name   string // with its version, where there is a later one
	Author string
	file   contest.LogFile // without paths if the bot printed nothing and had no fault
}

// A Reader has the logs of a contest, and what its ledger and replays say of them.
type Reader struct {
	dir     string
	kinds   Kinds
	contest *contest.Contest // nil where there is no ledger
	games   []store.Game     // of its plan
	Bots    []Bot            // those that have a log
}

// Open opens the logs in a contest's folder.
func Open(ctx context.Context, f *folders.Folders, dir string) (*Reader, error) {
	if _, err := os.Stat(dir); err != nil {
		return nil, fmt.Errorf("%s: no such contest", dir)
	}
	if !ledgers.Has(dir) {
		r := &Reader{dir: dir, kinds: f.Kinds}
		return r, r.readBots()
	}
	c, err := f.Read(ctx, dir)
	if err != nil {
		return nil, err
	}
	r, err := Of(ctx, c, f.Kinds)
	if err != nil {
		c.Close()
	}
	return r, err
}

// Of returns the logs of a contest that is open.
func Of(ctx context.Context, c *contest.Contest, kinds Kinds) (*Reader, error) {
	r := &Reader{dir: c.Dir, kinds: kinds, contest: c}
	var err error
	if r.games, err = c.Kept(ctx); err != nil {
		return nil, folders.Error(c.Dir, err)
	}
	return r, r.readBots()
}

// readBots lists the logs in the contest's folder.
func (r *Reader) readBots() error {
	files, err := contest.LogFiles(r.dir)
	if err != nil {
		return cause.Host(err)
	}
	for _, file := range files {
		b := Bot{entry: file.Entry, Name: file.Name, file: file}
		if c := r.contest; c != nil && file.Entry >= 0 && file.Entry < len(c.Entries) {
			b.Name, b.Author = c.Label(file.Entry), c.Entries[file.Entry].Author
		}
		r.Bots = append(r.Bots, b)
	}
	return nil
}

// Entry returns the log of an entry.
func (r *Reader) Entry(entry int) Bot {
	if at := slices.IndexFunc(r.Bots, func(b Bot) bool { return b.entry == entry }); at >= 0 {
		return r.Bots[at]
	}
	return Bot{entry: entry} // it printed nothing and had no fault
}

// Close closes the contest.
func (r *Reader) Close() {
	if r.contest != nil {
		r.contest.Close()
	}
}

// Printed reports whether the bot printed anything or had a fault.
func (b *Bot) Printed() bool { return b.file.Paths != nil }

// Find finds a bot's log by its name. That of a bot that printed nothing and had no fault has no file.
func (r *Reader) Find(name string) (Bot, error) {
	var names, known []string
	for _, b := range slices.Backward(r.Bots) { // the newest version first
		if b.Name == name || clean.FileName(b.Name) == clean.FileName(name) {
			return b, nil
		}
		names = append(names, b.Name)
	}
	if c := r.contest; c != nil {
		for i := range slices.Backward(c.Entries) {
			if c.Label(i) == name {
				return Bot{entry: i, Name: name, Author: c.Entries[i].Author}, nil // it printed nothing and had no fault
			}
			known = append(known, c.Label(i))
		}
	}
	slices.Reverse(names)
	return Bot{}, fmt.Errorf("%s has no log of %q; it has logs of %s%s", r.dir, name, strings.Join(names, ", "), nearest.Hint(name,
		slices.Concat(names, known)))
}

// Records returns a bot's log.
func (b *Bot) Records() ([]gamelog.Record, error) {
	records, err := b.file.Read(0)
	return records, cause.Host(err)
}

// Game returns the turns of a bot in one game, by its log: all, or those in which it printed something or had a fault.
func (r *Reader) Game(b Bot, records []gamelog.Record, game int, all bool) []Turn {
	round := 0
	if all {
		round = everyRound
	}
	turns := turnsOf(r.kinds, game, gamelog.Of(records, game), r.replay(game), b.entry, &scope{round: round})
	slices.SortStableFunc(turns, inOrder)
	return turns
}

// Turns returns the turns of a bot's log, by game; game and round 0 are all. Of a round of one game it gives the turns in which the bot
// printed nothing, too.
func (r *Reader) Turns(b Bot, game, round int) ([]Turn, error) {
	records, err := b.file.Read(0)
	if err != nil {
		return nil, cause.Host(err)
	}
	only := round
	var games []gamelog.Game
	switch own := gamelog.Of(records, game); {
	case game == 0:
		games, round = gamelog.ByGame(records), 0
	case round > 0 || len(own) > 0:
		games = []gamelog.Game{{Number: game, Records: own}}
	}
	var list []Turn
	for _, g := range games {
		// A line that is printed late, by a process that has ended meanwhile, stands behind lines of later turns.
		turns := turnsOf(r.kinds, g.Number, g.Records, r.replay(g.Number), b.entry, &scope{round: round})
		slices.SortStableFunc(turns, inOrder)
		list = append(list, turns...)
	}
	return slices.DeleteFunc(list, func(t Turn) bool { return only > 0 && t.Round != only }), nil
}

// inOrder compares turns by their order. Remarks that belong to no turn are on the whole game, and come last.
func inOrder(a, b Turn) int {
	place := func(t Turn) int {
		if t.Turn < 0 && t.Printed == "" {
			return math.MaxInt
		}
		return t.Turn
	}
	return cmp.Compare(place(a), place(b))
}

// replay returns the replay of a game, nil where there is none that can be read.
func (r *Reader) replay(game int) *replay.Replay {
	if r.contest == nil || game == 0 {
		return nil
	}
	data, err := r.contest.Replay(game - 1)
	if err != nil {
		return nil
	}
	rep, err := replay.Decode(data)
	if err != nil {
		return nil
	}
	return rep
}

// Played returns an error if there is no such game or a bot did not play in it; game 0 is any.
func (r *Reader) Played(b Bot, game int) error {
	if r.contest == nil || game == 0 {
		return nil
	}
	switch at := slices.IndexFunc(r.games, func(g store.Game) bool { return g.ID == game-1 }); {
	case at < 0:
		return fmt.Errorf("%s has no game %d; it has games 1 to %d", r.dir, game, len(r.games))
	case !slices.Contains(r.games[at].Seats, b.entry):
		return fmt.Errorf("%s did not play in game %d", b.Name, game)
	}
	return nil
}

// Text returns turns as people read them, under a heading for each game.
func Text(turns []Turn) []byte {
	var b bytes.Buffer
	last := -1
	for i := range turns {
		t := &turns[i]
		if t.Game != last {
			switch {
			case t.Game == 0:
				b.WriteString("=== beside its games\n")
			case t.Seat != nil:
				fmt.Fprintf(&b, "=== game %d, seat %d\n", t.Game, *t.Seat)
			default:
				fmt.Fprintf(&b, "=== game %d\n", t.Game)
			}
			last = t.Game
		}
		b.WriteString(t.text())
	}
	return b.Bytes()
}
