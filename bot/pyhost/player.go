package pyhost

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"time"

	"agon/bot"
	"agon/game"
)

// Player is a Python bot in a host process.
type Player struct {
	config Config
	group  *Group
	number int // in its group
	loaded bool
	lanes  []lane
	usage  bot.Usage
	died   bool            // it has ended its process
	doubt  string          // why its clock is not trusted; empty if it is
	watch  func(bot.Trace) // called for every move; may be nil
	frames frames
	warned bool // its log says that the clock of some bot in its process is wrong
}

// lane is a game in which a player sits.
type lane struct {
	seated bool
	table  *game.Table
	seat   game.Seat
	opened bool       // the host process knows the game
	fault  game.Fault // why it moves no more in this game
	note   string
	lost   bool
}

// New returns a player with a process of its own, which is started for its first game.
func New(c Config) *Player { return NewGroup([]Config{c})[0] }

// Look starts a host process, returns the bots in the file, and ends it.
func Look(c Config) ([]Found, error) {
	c.Shared, c.Fresh, c.look = nil, false, true
	h, err := launch(c)
	if err != nil {
		return nil, err
	}
	defer h.kill()
	return h.load(c, 0)
}

// HostError returns the host's failure, for which no bot is blamed; nil if there is none.
func (p *Player) HostError() error { return p.group.failure }

// Traits: it has all but [bot.Traits.Turned].
func (p *Player) Traits() bot.Traits {
	return bot.Traits{MostLanes: p.mostLanes, LogsLanes: true, HostError: p.HostError, Doubt: p.Doubt, Usage: p.Usage, Trace: p.report}
}

// mostLanes returns how many games the player should play at once: one, after it has taken others down with it, or if no page tells in
// which lane a process has died.
func (p *Player) mostLanes() int {
	if p.died || p.config.remote() {
		return 1
	}
	return lanesEach
}

// Sit begins a game in the host process, which is started if there is none.
func (p *Player) Sit(number int, t *game.Table, seat game.Seat) {
	for len(p.lanes) <= number {
		p.lanes = append(p.lanes, lane{})
	}
	l := &p.lanes[number]
	*l = lane{seated: true, table: t, seat: seat}
	if p.config.Shared != nil {
		p.config.Shared.forget(number)
	}
	if err := p.group.alive(p); err != nil {
		l.fault, l.note = game.Unstarted, err.Error()
		return
	}
	p.frames.begin(number, p.group.host.sequence+1)
	p.open(number, l)
}

func (p *Player) open(number int, l *lane) {
	var prompt game.Prompt
	l.table.Open(&prompt, l.seat)
	o := opening{Seed: p.config.seed(l.table.Seed(), l.seat), Slot: number, Profile: p.config.Profile, Opening: prompt.Stdin}
	if common := len(l.table.Common().Stdin); p.config.Shared.fits(number, common) {
		o.Common = common
	}
	var reply struct {
		Error string `json:"error"`
	}
	if err := p.group.order(opOpen, p, number, o, &reply); err != nil {
		l.fault, l.note = game.Crashed, "its constructor: "+err.Error()
		if errors.Is(err, errSilent) {
			l.fault = game.Late
		}
		p.group.forgetProcess(p)
		return
	}
	if reply.Error != "" {
		l.fault, l.note = game.Crashed, "its constructor raised "+reply.Error
		return
	}
	l.opened = true
}

// Ask puts the prompts of all calls into the frame of its group. A player alone in its group sends it.
func (p *Player) Ask(calls []*bot.Call) {
	if p.watch != nil {
		p.config.Log.Hear()
	}
	for _, c := range calls {
		l := &p.lanes[c.Lane]
		switch {
		case l.lost:
			c.Lost = true
		case l.fault != game.NoFault:
			c.Reply.Fault, c.Reply.Note = l.fault, l.note
			if l.fault != game.Unstarted {
				l.fault = game.Gone
			}
		default:
			p.group.addCall(p, c)
		}
	}
	if len(p.group.players) == 1 {
		p.group.send()
	}
}

