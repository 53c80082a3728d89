package pyhost

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"agon/bot"
	"agon/game"
)

// Player is a Python bot in a host process of its own.
type Player struct {
	config Config
	host   *host
	lanes  []lane
	usage  bot.Usage
	kernel time.Duration // of processes that have ended
	deaths int           // games running in which the process ended
	reason string        // why the last process ended
	asked  []*bot.Call   // of the frame that is out
}

// lane is what a player knows of a game that it sits in.
type lane struct {
	seated bool
	table  *game.Table
	seat   game.Seat
	opened bool       // the host process has the game
	fault  game.Fault // why it will not move any more in this game
	note   string
	lost   bool
}

// retireAfter is in how many games running a bot's process may end before it is started no more.
const retireAfter = 3

// New makes a player. Its process is started when it first sits down.
func New(c Config) *Player { return &Player{config: c} }

// Look starts a host process, tells which bots the file holds, and ends it.
func Look(c Config) ([]Found, error) {
	c.Shared = nil
	h, found, err := start(c)
	if err != nil {
		return nil, err
	}
	h.kill()
	return found, nil
}

// Sit tells the host process that a game begins. The process is started where there is none, unless the bot has been retired.
func (p *Player) Sit(number int, t *game.Table, seat game.Seat) {
	for len(p.lanes) <= number {
		p.lanes = append(p.lanes, lane{})
	}
	l := &p.lanes[number]
	*l = lane{seated: true, table: t, seat: seat}
	if p.config.Shared != nil {
		p.config.Shared.forget(number)
	}
	if p.deaths >= retireAfter {
		l.fault, l.note = game.Gone, fmt.Sprintf("it ended in %d games running and is started no more; the last time %s", p.deaths, p.reason)
		return
	}
	if err := p.alive(); err != nil {
		l.fault, l.note = game.Unstarted, err.Error()
		return
	}
	p.open(number, l)
}

func (p *Player) alive() error {
	if p.host != nil {
		return nil
	}
	h, _, err := start(p.config)
	if err != nil {
		return err
	}
	p.host = h
	return nil
}

func (p *Player) open(number int, l *lane) {
	var opening game.Prompt
	l.table.Open(&opening, l.seat)
	common := len(l.table.Common().Stdin)
	if !p.config.Shared.fits(number, common) {
		common = 0
	}
	order := struct {
		Seed    int64           `json:"seed"`
		Common  int             `json:"common"`
		Opening json.RawMessage `json:"opening"`
	}{game.SubSeed(l.table.Seed(), int64(l.seat), 0x7079) & (1<<53 - 1), common, opening.Stdin}
	var reply struct {
		Error string `json:"error"`
	}
	if err := p.host.call(opOpen, byte(number), order, &reply); err != nil {
		l.fault, l.note = game.Crashed, "its constructor: "+err.Error()
		p.bury(nil, err.Error())
		return
	}
	if reply.Error != "" {
		l.fault, l.note = game.Crashed, "its constructor raised "+reply.Error
		return
	}
	l.opened = true
}

// Ask sends one frame with the prompts of all calls.
func (p *Player) Ask(calls []*bot.Call) {
	p.asked = p.asked[:0]
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
			p.asked = append(p.asked, c)
		}
	}
	if len(p.asked) > 0 {
		p.send()
	}
}

func (p *Player) send() {
	h, n := p.host, len(p.asked)
	h.begin(opTurn, byte(n), 0)
	for _, c := range p.asked {
		h.frame = append(h.frame, byte(c.Lane))
	}
	table := len(h.frame)
	h.frame = append(h.frame, make([]byte, 8*n)...)
	for i, c := range p.asked {
		at := len(h.frame)
		common := c.Table.Common().Stdin
		if p.config.Shared.fits(c.Lane, len(common)) {
			p.config.Shared.publish(c.Lane, c.Table, common)
		} else {
			h.frame = append(h.frame, common...)
		}
		own := len(h.frame)
		binary.LittleEndian.PutUint32(h.frame[table+4*i:], uint32(own-at))
		prompt := game.Prompt{Stdin: h.frame}
		c.Table.Ask(&prompt, c.Seat)
		h.frame = prompt.Stdin
		binary.LittleEndian.PutUint32(h.frame[table+4*n+4*i:], uint32(len(h.frame)-own))
	}
	binary.LittleEndian.PutUint32(h.frame[4:], uint32(len(h.frame)-8-9*n))
	if h.note != nil {
		h.note.clear()
	}
	if err := h.pipes.write(h.frame, p.asked[0].Limit); err != nil {
		p.bury(p.asked, h.why(err).Error())
		p.asked = p.asked[:0]
	}
}

// Answer reads the frame that comes back.
func (p *Player) Answer([]*bot.Call) {
	if len(p.asked) == 0 {
		return
	}
	begin := time.Now()
	body, err := p.host.receive(time.Time{}, p.patience())
	if err != nil {
		p.failed(err, time.Since(begin))
		return
	}
	if err := p.read(body); err != nil {
		p.failed(err, time.Since(begin))
	}
}

