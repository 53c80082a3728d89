package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"agon/bot"
	"agon/bot/debugger"
	"agon/bot/lineup"
	"agon/bot/sandbox"
	"agon/game"
	"agon/internal/traceback"
	"agon/lab/session"
	"agon/record/replay"
	"agon/show/film"
	"agon/show/report"
	"agon/show/term"
)

// debugging is the bot on which agon debug opens a debugger. A nil one is none.
type debugging struct {
	ref    string       // what plays the seat; empty: the contest's own bot
	where  string       // its seat: a number, or the name of who played it
	port   int          // for an editor; 0: the debugger opens in the terminal
	others []string     // SEAT=BOT: who plays on in the other seats
	record *game.Record // of the whole game

	seat     game.Seat
	name     string
	perMove  bool     // a process is started for each move
	recorded []string // its moves, by turn from 0; empty: it owed none
	debugger *debugger.Debugger
	quit     bool
}

func newDebug(w *world) *cobra.Command {
	p := &playing{debugged: &debugging{}, pace: usualPace}
	d := p.debugged
	cmd := &cobra.Command{
		Use:   "debug GAME.agon BOT [SEAT=BOT...] | CONTEST --game N [BOT]",
		Short: "stop a bot in its debugger at a turn of a recorded game",
		Long: `Debug plays a recorded game again up to a turn, with the bot started afresh and asked from the first turn on, and opens a debugger on it there: its clock has stopped.
From that turn on the bot decides, and it stops in each turn until you play on. The other seats are then played by the kind's strongest quick built-in bot or by the BOT named for a SEAT, or with a contest by
the contest's own bots.

Python bots stop under pdb, JavaScript under node inspect, Java under jdb, Go under dlv if it is installed, and all other programs under gdb. breakpoint() in a Python bot works too. With --port Python (by debugpy), JavaScript
and Java bots wait for an editor to attach there.
A bot that answers otherwise than recorded before that turn is named: it is another version, or plays otherwise from time to time.

The bot runs without a sandbox, since a debugger must reach it: debug bots that you trust.`,
		Example: `  agon debug game.agon ./mybot --seat 0 --turn 80
  agon debug game.agon ./mybot --seat 0 --turn 80 1=./rival --port 5678
  agon debug contest --game 12 --seat mybot --turn 80
  agon debug contest --game 12 --seat mybot --turn 80 ./newbot`,
		Args: between(1, game.MaxSeats),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				d.ref, d.others = args[1], args[2:]
			}
			return p.debugGame(cmd, w, args[0])
		},
	}
	p.bots.add(cmd.Flags())
	f := cmd.Flags()
	f.StringVar(&d.where, "seat", "0", "`SEAT` of the bot: its number, or the name of who played it")
	f.IntVar(&p.turn, "turn", 1, "`TURN` in which it stops first, from 1")
	f.IntVar(&p.game, "game", 0, "number of the game in a contest's folder")
	f.IntVar(&d.port, "port", 0, "wait at this port of 127.0.0.1 for an editor to attach")
	f.StringVar(&p.replay, "replay", "", "write the game to `FILE`")
	f.StringVar(&p.logs, "log", "", "`DIR` for bots' logs and the kind's own files of the game")
	return cmd
}

func (p *playing) debugGame(cmd *cobra.Command, w *world, name string) (err error) {
	if p.session, err = p.bots.open(cmd.Flags(), false); err != nil {
		return err
	}
	defer p.session.Close()
	p.given = cmd.Flags()
	d := p.debugged
	defer d.close()
	switch {
	case d.port < 0 || d.port > 65535:
		return fmt.Errorf("--port must be from 1 to 65535, not %d", d.port)
	case ofContest(name) && len(d.others) > 0:
		return fmt.Errorf("%s: in a game of a contest its own bots play on", d.others[0])
	case ofContest(name):
		err = p.again(cmd, w, name, nil)
	default:
		err = p.debugFile(cmd, w, name)
	}
	if d.quit {
		return nil // by the person's own choice
	}
	return err
}

