package game

// Prompts are what the bots of a game are sent.
type Prompts interface {
	// Cast names the players by seat, for kinds whose prompts name them. It affects neither rules nor digests.
	Cast(players []Participant)
	// Open appends to p what a seat is sent once, before its first turn.
	Open(p *Prompt, seat Seat)
	// Ask appends to p the part of this turn's prompt for this seat alone.
	Ask(p *Prompt, seat Seat)
	// Host appends to p what a hosted bot is sent for this turn, or once before its first turn.
	Host(p *Prompt, seat Seat, opening bool)
	// Request returns the body of a request to a bot that is an HTTP server, in a kind with [Requests].
	Request(seat Seat, f RequestFacts) string
}

// A wireSide is what else a wire adds to a game.
type wireSide interface {
	common(p *Prompt)
	remark(r *Reply)
}

// A typedWire is the wire of a board.
type typedWire[S, M comparable] struct{ *typedBoard[S, M] }

func (b typedWire[S, M]) Cast(players []Participant) {
	if c, ok := b.wire.(Caster); ok {
		c.Cast(players)
	}
}

func (b typedWire[S, M]) Open(p *Prompt, seat Seat) {
	if o, ok := b.wire.(Opener[S]); ok {
		o.Open(p, &b.state, seat)
	}
}

func (b typedWire[S, M]) Ask(p *Prompt, seat Seat) { b.wire.Ask(p, &b.state, seat) }

func (b typedWire[S, M]) Host(p *Prompt, seat Seat, opening bool) {
	c, ok := b.wire.(Caller[S])
	switch {
	case !ok && opening:
		b.Open(p, seat)
	case !ok:
		b.Ask(p, seat)
	case opening:
		p.Stdin = append(p.Stdin, "{}"...)
	default:
		c.Call(p, &b.state, seat)
	}
}

func (b typedWire[S, M]) Request(seat Seat, f RequestFacts) string {
	return b.wire.(Requester[S]).Request(&b.state, seat, f)
}

func (b typedWire[S, M]) common(p *Prompt) {
	if c, ok := b.wire.(Commoner[S]); ok {
		c.Common(p, &b.state)
	}
}

func (b typedWire[S, M]) remark(r *Reply) {
	if w, ok := b.wire.(Remarker); ok {
		w.Remark(r)
	}
}
