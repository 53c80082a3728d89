package pyhost

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"agon/bot"
	"agon/game"
)

// A Group is a host process with the players that live in it: one, or several whose organiser trusts them with each other. One frame
// carries the prompts of all of them.
type Group struct {
	players []*Player
	host    *host
	asked   []question    // calls of the current frame
	out     bool          // the frame has been sent
	stalled time.Duration // run delay of the process before the current frame
	paused  time.Duration // pauses of this program before it
	watch   bot.Stopwatch // of the wait for the answer to it
	waiting bot.Call      // what that stopwatch fills in
	failure error         // of the host, not of any bot
	frame   uint32        // the last frame of earlier processes
	forged  bool          // a process has announced output that never arrived
}

// question is a call of a player.
type question struct {
	player *Player
	call   *bot.Call
}

// NewGroup returns players that share one process. A Player made by New has a group of its own.
func NewGroup(configs []Config) []*Player {
	g := &Group{}
	for i, c := range configs {
		if c.remote() {
			c.Shared = nil
		}
		g.players = append(g.players, &Player{config: c, group: g, number: i})
	}
	return g.players
}

// lanesEach is the largest number of lanes of a player: a lane's number in the host process is the player's number times this, plus its
// own.
const lanesEach = 256

// alive starts the process if there is none and loads the bot. The error is the asking bot's; failures of the host are recorded in
// g.failure.
func (g *Group) alive(p *Player) error {
	if isClosed(p.config.Stop) {
		return errStopped
	}
	if g.host == nil {
		host, err := launch(g.config(p))
		if err != nil {
			g.failure = err
			return err
		}
		host.sequence = g.frame
		g.host = host
		for _, other := range g.players {
			other.loaded = false
		}
	}
	if p.loaded {
		return nil
	}
	if _, err := g.host.load(p.config, p.number); err != nil {
		var missing *ErrMissing
		if errors.As(err, &missing) {
			g.failure = err
		}
		if g.host.ended {
			g.forgetProcess(p)
		}
		return err
	}
	p.loaded = true
	if g.host.process.Memory != nil && p.config.Limits.Memory > 0 {
		g.host.loaded = g.host.process.Memory()
	}
	return nil
}

// config returns the configuration of the process, which may read the files of every bot in it and has the libraries of all of them.
func (g *Group) config(p *Player) Config {
	c := p.config
	c.printed = newPrinted(g, c.Log)
	for _, other := range g.players {
		for _, file := range other.config.Readable {
			if !slices.Contains(c.Readable, file) {
				c.Readable = append(slices.Clip(c.Readable), file)
			}
		}
		if len(other.config.Libraries) > len(c.Libraries) {
			c.Libraries = other.config.Libraries // of all bots of the contest, where this one needs fewer
		}
	}
	return c
}

// addCall adds a call to the next frame.
func (g *Group) addCall(p *Player, c *bot.Call) {
	if g.out {
		g.asked, g.out = g.asked[:0], false
	}
	g.asked = append(g.asked, question{p, c})
}

// send sends the frame, once.
func (g *Group) send() {
	if g.out || len(g.asked) == 0 {
		return
	}
	g.out = true
	host, n := g.host, len(g.asked)
	host.begin(opTurn, 0, n)
	for _, q := range g.asked {
		host.frame = binary.LittleEndian.AppendUint16(host.frame, uint16(q.player.number*lanesEach+q.call.Lane))
		turn := q.call.Table.Turns() + 1
		if q.call.Again {
			turn = again
		}
		q.player.frames.asked(q.call.Lane, host.sequence, turn)
	}
	table := len(host.frame)
	host.frame = append(host.frame, make([]byte, 8*n)...)
	for i, q := range g.asked {
		common, own := q.body(host)
		binary.LittleEndian.PutUint32(host.frame[table+4*i:], uint32(common))
		binary.LittleEndian.PutUint32(host.frame[table+4*(n+i):], uint32(own))
	}
	if host.note != nil {
		host.note.clear()
	}
	g.stalled = g.stall()
	g.paused = g.pauses()
	host.watch.begin()
	err := host.send(g.asked[0].call.Limit)
	g.chargePondering()
	if err != nil {
		g.failed(err, 0)
	}
}

