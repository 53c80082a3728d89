package program

import (
	"fmt"

	"agon/bot"
	"agon/game"
)

// linesProtocol sends the kind's own prompts and takes a line for each.
type linesProtocol struct {
	opening game.Prompt // sent before the first prompt
	own     game.Prompt
}

func (p *linesProtocol) greet(dst []byte, t *game.Table, seat game.Seat) []byte {
	p.opening.Reset()
	t.Open(&p.opening, seat)
	return dst
}

func (p *linesProtocol) ask(dst []byte, c *bot.Call) []byte {
	dst = append(dst, p.opening.Stdin...)
	p.opening.Reset()
	dst = append(dst, c.Table.Common().Stdin...)
	p.own.Reset()
	p.own.Stdin = dst
	c.Table.Ask(&p.own, c.Seat)
	return p.own.Stdin
}

// silent reports whether the prompt of a call is empty.
func (p *linesProtocol) silent(c *bot.Call) bool {
	p.own.Reset()
	c.Table.Ask(&p.own, c.Seat)
	return len(p.opening.Stdin)+len(c.Table.Common().Stdin)+len(p.own.Stdin) == 0
}

func (p *linesProtocol) hello([]byte) bool { return false }
func (p *linesProtocol) greeted() bool     { return true }

func (p *linesProtocol) whole(nth int, line []byte) bool {
	if p.own.Ends != nil {
		return p.own.Ends.Match(line)
	}
	return nth >= p.own.Lines
}

func (p *linesProtocol) wanted() string {
	if p.own.Ends != nil {
		return fmt.Sprintf("the lines of its answer, of which the last matches %s", p.own.Ends)
	}
	return fmt.Sprintf("the %d lines of its answer", p.own.Lines)
}

// takeAnswer passes the line to the kind's wire, which refuses what is in UTF-16.
func (p *linesProtocol) takeAnswer(c *bot.Call, text []byte) {
	c.Reply.Out = append(c.Reply.Out[:0], text...)
	if wide(text) {
		c.Reply.Note = inUTF16
	}
}

func (p *linesProtocol) leave(dst []byte, _ *game.Table) []byte { return dst }