// patience watches the note page: each lane has its own limit, counted from when the process began to think in it.
func (p *Player) patience() func() bool {
	at, since := 0, time.Now()
	return func() bool {
		h := p.host
		if h.note == nil {
			return p.asked[0].Limit == 0 || time.Since(since) < p.asked[0].Limit*time.Duration(len(p.asked))
		}
		if now := h.note.read(); now != at {
			at, since = now, time.Now()
		}
		limit := p.asked[min(max(at-1, 0), len(p.asked)-1)].Limit
		return limit == 0 || time.Since(since) < limit
	}
}

func (p *Player) read(body []byte) error {
	n := len(p.asked)
	if len(body) < 7*n+8 {
		return errGarbled
	}
	status, lengths, took := body[:n], body[n:3*n], body[3*n:7*n]
	cpu := binary.LittleEndian.Uint64(body[7*n:])
	rest := body[7*n+8:]
	p.usage.CPU += time.Duration(cpu)
	for i, c := range p.asked {
		size := int(binary.LittleEndian.Uint16(lengths[2*i:]))
		if size > len(rest) {
			return errGarbled
		}
		spent := time.Duration(binary.LittleEndian.Uint32(took[4*i:]))
		p.usage.Calls++
		p.usage.Wall += spent
		c.Wall, c.CPU = spent, time.Duration(cpu)/time.Duration(n)
		c.Reply.Took = game.Micros((spent + 500) / 1000)
		c.Reply.Out = append(c.Reply.Out[:0], rest[:size]...)
		if status[i] != 0 {
			c.Reply.Fault, c.Reply.Note = game.Crashed, "it raised "+string(rest[:size])
		}
		rest = rest[size:]
	}
	return nil
}

// failed deals with a frame that has no answer: the lane in which the process was thinking has the fault, the others are lost.
func (p *Player) failed(err error, waited time.Duration) {
	culprit := 0
	if p.host.note != nil {
		culprit = min(max(p.host.note.read()-1, 0), len(p.asked)-1)
	}
	why := p.host.why(err)
	exit := p.host.kill()
	c := p.asked[culprit]
	c.Wall, c.Reply.Took = waited, game.Micros(waited.Microseconds())
	l := &p.lanes[c.Lane]
	l.fault, l.note = game.Gone, "its process has ended: "+why.Error()
	switch {
	case errors.Is(why, errSilent):
		c.Reply.Fault = game.Late
		c.Reply.Note = fmt.Sprintf("it gave no answer within %v and was killed", c.Limit)
	case exit.Memory:
		c.Reply.Fault, c.Reply.Note = game.Memory, why.Error()
	case exit.CPU:
		c.Reply.Fault, c.Reply.Note = game.CPUTime, why.Error()
	case errors.Is(why, errGarbled):
		c.Reply.Fault, c.Reply.Note = game.Garbled, why.Error()
	default:
		c.Reply.Fault, c.Reply.Note = game.Crashed, why.Error()
	}
	p.bury(nil, c.Reply.Note)
	for i, other := range p.asked {
		if i != culprit {
			other.Lost = true
		}
	}
}

// bury forgets a process that has ended: every game that it sat in is lost, except where a fault is on record already.
func (p *Player) bury(faulty []*bot.Call, why string) {
	if p.host != nil {
		p.host.kill()
		p.kernel += p.host.cpu
		p.host = nil
	}
	p.reason = why
	p.deaths++
	for _, c := range faulty {
		l := &p.lanes[c.Lane]
		l.fault, l.note = game.Gone, "its process has ended: "+why
		c.Reply.Fault, c.Reply.Note = game.Crashed, why
	}
	for i := range p.lanes {
		if l := &p.lanes[i]; l.seated && l.opened && l.fault == game.NoFault {
			l.lost = true
		}
	}
}

// Rise ends the game in a lane.
func (p *Player) Rise(number int) {
	l := &p.lanes[number]
	if l.opened && l.fault == game.NoFault && !l.lost && p.host != nil {
		p.deaths = 0
		var reply struct{}
		if err := p.host.call(opClose, byte(number), struct{}{}, &reply); err != nil {
			p.bury(nil, err.Error())
		} else {
			p.host.settleLog(p.config.Log)
		}
	}
	*l = lane{}
}

// Close ends the process.
func (p *Player) Close() error {
	if p.host != nil {
		p.host.kill()
		p.kernel += p.host.cpu
		p.host = nil
	}
	return nil
}

// Usage is what the bot has spent.
func (p *Player) Usage() bot.Usage {
	u := p.usage
	u.Kernel = p.kernel
	if p.host != nil {
		u.Kernel += p.host.process.CPU()
	}
	return u
}

// Python finds the interpreter: the one that is named, AGON_PYTHON, the system's own, or the first on the path.
func Python(named string) string {
	if named == "" {
		named = os.Getenv("AGON_PYTHON")
	}
	if named != "" {
		return named
	}
	if _, err := os.Stat("/usr/bin/python3"); err == nil {
		return "/usr/bin/python3"
	}
	return search("python3", "python")
}
