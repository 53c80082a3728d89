package program

import (
	"errors"
	"sync"
	"sync/atomic"

	"agon/bot"
	"agon/game"
)

// Player plays a program that exchanges lines. It is not safe for concurrent use.
type Player struct {
	start    func(*game.Table, game.Seat) (*living, error) // for a game that has been dealt
	protocol func() protocol
	log      *bot.Log
	taken    string // Config.Taken as the end of a sentence
	caps     Caps
	perGame  bool
	stop     <-chan struct{}
	lanes    []*lane
	open     []*bot.Call // calls of the last Ask that it did not answer; the first has been begun
	text     []byte      // buffer for prompts
	failure  error       // error of the host
	usage    bot.Usage   // Kernel counts programs that have ended
	going    sync.WaitGroup
	peak     atomic.Int64    // of programs that have ended
	spins    bool            // a program of it ran on before its first prompt instead of waiting for it
	watch    func(bot.Trace) // called for every move; may be nil
}

// NewLines returns a player of a program that receives the kind's prompts, the shared part first, and answers each with a line. It has a
// process per game, or one for all games, as the launch says.
func NewLines(c Config) *Player {
	return &Player{start: c.start, protocol: func() protocol { return &linesProtocol{} }, log: c.Log, taken: c.takenNote(),
		caps: c.Caps.orDefault(), perGame: c.Launch.PerGame, stop: c.Stop}
}

// NewAgon returns a player of a program with the agon protocol. Its process runs from game to game, unless Anew is set.
func NewAgon(c Config) *Player {
	return &Player{start: c.start, protocol: newAgonProtocol, log: c.Log, taken: c.takenNote(), caps: c.Caps.orDefault(), perGame: c.Anew,
		stop: c.Stop}
}

// ErrOwn marks a program that cannot be started because of the program itself.
var ErrOwn = errors.New("the program is invalid")

// Traits: it has one lane, since each has its own program and they run in turn: more cost memory and gain nothing.
func (p *Player) Traits() bot.Traits {
	return bot.Traits{MostLanes: oneLane, HostError: p.HostError, Usage: p.Usage, Trace: p.report}
}

// HostError returns the host's failure, nil if there is none.
func (p *Player) HostError() error { return p.failure }

// Dead returns why the program plays no more in its game.
func (p *Player) Dead() (why string, dead bool) {
	for _, l := range p.lanes {
		if l.seated && l.fault != game.NoFault {
			return l.note, true
		}
	}
	return "", false
}

// Sit begins a game in a lane and starts its program unless one is running.
func (p *Player) Sit(number int, t *game.Table, seat game.Seat) {
	for len(p.lanes) <= number {
		p.lanes = append(p.lanes, &lane{player: p, protocol: p.protocol()})
	}
	p.lanes[number].sit(t, seat)
}

// Ask writes the prompt of the first call; those of further lanes follow after its answer.
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

// Answer waits for the lanes in turn.
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

// Close kills every program and waits until nothing is left of them.
func (p *Player) Close() error {
	for _, l := range p.lanes {
		l.kill()
	}
	p.going.Wait()
	return nil
}

// Usage returns what the bot has used.
func (p *Player) Usage() bot.Usage {
	u := p.usage
	u.Peak = p.peak.Load()
	for _, l := range p.lanes {
		if l.talk != nil {
			u.Kernel += l.talk.life.used()
		}
	}
	return u
}