// chargePondering charges what the process used outside its turns to the calls of the frame, in equal parts.
func (g *Group) chargePondering() {
	if g.host.pondered == 0 {
		return
	}
	for _, q := range g.asked {
		q.call.Ponder = g.host.pondered / time.Duration(len(g.asked))
	}
	g.host.pondered = 0
}

// body appends the arguments of a call and returns the lengths of its two parts. What all seats see goes into the lane's shared pages
// instead, if there are any.
func (q question) body(host *host) (common, own int) {
	c := q.call
	shared := q.player.config.Shared
	at := len(host.frame)
	if text := c.Table.Common().Stdin; !shared.fits(c.Lane, len(text)) || !shared.publish(c.Lane, c.Table, text) {
		host.frame = append(host.frame, text...)
	}
	common = len(host.frame) - at
	prompt := game.Prompt{Stdin: host.frame}
	c.Table.Host(&prompt, c.Seat, false)
	host.frame = prompt.Stdin
	return common, len(host.frame) - at - common
}

// collect reads the answer to the frame, once.
func (g *Group) collect() {
	if len(g.asked) == 0 {
		return
	}
	body, err := g.host.receive(time.Time{}, g.patience())
	wall := time.Since(g.host.watch.begun)
	g.blame()
	if err == nil {
		err = g.read(body, wall)
	}
	if err != nil {
		g.failed(err, wall)
	}
	g.asked = g.asked[:0]
}

// stall returns how long the host has held the process up so far, if a clock needs it.
func (g *Group) stall() time.Duration {
	if g.asked[0].call.Clock && g.host.process.Stalled != nil {
		return g.host.process.Stalled()
	}
	return 0
}

// pauses returns how long this program has been stopped so far, as far as the asking thread knows.
func (g *Group) pauses() time.Duration {
	if host := g.asked[0].call.Host; host != nil {
		return host.Paused()
	}
	return 0
}

// blame records how long the host held the process up in this frame. Since the lane is unknown, each is credited with all of it.
func (g *Group) blame() {
	if held := g.stall() - g.stalled; held > 0 {
		for _, q := range g.asked {
			q.call.Stall = held
		}
	}
}

// patience returns a function that watches the note page: each call has its own limit, counted from when the process began with it. A bot
// can write there too, so only a note that moves on to a later call of the frame counts. Stalls by the host extend the wait, as
// [bot.Stopwatch.Left] says.
func (g *Group) patience() func() bool {
	at, since := -1, time.Now()
	g.watch.Process, g.waiting.Host = g.host.process, g.asked[0].call.Host
	g.watch.BeginAt(g.host.watch.read.cpu, g.host.watch.read.stall, g.paused) // readings from before the frame
	call := &g.waiting
	return func() bool {
		call.Limit = g.asked[max(at, 0)].call.Limit
		if g.host.note == nil {
			call.Limit *= time.Duration(len(g.asked))
		} else if now := min(g.host.note.read(), len(g.asked)-1); now > at {
			at, since = now, time.Now()
			call.Limit = g.asked[at].call.Limit
		}
		waited := time.Since(since)
		return call.Limit == 0 || waited < call.Limit || g.watch.Left(call, waited) > 0
	}
}

// read parses the answers of a frame that took wall. The process reports how long each call took; the part of wall that these times do not
// explain is added to them in proportion.
func (g *Group) read(body []byte, wall time.Duration) error {
	n := len(g.asked)
	if len(body) < 13*n+8 {
		return errGarbled
	}
	lengths, took, status := body[:4*n], body[4*n:12*n], body[12*n+8:13*n+8]
	rest := body[13*n+8:]
	if g.scarce(lengths, status, rest) {
		return errScarce
	}
	var inside time.Duration
	for i := range n {
		inside += calls(took[8*i:], wall)
	}
	cpu := min(calls(body[12*n:], wall), inside)
	if !g.asked[0].call.Clock && !g.host.watch.mistrust { // the process of a marked bot is charged without its waits anyway
		held := g.host.watch.waited(inside, cpu) // before the watch takes a new reading
		for i, q := range g.asked {
			q.call.Stall = share(held, calls(took[8*i:], wall), inside, n)
		}
	}
	x := g.host.watch.end(wall, inside, n)
	if x.disagrees {
		g.mark(wall, inside)
	}
	if len(g.players) > 1 {
		x = excess{}
	}
	for i, q := range g.asked {
		size := int(binary.LittleEndian.Uint32(lengths[4*i:]))
		if size > len(rest) {
			return errGarbled
		}
		mine := calls(took[8*i:], wall)
		q.player.answered(q.call, mine+share(x.wall, mine, inside, n), share(cpu+x.cpu, mine, inside, n), rest[:size], status[i] != 0)
		rest = rest[size:]
	}
	return nil
}