// debugFile debugs a game of a file: the other seats are played by built-in bots.
func (p *playing) debugFile(cmd *cobra.Command, w *world, name string) error {
	d := p.debugged
	switch {
	case p.game != 0:
		return errors.New("--game names a game of a contest, and this is a file")
	case d.ref == "":
		return fmt.Errorf("a recorded game has no bots: name the one to debug, as in agon debug %s ./mybot --seat %s", name, d.where)
	}
	rep, err := readReplay(name)
	if err != nil {
		return err
	}
	kind, err := recordedKind(rep.Record.Kind)
	if err != nil {
		return err
	}
	refs := make([]string, len(rep.Seats))
	for seat := range refs {
		refs[seat] = fmt.Sprintf("seat-%d=builtin:%s", seat, kind.Quick)
	}
	for _, other := range d.others {
		who, ref, named := strings.Cut(other, "=")
		seat, err := rep.SeatOf(who)
		if !named || err != nil {
			return fmt.Errorf("%s: want SEAT=BOT, such as 1=./rival: in this game played %s", other, rep.Players())
		}
		refs[seat] = fmt.Sprintf("seat-%d=%s", seat, ref)
	}
	p.from = name
	return p.onward(cmd, w, kind, refs)
}

// of notes the recorded game, and which seat in it is meant.
func (d *debugging) of(rep *replay.Replay) error {
	if d == nil {
		return nil
	}
	d.record = rep.Record
	var err error
	if d.seat, err = rep.SeatOf(d.where); err != nil {
		return fmt.Errorf("--seat %w", err)
	}
	return nil
}

// enter opens the bot that is debugged in its seat, with a debugger in place of its sandbox.
func (d *debugging) enter(ctx context.Context, w *world, c *session.Session, entries []lineup.Entry, opener func() *lineup.Opener) (err error) {
	if d == nil {
		return nil
	}
	if d.record == nil {
		return errors.New("agon debug stops in a turn: --turn N, from 1")
	}
	if d.ref == "" {
		d.ref = entries[d.seat].Ref
	}
	plain, err := sandbox.Open(sandbox.None)
	if err != nil {
		return host(err)
	}
	sources, err := filepath.Abs(d.ref)
	if info, wrong := os.Stat(d.ref); err != nil || wrong != nil {
		sources = "."
	} else if !info.IsDir() {
		sources = filepath.Dir(sources)
	}
	if d.debugger, err = debugger.New(plain, w.in, sources, d.port); err != nil {
		return err
	}
	log := bot.NewLog(0)
	o := opener()
	o.Log, o.Debug, o.Warm = log, true, false
	o.Builds = o.Launcher
	o.Launcher = d.debugger
	found, err := c.Bots(ctx, o, []string{d.ref})
	if err != nil {
		return err
	}
	e, err := session.Single(d.ref, found)
	if err != nil {
		return fmt.Errorf("%w\n%s", err, traceback.Short(tail(log.Text())))
	}
	if e.Builtin() {
		return fmt.Errorf("%s is built in: no debugger stops in it", e.Name)
	}
	if !e.Sandboxed() {
		return fmt.Errorf("%s is no program on this machine: no debugger stops in it", e.Name)
	}
	entries[d.seat], d.name = e, e.Name
	d.perMove = o.Kind.Launch.Form == game.Fresh && !e.InAgon()
	return d.remember(o.Kind)
}

// remember notes the recorded moves of the bot's seat.
func (d *debugging) remember(k *game.Kind) error {
	r, err := k.Rerun(d.record)
	if err != nil {
		return err
	}
	for more := true; more; {
		word, why, _, _ := r.Coming(d.seat)
		if why != game.NoFault {
			word = "!" + why.String()
		}
		d.recorded = append(d.recorded, word)
		if more, err = r.Next(); err != nil {
			return err
		}
	}
	return nil
}

func (d *debugging) close() {
	if d.debugger != nil {
		d.debugger.Close()
	}
}

// at returns the recorded move of a turn, from 1.
func (d *debugging) at(turn int) string {
	if turn > len(d.recorded) {
		return ""
	}
	return d.recorded[turn-1]
}

