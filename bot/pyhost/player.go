package pyhost

import (
	"bytes"
	"cmp"
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
	failed error           // of start; the fault of the first game
	ended  int             // how many processes it has ended
	small  bool            // its process once had too little memory, tasks or files for several games
	parts  parts           // nil: one process plays all lanes
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
func (p *Player) HostError() error {
	err := p.group.failure
	p.parts.each(func(part *Player) { err = cmp.Or(err, part.group.failure) })
	return err
}

// Traits: it has all but [bot.Traits.Turned].
func (p *Player) Traits() bot.Traits {
	return bot.Traits{MostLanes: p.mostLanes, Start: p.start, Kill: p.kill, Restarts: p.restarts, Memory: p.memory, LogsLanes: true,
		HostError: p.HostError, Doubt: p.Doubt, Usage: p.Usage, Trace: p.report}
}

// restarts reports whether the games that were lost with a process can go on in another: not those of bots that share one, since each of
// them would have to repeat its moves, nor those for which one process has been too small.
func (p *Player) restarts() bool {
	small := p.small
	p.parts.each(func(part *Player) { small = small || part.small })
	return len(p.group.players) == 1 && !small && !p.config.remote()
}

// mostLanes returns how many games the player should play at once: one, if its process was once too small for several, or if no page shows
// in which lane a process has ended. Otherwise, the games may take the half of the memory that it may hold.
func (p *Player) mostLanes() int {
	if !p.restarts() && (len(p.group.players) == 1 || p.ended > 0) {
		return 1
	}
	games := p.playing()
	held := p.memory()
	if games == 0 || held <= 0 || p.config.Limits.Memory == 0 {
		return lanesEach
	}
	return int(min(max(int64(games)*(p.config.Limits.Memory/2)/held, 1), lanesEach))
}

// playing returns the number of games that are open.
func (p *Player) playing() (n int) {
	for i := range p.lanes {
		if p.lanes[i].opened {
			n++
		}
	}
	p.parts.each(func(part *Player) { n += part.playing() })
	return n
}

// memory returns what the bot's games hold, in bytes.
func (p *Player) memory() (held int64) {
	p.parts.each(func(part *Player) { held += part.memory() })
	if h := p.group.host; h != nil && h.process.Memory != nil && p.loaded {
		held += max(h.process.Memory()-h.loaded, 0)
	}
	return held
}

// start starts the process and loads the bot.
func (p *Player) start() {
	if p.failed == nil {
		p.failed = p.group.alive(p)
	}
}

// sit begins a game; from is the turn of the first frame, 0 or again.
func (p *Player) sit(number int, t *game.Table, seat game.Seat, from int) {
	for len(p.lanes) <= number {
		p.lanes = append(p.lanes, lane{})
	}
	l := &p.lanes[number]
	*l = lane{seated: true, table: t, seat: seat}
	if p.config.Shared != nil {
		p.config.Shared.forget(number)
	}
	if p.start(); p.failed != nil {
		l.fault, l.note = game.Unstarted, p.failed.Error()
		p.failed = nil
		return
	}
	p.frames.begin(number, p.group.host.sequence+1, from)
	if from == again {
		p.config.Log.Lane(number).Printf("its process ended in another game; a new one was asked again what this game had asked before, " +
			"and the game goes on")
	}
	p.open(number, l)
}

func (p *Player) open(number int, l *lane) {
	var prompt game.Prompt
	l.table.Host(&prompt, l.seat, true)
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
	l.opened = true
	if reply.Error == "" {
		return
	}
	if p.playing() > 1 && scarce(reply.Error) {
		p.crowd()
		return
	}
	l.opened = false
	l.fault, l.note = game.Crashed, "its constructor raised "+reply.Error
}

// Ask puts the prompts of all calls into the frame of its group. A player alone in its group sends it.
func (p *Player) Ask(calls []*bot.Call) {
	if p.watch != nil {
		p.config.Log.StartCopy()
	}
	for _, c := range p.of(p, calls) {
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
	for _, c := range p.of(p, calls) {
		p.trace(c)
	}
	p.parts.answer(p, calls)
}

// report reports every move to watch.
func (p *Player) report(watch func(bot.Trace)) {
	p.watch = watch
	p.parts.each(func(part *Player) { part.watch = watch })
}

// trace reports a move. The class's input is shown as the picture of its seat, which has the same content.
func (p *Player) trace(c *bot.Call) {
	if p.watch == nil || c.Lost || c.Again {
		return
	}
	if p.group.host != nil {
		p.group.host.settleLog(p.config.Log)
	}
	p.watch(bot.Trace{
		Turn: c.Table.Turns(), Seed: c.Table.Seed(), Seat: c.Seat, Living: true, Sent: c.Table.Seen(c.Seat).AppendJSON(nil),
		Out: bytes.Clone(c.Reply.Out),
		Err: p.config.Log.Copied(), Wall: c.Wall, Fault: c.Reply.Fault, Note: c.Reply.Note,
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
	c.Reply.Out, c.Reply.Hosted = append(c.Reply.Out[:0], text...), true
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
func (p *Player) Doubt() string {
	doubt := p.doubt
	p.parts.each(func(part *Player) { doubt = cmp.Or(doubt, part.doubt) })
	return doubt
}

// Leave ends the game in a lane.
func (p *Player) Leave(number int) {
	if home := p.at(number); home != p {
		home.Leave(number)
		return
	}
	if !p.sits(number) {
		return
	}
	l := &p.lanes[number]
	if l.opened && l.fault == game.NoFault && !l.lost && p.group.host != nil {
		var reply struct {
			Replaced []string `json:"replaced"`
			Printed  int      `json:"said"` // in bytes
		}
		if err := p.group.order(opClose, p, number, struct{}{}, &reply); err != nil {
			p.group.forgetProcess(p)
		} else {
			p.replaced(reply.Replaced)
			p.group.host.printed.await(reply.Printed)
			p.group.host.settleLog(p.config.Log)
		}
	}
	*l = lane{}
	if p.small && p.playing() == 0 && p.group.host != nil { // what earlier games have left open is not the next one's
		p.group.end()
		p.loaded = false
	}
}

// Close ends the process.
func (p *Player) Close() error {
	p.group.close()
	p.parts.each(func(part *Player) { part.Close() })
	return nil
}

func (p *Player) kill() {
	if p.group.host != nil {
		p.group.host.doom()
	}
	p.parts.each((*Player).kill)
}

// Usage returns what the bot has used. The kernel's accounting of a process shared by several bots counts for the first one.
func (p *Player) Usage() bot.Usage {
	u := p.usage
	if p.number == 0 && p.group.host != nil {
		u.Kernel += p.group.host.process.CPU()
	}
	p.parts.each(func(part *Player) {
		its := part.Usage()
		u.Calls, u.Wall, u.CPU, u.Kernel, u.Peak = u.Calls+its.Calls, u.Wall+its.Wall, u.CPU+its.CPU, u.Kernel+its.Kernel,
			max(u.Peak, its.Peak)
	})
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