// scarce reports whether a game of a frame's answer has run out of what it shares with others.
func (g *Group) scarce(lengths, status, rest []byte) bool {
	if len(g.players) > 1 || bytes.IndexFunc(status, func(r rune) bool { return r != 0 }) < 0 || g.players[0].playing() < 2 {
		return false
	}
	for i := range status {
		size := min(int(binary.LittleEndian.Uint32(lengths[4*i:])), len(rest))
		if status[i] != 0 && scarce(string(rest[:size])) {
			return true
		}
		rest = rest[size:]
	}
	return false
}

// calls reads a time of calls from the process's report: never more than wall.
func calls(b []byte, wall time.Duration) time.Duration {
	if ns := binary.LittleEndian.Uint64(b); ns < uint64(wall) {
		return time.Duration(ns)
	}
	return wall
}

// share returns a lane's part of a time of all n lanes, in proportion to mine of of.
func share(all, mine, of time.Duration, n int) time.Duration {
	if all == 0 || of == 0 {
		return all / time.Duration(n)
	}
	return time.Duration(float64(all) * (float64(mine) / float64(of)))
}

// mark marks a bot whose process reports wrong times. If several bots share a process, it is unknown which of them has changed its
// clocks, so none is marked or charged, and the log of each says so.
func (g *Group) mark(wall, inside time.Duration) {
	why := fmt.Sprintf("its process reports %v in calls where the host measured %v", inside.Round(time.Microsecond),
		wall.Round(time.Microsecond))
	if proven := g.host.watch.proven; proven > 0 {
		why += fmt.Sprintf(", and leaves out %v of processor time in all", proven.Round(time.Microsecond))
	}
	if len(g.players) == 1 {
		g.players[0].suspect(why)
		return
	}
	for _, p := range g.players {
		if !p.warned {
			p.warned = true
			p.config.Log.Printf("times differ, of this bot or of another in its process: %s", why)
		}
	}
}

// failed handles a frame without an answer: the call at which the process was has the fault, and the others are lost.
func (g *Group) failed(err error, waited time.Duration) {
	culprit := 0
	if g.host.note != nil {
		culprit = min(max(g.host.note.read(), 0), len(g.asked)-1)
	}
	why := g.host.why(err)
	where := ""
	if errors.Is(why, errSilent) && !isClosed(g.host.stop) {
		where = g.where(waited)
	}
	exit := g.host.kill()
	if exit.Host != nil {
		g.surrender(exit.Host)
		return
	}
	q := g.asked[culprit]
	if q.player.playing() > 1 && len(g.players) == 1 && (exit.Cause() == bot.MemoryLimit || errors.Is(err, errScarce)) {
		g.crowded(q.player)
		return
	}
	q.call.Wall, q.call.Reply.Took = waited, game.Micros(waited.Microseconds())
	q.call.Reply.Fault, q.call.Reply.Note = faultOf(why, exit, q.call.Limit)
	q.call.Reply.Note += where
	q.player.lanes[q.call.Lane].fault = game.Gone
	q.player.lanes[q.call.Lane].note = "its process has ended: " + q.call.Reply.Note
	for i, other := range g.asked {
		if i != culprit {
			other.call.Lost = true
		}
	}
	g.forgetProcess(q.player)
	g.asked = g.asked[:0]
}

