package program

import (
	"agon/bot"
	"agon/game"
)

// plainTongue is the kind's own prompts, and a line for each.
type plainTongue struct {
	opening game.Prompt // said before the first prompt
	own     game.Prompt
}

func (p *plainTongue) greet(dst []byte, t *game.Table, seat game.Seat) []byte {
	p.opening.Reset()
	t.Open(&p.opening, seat)
	return dst
}

func (p *plainTongue) ask(dst []byte, c *bot.Call) []byte {
	dst = append(dst, p.opening.Stdin...)
	p.opening.Reset()
	dst = append(dst, c.Table.Common().Stdin...)
	p.own.Reset()
	p.own.Stdin = dst
	c.Table.Ask(&p.own, c.Seat)
	return p.own.Stdin
}

func (p *plainTongue) hello([]byte) bool { return false }
func (p *plainTongue) greeted() bool     { return true }

// take leaves the line to the kind's wire.
func (p *plainTongue) take(c *bot.Call, text []byte) { c.Reply.Out = append(c.Reply.Out[:0], text...) }

func (p *plainTongue) leave(dst []byte, _ *game.Table) []byte { return dst }
