/*
Package stepping stops a bot in its debugger at the turns of a game that goes on from a recorded one. The bot is asked from the first
turn on, so that it knows what it knew; from the turn of the first stop it decides.
*/
package stepping

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"agon/bot"
	"agon/bot/debugger"
	"agon/bot/lineup"
	"agon/bot/sandbox"
	"agon/game"
	"agon/internal/cause"
	"agon/internal/clean"
	"agon/internal/traceback"
	"agon/lab/session"
	"agon/record/replay"
	"agon/show/film"
	"agon/show/report"
)

// A Setup describes which bot is debugged.
type Setup struct {
	Ref  string // what plays the seat; empty: the contest's own bot
	Seat string // a number, or the name of who played it
	Port int    // for an editor; 0: the debugger opens in the terminal
}

// A Bot is a bot on which a debugger is opened.
type Bot struct {
	Setup
	Quit bool // the person has ended the game

	record   *game.Record // of the whole game
	seat     game.Seat
	name     string
	word     string   // what the rules call a turn of the game
	perMove  bool     // a process is started for each move
	recorded []string // its moves, by turn from 0; empty: it owed none
	debugger *debugger.Debugger
}

// Of notes the recorded game, and which seat in it is meant.
func (b *Bot) Of(rep *replay.Replay) (err error) {
	b.record = rep.Record
	if b.seat, err = rep.SeatOf(b.Seat); err != nil {
		return fmt.Errorf("--seat %w", err)
	}
	return nil
}

// Enter opens the bot that is debugged in its seat, with a debugger in place of its sandbox.
func (b *Bot) Enter(ctx context.Context, in *os.File, s *session.Session, o *lineup.Opener, entries []lineup.Entry) error {
	if b.record == nil {
		return errors.New("agon debug stops in a turn: --turn N, from 1")
	}
	if b.Ref == "" {
		b.Ref = entries[b.seat].Ref
	}
	plain, err := sandbox.Open(sandbox.None)
	if err != nil {
		return cause.Host(err)
	}
	sources, err := filepath.Abs(b.Ref)
	if info, wrong := os.Stat(b.Ref); err != nil || wrong != nil {
		sources = "."
	} else if !info.IsDir() {
		sources = filepath.Dir(sources)
	}
	if b.debugger, err = debugger.New(plain, in, sources, b.Port); err != nil {
		return err
	}
	log := bot.NewLog(0)
	o.Log, o.Debug, o.Warm = log, true, false
	o.Builds = o.Launcher
	o.Launcher = b.debugger
	found, err := s.Bots(ctx, o, []string{b.Ref})
	if err != nil {
		return err
	}
	e, err := session.Single(b.Ref, found)
	if err != nil {
		return fmt.Errorf("%w\n%s", err, traceback.Short(clean.End(log.Text())))
	}
	if e.Builtin() {
		return fmt.Errorf("%s is built in: no debugger stops in it", e.Name)
	}
	if !e.Sandboxed() {
		return fmt.Errorf("%s is no program on this machine: no debugger stops in it", e.Name)
	}
	entries[b.seat], b.name = e, e.Name
	b.perMove = o.Kind.Launch.Form == game.Fresh && !e.InAgon()
	return b.remember(o.Kind)
}

// remember notes the recorded moves of the bot's seat.
func (b *Bot) remember(k *game.Kind) error {
	b.word = k.TurnWord(b.record.Turns, b.record.Rounds)
	r, err := k.Rerun(b.record)
	if err != nil {
		return err
	}
	for more := true; more; {
		word, why, _, _ := r.Coming(b.seat)
		if why != game.NoFault {
			word = "!" + why.String()
		}
		b.recorded = append(b.recorded, word)
		if more, err = r.Next(); err != nil {
			return err
		}
	}
	return nil
}

// Close ends the debugger.
func (b *Bot) Close() {
	if b.debugger != nil {
		b.debugger.Close()
	}
}

// at returns the recorded move of a turn, from 1.
func (b *Bot) at(turn int) string {
	if turn > len(b.recorded) {
		return ""
	}
	return b.recorded[turn-1]
}

