package distant

import (
	"context"
	"fmt"
	"time"

	"agon/bot"
	"agon/game"
)

// A Link carries messages to a mirror. It has one game at a time; one method is called at a time. Errors say what failed and where.
type Link interface {
	Open(ctx context.Context, o *Opening) error
	Move(ctx context.Context, r *Request) (*Answer, error)
	Close() error // ends the game; does nothing if none is open
}

// A Player plays the bot at the other end of a link. A failure of the link is the host's, and no bot is blamed for it.
type Player struct {
	link Link
	log  *bot.Log
	stop <-chan struct{}

	table   *game.Table
	owed    game.Seats // in the turn that is played
	faults  int        // those of the record that were looked at
	turns   []Turn     // not sent yet
	moves   int        // in them
	err     error      // of the host
	answers chan answer
}

// answer is what came of a request.
type answer struct {
	*Answer
	err error
}

// NewPlayer returns a player at a link. Notes go to log; when stop, which may be nil, is closed, it gives up.
func NewPlayer(l Link, log *bot.Log, stop <-chan struct{}) *Player {
	return &Player{link: l, log: log, stop: stop, answers: make(chan answer, 1)}
}

// Traits reports that the player plays one game at a time, and that it may lose the bot.
func (p *Player) Traits() bot.Traits {
	return bot.Traits{MostLanes: func() int { return 1 }, HostError: func() error { return p.err }, Turned: p.turned}
}

// context returns one that is done when the player must give up.
func (p *Player) context() (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	if p.stop != nil {
		go func() {
			select {
			case <-p.stop:
				cancel()
			case <-ctx.Done():
			}
		}()
	}
	return ctx, cancel
}

// Sit begins a game at the other end.
func (p *Player) Sit(_ int, t *game.Table, seat game.Seat) {
	if p.err != nil {
		return
	}
	p.table, p.owed, p.faults, p.turns, p.moves = t, t.Owes(), 0, nil, 0
	ctx, cancel := p.context()
	defer cancel()
	p.fail(p.link.Open(ctx, &Opening{Kind: t.Kind.Name, Version: t.Kind.Version, Options: t.Settings().Texts(), Seed: t.Seed(),
		Seats: t.Seats(), Seat: int(seat)}))
}

// fail notes a failure of the link.
func (p *Player) fail(err error) {
	if err != nil && p.err == nil {
		p.err = &bot.HostError{Err: err}
	}
}

// mostMoves is how many moves wait at most for the next request of the referee.
const mostMoves = 200

// turned notes the moves of a turn for the next request.
func (p *Player) turned(_ int, t *game.Table) {
	if p.err != nil {
		return
	}
	record := t.Record()
	faults := map[game.Seat]string{}
	for ; p.faults < len(record.Faults); p.faults++ {
		faults[record.Faults[p.faults].Seat] = record.Faults[p.faults].Why.String()
	}
	var turn Turn
	for seat, ok := p.owed.Next(0); ok; seat, ok = p.owed.Next(seat + 1) {
		move := Move{Fault: faults[seat]}
		if move.Fault == "" {
			move.Word = t.LastMove(seat)
		}
		if times := record.Times[seat]; len(times) > 0 {
			move.TookUs = max(0, times[len(times)-1])
		}
		turn.Moves = append(turn.Moves, move)
	}
	p.turns, p.moves, p.owed = append(p.turns, turn), p.moves+len(turn.Moves), t.Owes()
	if p.moves < mostMoves {
		return
	}
	ctx, cancel := p.context()
	defer cancel()
	_, err := p.link.Move(ctx, p.request())
	p.fail(err)
}

// request returns a request with the turns that were not sent.
func (p *Player) request() *Request {
	r := &Request{Turns: p.turns, Digest: fmt.Sprintf("%016x", p.table.Digest())}
	if r.Turns == nil {
		r.Turns = []Turn{}
	}
	p.turns, p.moves = nil, 0
	return r
}

// Ask sends the request for a move.
func (p *Player) Ask(calls []*bot.Call) {
	if p.err != nil {
		return
	}
	c := calls[0]
	r := p.request()
	r.Ask, r.Clock, r.Processor, r.LimitUs, r.AllowedUs = true, c.Clock, c.Processor, c.Limit.Microseconds(), c.Allowed.Microseconds()
	go func() {
		ctx, cancel := p.context()
		defer cancel()
		a, err := p.link.Move(ctx, r)
		p.answers <- answer{a, err}
	}()
}

// Answer waits for the move.
func (p *Player) Answer(calls []*bot.Call) {
	c := calls[0]
	if p.err == nil {
		a := <-p.answers
		p.fail(a.err)
		if p.err == nil {
			p.fail(p.put(c, a.Answer))
		}
	}
	if p.err != nil {
		c.Reply.Fault, c.Reply.Note = game.Gone, "the bot cannot be reached"
	}
}

// put puts an answer into a call.
func (p *Player) put(c *bot.Call, a *Answer) error {
	for _, n := range []int64{a.WallUs, a.CPUUs, a.StallUs, a.PonderUs, a.GraceUs} {
		if n < 0 || n > int64(time.Hour/time.Microsecond) {
			return fmt.Errorf("the bot's machine measures a move of %d µs", n)
		}
	}
	c.Wall, c.CPU, c.Stall, c.Ponder, c.Grace = micros(a.WallUs), micros(a.CPUUs), micros(a.StallUs), micros(a.PonderUs), micros(a.GraceUs)
	if a.Fault == "" {
		c.Reply.Out, c.Worded = append(c.Reply.Out[:0], a.Word...), true
		return nil
	}
	why, err := game.ParseFault(a.Fault)
	if err != nil {
		return fmt.Errorf("the bot's machine reports an %w", err)
	}
	c.Reply.Fault, c.Reply.Note = why, "reported by the bot's machine; its author finds more there"
	return nil
}

// Leave ends the game at the other end.
func (p *Player) Leave(int) {
	if err := p.link.Close(); err != nil {
		p.log.Printf("end the game at the bot's machine: %v", err)
	}
}

// Close ends a game that was not left.
func (p *Player) Close() error { return p.link.Close() }