// Answer reads the answer to the frame, for every player in the group.
func (p *Player) Answer(calls []*bot.Call) {
	p.group.send()
	p.group.collect()
	for _, c := range calls {
		p.trace(c)
	}
}

// report reports every move to watch.
func (p *Player) report(watch func(bot.Trace)) { p.watch = watch }

// trace reports a move. The class's input is shown as the picture of its seat, which has the same content.
func (p *Player) trace(c *bot.Call) {
	if p.watch == nil || c.Lost {
		return
	}
	if p.group.host != nil {
		p.group.host.settleLog(p.config.Log)
	}
	p.watch(bot.Trace{
		Turn: c.Table.Turns(), Seed: c.Table.Seed(), Seat: c.Seat, Living: true, Sent: c.Table.Seen(c.Seat).AppendJSON(nil), Out: bytes.Clone(c.Reply.Out),
		Err: p.config.Log.Heard(), Wall: c.Wall, Fault: c.Reply.Fault, Note: c.Reply.Note,
	})
}

// answered takes the answer to a call.
func (p *Player) answered(c *bot.Call, wall, cpu time.Duration, text []byte, raised bool) {
	p.usage.Calls++
	p.usage.Wall += wall
	p.usage.CPU += cpu
	c.Wall, c.CPU = wall, cpu
	c.Stall = max(min(c.Stall, wall-cpu), 0) // waiting of a bot's tasks for each other is charged to it
	c.Charge()
	c.Reply.Out = append(c.Reply.Out[:0], text...)
	if raised {
		c.Reply.Fault, c.Reply.Note = game.Crashed, "it raised "+string(text)
	}
}

// suspect marks the bot: its process reports wrong times. The first reason is logged.
func (p *Player) suspect(why string) {
	if p.doubt == "" {
		p.doubt = why
		p.config.Log.Printf("times differ: %s; it is charged what the kernel counts", why)
	}
}

// replaced marks a bot that has replaced the clocks that its process reads. The process uses its own copies all the same.
func (p *Player) replaced(parts []string) {
	if len(parts) == 0 || p.doubt != "" {
		return
	}
	p.group.host.watch.mistrust = true
	if len(p.group.players) == 1 {
		p.suspect("it has replaced " + strings.Join(parts, ", "))
	} else if !p.warned {
		p.warned = true
		p.config.Log.Printf("times differ, of this bot or of another in its process: %s was replaced", strings.Join(parts, ", "))
	}
}

// Doubt returns why the times that the bot's process reports are not trusted; empty if they are.
func (p *Player) Doubt() string { return p.doubt }

// Leave ends the game in a lane.
func (p *Player) Leave(number int) {
	l := &p.lanes[number]
	if l.opened && l.fault == game.NoFault && !l.lost && p.group.host != nil {
		var reply struct {
			Replaced []string `json:"replaced"`
			Said     int      `json:"said"` // in bytes
		}
		if err := p.group.order(opClose, p, number, struct{}{}, &reply); err != nil {
			p.group.forgetProcess(p)
		} else {
			p.replaced(reply.Replaced)
			p.group.host.printed.await(reply.Said)
			p.group.host.settleLog(p.config.Log)
		}
	}
	*l = lane{}
}

// Close ends the process.
func (p *Player) Close() error {
	p.group.close()
	return nil
}

// Usage returns what the bot has used. The kernel's accounting of a process shared by several bots counts for the first one.
func (p *Player) Usage() bot.Usage {
	u := p.usage
	if p.number == 0 && p.group.host != nil {
		u.Kernel += p.group.host.process.CPU()
	}
	return u
}

// Python returns the interpreter: the named one, AGON_PYTHON, the system's own, or the first on PATH.
func Python(named string) string {
	if named == "" {
		named = os.Getenv("AGON_PYTHON")
	}
	if named != "" {
		return placed(search(named))
	}
	if _, err := os.Stat("/usr/bin/python3"); err == nil {
		return "/usr/bin/python3"
	}
	return search("python3", "python")
}
