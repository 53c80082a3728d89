package program

import (
	"errors"
	"fmt"
	"time"

	"agon/bot"
	"agon/game"
	"agon/internal/traceback"
	"agon/record/gamelog"
)

// end settles a call that gets no answer because the program has ended, is silent, or exceeds a limit. The program plays no more in this
// game.
func (l *lane) end(c *bot.Call, err error) {
	if err != ErrNothing { // for silence the time is measured already
		l.took(c, time.Since(l.asked))
	}
	fault, note := l.why(c, err)
	if l.lost { // lost to a failure of the host
		l.talk.forget()
		l.forgetProcess()
		l.refuse(c)
		return
	}
	if l.has > 0 {
		note += fmt.Sprintf("; it had written %d of %s", l.has, l.protocol.wanted())
	}
	c.Reply.Fault, c.Reply.Note = fault, note
	c.Reply.Out = append(c.Reply.Out[:0], l.talk.unfinished()...)
	l.talk.forget()
	l.forgetProcess()
	l.asked = time.Time{}
	l.fault, l.note = game.Gone, "its process has ended: "+note
}

// why returns the fault, after making sure that the program has ended.
func (l *lane) why(c *bot.Call, err error) (game.Fault, string) {
	life := l.talk.life
	switch much := tooMuch(""); {
	case err == ErrNothing:
		return game.Late, l.silence(c) + l.hang(c)
	case errors.As(err, &much):
		life.kill()
		return game.Output, err.Error() + ", and was killed"
	}
	exit, own := life.settle()
	if exit.Host != nil {
		l.player.failure, l.lost = exit.Host, true
		return game.NoFault, ""
	}
	fault, note := exit.Ended(own)
	note += l.advice(exit, own)
	if rest := l.talk.unfinished(); len(rest) > 0 {
		note += fmt.Sprintf(", after the beginning of a line, %.80q", rest)
	}
	return fault, note
}

// advice describes what an author should know of a program that has ended by itself: that it was not the bot, or is in another language.
func (l *lane) advice(exit bot.Exit, own bool) string {
	switch {
	case !own || exit.Fault != "" || exit.Signal != 0:
	case exit.Code == 0 && l.moves <= 1:
		return " before its first answer" + l.player.taken
	case exit.Code == 1 && traceback.Python2(gamelog.Printed(l.player.log.Peek())):
		return "; " + traceback.Python2Advice
	}
	return ""
}

// hang ends a program that is silent, and reports whether it computes or waits, and where if it prints that.
func (l *lane) hang(c *bot.Call) string {
	life := l.talk.life
	busy := life.process.Computes(c.CPU, c.Limit)
	if !busy && len(l.talk.unfinished()) > 0 { // it waits because it believes that it has answered
		life.kill()
		return ""
	}
	if !isClosed(l.player.stop) && life.abort() {
		life.settle()
		return bot.Hangs(busy, whereIn(gamelog.Printed(l.player.log.Peek())))
	}
	if life.kill(); !busy && life.process.Stalled == nil {
		return "" // nobody knows
	}
	return bot.Hangs(busy, "")
}

// silence describes what a program did instead of answering in time.
func (l *lane) silence(c *bot.Call) string {
	switch rest := l.talk.unfinished(); {
	case len(rest) > 0:
		return fmt.Sprintf("killed: within %v it wrote only %.80q, without a line end", c.Limit, rest)
	case l.early:
		return fmt.Sprintf("killed: no answer within %v, only lines written before it read the prompt", c.Limit)
	}
	return fmt.Sprintf("it gave no answer within %v and was killed", c.Limit)
}
