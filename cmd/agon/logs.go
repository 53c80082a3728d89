package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"agon/contest"
	"agon/contest/store"
	"agon/contest/store/ledgers"
	"agon/internal/nearest"
	"agon/record/gamelog"
	"agon/record/replay"
	"agon/record/replay/archive"
)

// logging are the flags of agon logs.
type logging struct {
	w     *world
	game  int
	round int
	json  bool
	out   string
	pages int
}

func newLogs(w *world) *cobra.Command {
	l := &logging{w: w}
	cmd := &cobra.Command{
		Use:   "logs CONTEST [BOT]",
		Short: "print a bot's log: its output and its faults, by game and turn",
		Long: `Print what a bot printed, its tracebacks and its faults, by game and turn, with the moves that it answered.
Without BOT, list the bots that have a log. With --out, write a folder for each author with the logs of his or her
bots and of nobody else, or the log of BOT alone; with --pages, also pages of its games with its output beside the board. With --game and --round, also a turn in which BOT printed nothing.`,
		Example: examples(`  agon logs contest.toml "My Bot"
  agon logs contest.toml "My Bot" --game 12 --round 40
  agon logs out/{kind}-1a2b3c4d {bot} --json
  agon logs contest.toml --out logs`),
		Args: between(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error { return l.showLogs(cmd.Context(), args) },
	}
	f := cmd.Flags()
	f.IntVar(&l.game, "game", 0, "number of one `GAME` (default: all)")
	f.IntVar(&l.round, "round", 0, "number of one `ROUND` of a game (default: all)")
	f.BoolVar(&l.json, "json", false, "print a JSON array of turns, with what the bot was sent and the time of its move")
	f.StringVar(&l.out, "out", "", "`DIR` to write a folder for each author to")
	f.IntVar(&l.pages, "pages", 0, "with --out, `N` pages of each bot's newest games, with its output beside the board")
	return cmd
}

// A botLog is the log of an entry of a contest.
type botLog struct {
	entry  int
	name   string // with its version, where there is a later one
	author string
	file   contest.LogFile // without paths if the bot printed nothing and had no fault
}

// A logRoom is the logs of a contest, and what its ledger and replays say of them.
type logRoom struct {
	dir     string
	contest *contest.Contest // nil where there is no ledger
	games   []store.Game     // of its plan
	bots    []botLog
}

func openLogs(ctx context.Context, dir string) (*logRoom, error) {
	room := &logRoom{dir: dir}
	if _, err := os.Stat(dir); err != nil {
		return nil, fmt.Errorf("%s: no such contest", dir)
	}
	files, err := contest.LogFiles(dir)
	if err != nil {
		return nil, host(err)
	}
	if ledgers.Has(dir) {
		live, err := contest.Running(dir)
		if err != nil {
			return nil, host(err)
		}
		if room.contest, err = recall(ctx, dir, live, archive.Open); err != nil {
			return nil, err
		}
		games, err := room.contest.Kept(ctx)
		if err != nil {
			room.contest.Close()
			return nil, folderError(dir, err)
		}
		room.games = games
	}
	for _, file := range files {
		b := botLog{entry: file.Entry, name: file.Name, file: file}
		if c := room.contest; c != nil && file.Entry >= 0 && file.Entry < len(c.Entries) {
			b.name, b.author = c.Label(file.Entry), c.Entries[file.Entry].Author
		}
		room.bots = append(room.bots, b)
	}
	return room, nil
}

func (r *logRoom) close() {
	if r.contest != nil {
		r.contest.Close()
	}
}

// find finds a bot's log by its name. That of a bot that printed nothing and had no fault has no file.
func (r *logRoom) find(name string) (botLog, error) {
	var names, known []string
	for _, b := range slices.Backward(r.bots) { // the newest version first
		if b.name == name || fileName(b.name) == fileName(name) {
			return b, nil
		}
		names = append(names, b.name)
	}
	if c := r.contest; c != nil {
		for i := range slices.Backward(c.Entries) {
			if c.Label(i) == name {
				return botLog{entry: i, name: name, author: c.Entries[i].Author}, nil // it printed nothing and had no fault
			}
			known = append(known, c.Label(i))
		}
	}
	slices.Reverse(names)
	return botLog{}, fmt.Errorf("%s has no log of %q; it has logs of %s%s", r.dir, name, strings.Join(names, ", "), nearest.Hint(name, slices.Concat(names, known)))
}

// turns are the turns of a bot's log, by game.
// Of a round of one game it gives the turns in which the bot printed nothing, too.
func (r *logRoom) turns(b botLog, game, round int) ([]turnLog, error) {
	records, err := b.file.Read(0)
	if err != nil {
		return nil, err
	}
	var games []gamelog.Game
	switch own := gamelog.Of(records, game); {
	case game == 0:
		games, round = gamelog.ByGame(records), 0
	case round > 0 || len(own) > 0:
		games = []gamelog.Game{{Number: game, Records: own}}
	}
	var list []turnLog
	for _, g := range games {
		// A line that is printed late, by a process that has ended meanwhile, stands behind lines of later turns.
		turns := turnLogs(g.Number, g.Records, r.replay(g.Number), b.entry, round)
		slices.SortStableFunc(turns, inOrder)
		list = append(list, turns...)
	}
	return list, nil
}

// inOrder compares turns by their order. Remarks that belong to no turn are on the whole game, and come last.
func inOrder(a, b turnLog) int {
	place := func(t turnLog) int {
		if t.Turn < 0 && t.Printed == "" {
			return math.MaxInt
		}
		return t.Turn
	}
	return cmp.Compare(place(a), place(b))
}

// replay is the replay of a game, nil where there is none that can be read.
func (r *logRoom) replay(game int) *replay.Replay {
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

func (l *logging) showLogs(ctx context.Context, args []string) error {
	room, err := openLogs(ctx, strings.TrimSuffix(args[0], ".toml"))
	if err != nil {
		return err
	}
	defer room.close()
	switch {
	case l.pages < 0 || l.pages > 0 && l.out == "":
		return fmt.Errorf("--pages %d: it is a number of pages from 0, with --out DIR to write them to", l.pages)
	case l.out != "":
		return l.handOutOf(room, args[1:])
	case len(args) == 1:
		return l.list(room)
	}
	b, err := room.find(args[1])
	if err != nil {
		return err
	}
	turns, err := room.turns(b, l.game, l.round)
	if err != nil {
		return host(err)
	}
	turns = slices.DeleteFunc(turns, func(t turnLog) bool { return l.round > 0 && t.Round != l.round })
	if l.json {
		if turns == nil {
			turns = []turnLog{}
		}
		return printJSON(l.w.out, turns)
	}
	if err := room.played(b, l.game); err != nil {
		return err
	}
	if len(turns) == 0 {
		fmt.Fprintf(l.w.out, "%s printed nothing there and had no fault\n", printable(b.name))
		return nil
	}
	_, err = l.w.out.Write([]byte(printable(string(logText(turns)))))
	return host(err)
}

// handOutOf writes the logs of all bots, or of the named one.
func (l *logging) handOutOf(room *logRoom, bot []string) error {
	if len(bot) > 0 {
		b, err := room.find(bot[0])
		if err != nil {
			return err
		}
		if b.file.Paths == nil && l.pages == 0 {
			return fmt.Errorf("%s printed nothing and had no fault: there is no log to write", b.name)
		}
		room.bots = []botLog{b}
	}
	return l.handOut(room)
}

// list prints the names of the bots that have a log.
func (l *logging) list(room *logRoom) error {
	switch {
	case len(room.bots) == 0 && l.json:
		return printJSON(l.w.out, []turnLog{})
	case len(room.bots) == 0:
		fmt.Fprintln(l.w.out, "no logs: no bot printed anything or had a fault")
	}
	for _, b := range room.bots {
		fmt.Fprintln(l.w.out, b.name)
	}
	return nil
}

// played returns an error if there is no such game or a bot did not play in it; game 0 is any.
func (r *logRoom) played(b botLog, game int) error {
	if r.contest == nil || game == 0 {
		return nil
	}
	switch at := slices.IndexFunc(r.games, func(g store.Game) bool { return g.ID == game-1 }); {
	case at < 0:
		return fmt.Errorf("%s has no game %d; it has games 1 to %d", r.dir, game, len(r.games))
	case !slices.Contains(r.games[at].Seats, b.entry):
		return fmt.Errorf("%s did not play in game %d", b.name, game)
	}
	return nil
}

// logText is turns as people read them, under a heading for each game.
func logText(turns []turnLog) []byte {
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