// A Stepper is a spectator that stops the bot in each of its turns, and asks what to do between them.
type Stepper struct {
	*Bot
	Turn int                  // the turn in which it stops first, from 1
	In   io.Reader            // answers of the person
	Out  func(text string)    // takes sentences
	Draw func(shot film.Shot) // draws a board
	Stop func()               // ends the game

	begun  bool // it has stopped before
	on     bool // the game is played on without stops
	differ int  // turns before the first stop in which it answered otherwise than recorded
	first  string
	silent *time.Timer
	in     *bufio.Reader
}

func (s *Stepper) say(format string, args ...any) {
	s.Out(fmt.Sprintf(format, args...))
}

// Compare notes an answer of the bot in whose place a recorded move is played.
func (s *Stepper) Compare(t *game.Table, c *bot.Call, answered, recorded string) {
	if c.Seat != s.seat || answered == recorded {
		return
	}
	if s.differ++; s.differ == 1 {
		s.first = fmt.Sprintf("%s answers %s in %s %d, and the recorded game has %s", clean.Text(s.name), clean.Text(answered),
			s.word, t.Turns()+1, clean.Text(recorded))
	}
}

// silence is how long a bot may think before a stop until a message says that it gives no answer.
const silence = 10 * time.Second

// Look stops the bot before its next turn, and asks after each one.
func (s *Stepper) Look(ctx context.Context, t *game.Table, calls []*bot.Call) {
	if s.silent != nil {
		s.silent.Stop()
	}
	next := t.Turns() + 1
	switch owes := t.Owes(); {
	case s.on || ctx.Err() != nil:
		return
	case next < s.Turn || !s.begun && !owes.Has(s.seat) && !t.Over():
		s.silent = time.AfterFunc(silence, func() {
			s.say("%s gives no answer in %s %d; Ctrl-C ends", clean.Text(s.name), s.word, next)
		})
		return
	case s.begun && !s.ask(t, calls), t.Over():
		return
	case !s.begun && s.differ > 0:
		s.say("%s, and differs in %s before %s %d: it is another version, or plays otherwise from time to time", s.first,
			report.Counted(s.differ, s.word), s.word, next)
	}
	s.begun = true
	s.Draw(film.TakeFor(t, s.seat))
	err := s.debugger.Stop(s.perMove, func(how string) { s.say("%s is asked in %s %d; %s", clean.Text(s.name), s.word, next, how) })
	if err != nil {
		s.say("no debugger in %s %d: %s", s.word, next, clean.Text(err.Error()))
	}
}

// ask describes what the bot has answered in the turn before, and what to do in the next one; false: the bot does not stop in it.
func (s *Stepper) ask(t *game.Table, calls []*bot.Call) bool {
	for _, c := range calls {
		if c.Seat == s.seat {
			s.answered(t, c)
		}
	}
	owes := t.Owes()
	if t.Over() || !owes.Has(s.seat) {
		return false
	}
	s.say("Enter stops it in %s %d, p plays on without stops, q ends", s.word, t.Turns()+1)
	if s.in == nil {
		s.in = bufio.NewReader(s.In)
	}
	line, err := s.in.ReadString('\n')
	switch word := strings.TrimSpace(line); {
	case err != nil || word == "q":
		s.Quit = true
		s.Stop()
		return false
	case word == "p":
		s.on = true
		return false
	}
	return true
}

// answered returns what the bot has answered.
func (s *Stepper) answered(t *game.Table, c *bot.Call) {
	if err := s.debugger.Wait(); err != nil {
		s.say("no debugger: %s", clean.Text(err.Error()))
	}
	turn, move := t.Turns(), t.LastMove(s.seat)
	switch {
	case c.Reply.Fault != game.NoFault:
		s.say("%s gives no move in %s %d: %s: %s", clean.Text(s.name), s.word, turn, c.Reply.Fault, clean.Text(c.Reply.Note))
	case s.at(turn) == "" || s.at(turn) == move:
		s.say("%s answers %s in %s %d", clean.Text(s.name), clean.Text(move), s.word, turn)
	default:
		s.say("%s answers %s in %s %d, and the recorded game has %s", clean.Text(s.name), clean.Text(move), s.word, turn,
			clean.Text(s.at(turn)))
	}
}