// stepping is a spectator that stops the bot in each of its turns, and asks what to do between them.
type stepping struct {
	*oneGame
	*debugging
	stop   func()
	begun  bool // it has stopped before
	on     bool // the game is played on without stops
	differ int  // turns before the first stop in which it answered otherwise than recorded
	first  string
	silent *time.Timer
	in     *bufio.Reader
}

func (s *stepping) say(format string, args ...any) {
	fmt.Fprintf(s.world.out, "agon: "+format+"\n", args...)
}

// compare notes an answer of the bot in whose place a recorded move is played.
func (s *stepping) compare(t *game.Table, c *bot.Call, answered, recorded string) {
	if c.Seat != s.seat || answered == recorded {
		return
	}
	if s.differ++; s.differ == 1 {
		s.first = fmt.Sprintf("%s answers %s in turn %d, and the recorded game has %s", printable(s.name), printable(answered), t.Turns()+1, printable(recorded))
	}
}

// silence is how long a bot may think before a stop until it is told that it gives no answer.
const silence = 10 * time.Second

// Look stops the bot before its next turn, and asks after each one.
func (s *stepping) Look(ctx context.Context, t *game.Table, calls []*bot.Call) {
	if s.silent != nil {
		s.silent.Stop()
	}
	next := t.Turns() + 1
	switch owes := t.Owes(); {
	case s.on || ctx.Err() != nil:
		return
	case next < s.turn || !s.begun && !owes.Has(s.seat) && !t.Over():
		s.silent = time.AfterFunc(silence, func() {
			s.say("%s gives no answer in turn %d; Ctrl-C ends", printable(s.name), next)
		})
		return
	case s.begun && !s.ask(t, calls), t.Over():
		return
	case !s.begun && s.differ > 0:
		s.say("%s, and differs in %s before turn %d: it is another version, or plays otherwise from time to time", s.first, report.Counted(s.differ, "turn"), next)
	}
	s.begun = true
	s.draw(t)
	err := s.debugger.Stop(s.perMove, func(how string) { s.say("%s is asked in turn %d; %s", printable(s.name), next, how) })
	if err != nil {
		s.say("no debugger in turn %d: %s", next, printable(err.Error()))
	}
}

// draw prints the board as the bot's seat sees it.
func (s *stepping) draw(t *game.Table) {
	f := film.New(s.info())
	f.Append(film.TakeFor(t, s.seat))
	term.PrintBoard(s.world.out, f)
}

// ask tells what the bot has answered in the turn before, and what to do in the next one; false: the bot does not stop in it.
func (s *stepping) ask(t *game.Table, calls []*bot.Call) bool {
	for _, c := range calls {
		if c.Seat == s.seat {
			s.answered(t, c)
		}
	}
	owes := t.Owes()
	if t.Over() || !owes.Has(s.seat) {
		return false
	}
	s.say("Enter stops it in turn %d, p plays on without stops, q ends", t.Turns()+1)
	if s.in == nil {
		s.in = bufio.NewReader(s.world.in)
	}
	line, err := s.in.ReadString('\n')
	switch word := strings.TrimSpace(line); {
	case err != nil || word == "q":
		s.quit = true
		s.stop()
		return false
	case word == "p":
		s.on = true
		return false
	}
	return true
}

// answered tells what the bot has answered.
func (s *stepping) answered(t *game.Table, c *bot.Call) {
	if err := s.debugger.Wait(); err != nil {
		s.say("no debugger: %s", printable(err.Error()))
	}
	turn, move := t.Turns(), t.LastMove(s.seat)
	switch {
	case c.Reply.Fault != game.NoFault:
		s.say("%s gives no move in turn %d: %s: %s", printable(s.name), turn, c.Reply.Fault, printable(c.Reply.Note))
	case s.at(turn) == "" || s.at(turn) == move:
		s.say("%s answers %s in turn %d", printable(s.name), printable(move), turn)
	default:
		s.say("%s answers %s in turn %d, and the recorded game has %s", printable(s.name), printable(move), turn, printable(s.at(turn)))
	}
}