// crowded ends a frame of which the process had too little memory, tasks or files for all its games: it is unknown whether it had enough
// for each of them, so all are lost, and played again one at a time.
func (g *Group) crowded(p *Player) {
	for _, q := range g.asked {
		q.call.Lost = true
	}
	g.asked = g.asked[:0]
	p.crowd()
}

// crowd ends the process of a player, all of whose games are then played again one at a time.
func (p *Player) crowd() {
	if !p.small {
		p.config.Log.Printf("its process had too little memory, tasks or open files for %d games at once; they are played again one at a "+
			"time", p.playing())
	}
	p.small = true
	p.group.forgetProcess(p)
}

// errScarce is an exception by which one of several games of a process ran out of what they share.
var errScarce = errors.New("its games ran out of what they share")

// scarcities begin the exceptions by which a program finds that it has too little memory, too few tasks or files, or no space on a disk.
var scarcities = []string{
	"MemoryError", "numpy.core._exceptions._ArrayMemoryError", "numpy._core._exceptions._ArrayMemoryError", "_ArrayMemoryError",
	"RuntimeError: can't start new thread", "BlockingIOError: [Errno 11]", "OSError: [Errno 12]", "OSError: [Errno 23]",
	"OSError: [Errno 24]", "OSError: [Errno 28]", "OSError: [Errno 122]",
}

func scarce(exception string) bool {
	return slices.ContainsFunc(scarcities, func(begins string) bool { return strings.HasPrefix(exception, begins) })
}

// surrender abandons all calls because of a failure of the host, which no bot is blamed for.
func (g *Group) surrender(failure error) {
	g.failure = failure
	for _, q := range g.asked {
		q.call.Lost = true
	}
	g.asked = g.asked[:0]
	g.end()
	for _, p := range g.players {
		p.loaded = false
		for i := range p.lanes {
			p.lanes[i].lost = p.lanes[i].seated && p.lanes[i].opened
		}
	}
}

// faultOf returns the fault for the end of a process.
func faultOf(why error, exit bot.Exit, limit time.Duration) (game.Fault, string) {
	switch {
	case errors.Is(why, errSilent):
		return game.Late, fmt.Sprintf("it gave no answer within %v and was killed", limit)
	case exit.Cause() == bot.MemoryLimit:
		return game.Memory, why.Error()
	case exit.Cause() == bot.CPULimit:
		return game.CPUTime, why.Error()
	case errors.Is(why, errGarbled):
		return game.Garbled, why.Error()
	}
	return game.Crashed, why.Error()
}

// forgetProcess forgets a process that ended because of one player: every game in it is lost, except where a fault is recorded.
func (g *Group) forgetProcess(guilty *Player) {
	if g.host != nil {
		g.end()
	}
	guilty.ended++
	for _, p := range g.players {
		p.loaded = false
		for i := range p.lanes {
			if l := &p.lanes[i]; l.seated && l.opened && l.fault == game.NoFault {
				l.lost = true
			}
		}
	}
}

// order sends an order for one player's lane and waits for its answer.
func (g *Group) order(op byte, p *Player, lane int, order, reply any) error {
	return g.host.call(op, p.number, p.number*lanesEach+lane, order, reply)
}

// close ends the process when its last player has left.
func (g *Group) close() {
	if g.host == nil {
		return
	}
	g.end()
}

// end ends the process and records its usage. That of a process shared by several bots counts as the first one's.
func (g *Group) end() {
	exit := g.host.kill()
	u := &g.players[0].usage
	u.Kernel += g.host.cpu
	u.Peak = max(u.Peak, exit.Peak)
	g.frame = g.host.sequence
	g.host = nil
}

// seed returns the seed of a bot's generators in a game.
func (c *Config) seed(game int64, seat game.Seat) int64 {
	if c.Secret == nil {
		c.Secret = bot.DeriveSecret(game)
	}
	return c.Secret.Seed(game, seat)
}

// opening is the order that begins a game.
type opening struct {
	Seed    int64           `json:"seed"`
	Slot    int             `json:"slot"`
	Common  int             `json:"common"`
	Profile bool            `json:"profile"`
	Opening json.RawMessage `json:"opening"`
}
