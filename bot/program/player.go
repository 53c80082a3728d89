package program

import (
	"errors"
	"sync"
	"sync/atomic"

	"agon/bot"
	"agon/game"
)

// Player plays a program that is spoken to in lines. It belongs to one goroutine.
type Player struct {
	start    func(*game.Table, game.Seat) (Life, error) // for a game that is dealt
	protocol func() protocol
	log      *bot.Log
	caps     Caps
	perGame  bool
	stop     <-chan struct{}
	lanes    []*lane
	open     []*bot.Call // of the last Ask, those that were not answered by it; the first has been begun
	text     []byte      // to write
	failure  error       // of the host
	usage    bot.Usage   // Kernel: of programs that have ended
	going    sync.WaitGroup
	peak     atomic.Int64    // of programs that are gone
	watch    func(bot.Trace) // hears of every move; nil for nobody
}

// NewLines makes a player of a program that is written the kind's prompts, what all seats share before what is its own, and answers
// each with a line. It has a process for each game, or one for all, as the launch says.
func NewLines(c Config) *Player {
	return &Player{start: c.start, protocol: func() protocol { return &linesProtocol{} }, log: c.Log, caps: c.Caps.orDefault(), perGame: c.Launch.PerGame, stop: c.Stop}
}

// NewAgon makes a player of a program that speaks the agon protocol. Its process lives on from game to game, unless it is to be started
// anew for each.
func NewAgon(c Config) *Player {
	return &Player{start: c.start, protocol: newAgonProtocol, log: c.Log, caps: c.Caps.orDefault(), perGame: c.Anew, stop: c.Stop}
}

// ErrOwn marks a program that cannot be started for reasons of its own.
var ErrOwn = errors.New("the program is not sound")

// MostLanes is 1: each lane has a program of its own and they think in turn, so that more lanes cost memory and gain nothing.
func (p *Player) MostLanes() int { return 1 }

// HostError is what the host lacks to play this bot, nil while nothing is wrong.
func (p *Player) HostError() error { return p.failure }

// Dead returns why a program plays no more in its game.
func (p *Player) Dead() (why string, dead bool) {
	for _, l := range p.lanes {
		if l.seated && l.fault != game.NoFault {
			return l.note, true
		}
	}
	return "", false
}

// Sit begins a game in a lane and starts its program where none lives.
func (p *Player) Sit(number int, t *game.Table, seat game.Seat) {
	for len(p.lanes) <= number {
		p.lanes = append(p.lanes, &lane{player: p, protocol: p.protocol()})
	}
	p.lanes[number].sit(t, seat)
}

// Ask writes the prompt of the first call; those of further lanes follow when it is answered.
func (p *Player) Ask(calls []*bot.Call) {
	p.open = p.open[:0]
	for _, c := range calls {
		if l := p.lanes[c.Lane]; l.lost || l.fault != game.NoFault {
			l.refuse(c)
			l.trace(c)
			continue
		}
		p.open = append(p.open, c)
	}
	if len(p.open) > 0 {
		p.lanes[p.open[0].Lane].begin(p.open[0])
	}
}

// Answer waits for one lane after the other.
func (p *Player) Answer([]*bot.Call) {
	for i, c := range p.open {
		l := p.lanes[c.Lane]
		if i > 0 {
			l.begin(c)
		}
		l.finish(c)
		l.trace(c)
	}
	p.open = p.open[:0]
}

// Leave ends the game in a lane.
func (p *Player) Leave(number int) { p.lanes[number].leave() }

// Close ends every program and waits until nothing of them is left.
func (p *Player) Close() error {
	for _, l := range p.lanes {
		l.kill()
	}
	p.going.Wait()
	return nil
}

// Usage is what the bot has spent.
func (p *Player) Usage() bot.Usage {
	u := p.usage
	u.Peak = p.peak.Load()
	for _, l := range p.lanes {
		if l.talk != nil {
			u.Kernel += l.talk.life.CPU()
		}
	}
	return u
}
