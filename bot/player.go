package bot

import (
	"strings"
	"time"

	"agon/game"
)

// A Player is a running bot on one core, used by one referee at a time. The referee seats it in lanes, then asks for all its moves of a
// turn with one Ask and collects them with one Answer. Sit and Leave are called between turns only.
type Player interface {
	// Sit begins a game in a lane. The table has been dealt.
	Sit(lane int, t *game.Table, seat game.Seat)
	// Ask sends the prompts of a turn, one call for each lane in which the bot owes a move. It does not wait for answers.
	Ask(calls []*Call)
	// Answer returns when every call of the last Ask has its reply or its fault.
	Answer(calls []*Call)
	// Leave ends the game in a lane.
	Leave(lane int)
	// Close ends the player and releases everything it holds.
	Close() error
	// Traits returns what only some players have.
	Traits() Traits
}

// Traits are what only some players have. A nil function is a trait that a player lacks.
type Traits struct {
	MostLanes func() int // how many games it plays at once at most, as things are now; nil: any number
	LogsLanes bool       // it writes into the logs of its lanes ([Log.Lane]); otherwise it plays in one lane

	// Start starts ahead what the player's first game needs. If that fails, the first Sit says so. nil: nothing is started before Sit.
	Start func()
	// Kill ends the player's processes without waiting for their end, which Close does: many that are killed first end together. nil: Close
	// alone ends them.
	Kill func()
	// Restarts reports whether a game of which a call is [Call.Lost] can be continued: the player sits down in it once more, in a new
	// process, and is asked what it was asked before. nil: never; the game is then played again.
	Restarts func() bool
	// Memory returns what the player's processes hold now because of the games in which it sits, in bytes; 0 if unknown.
	Memory func() int64
	// HostError returns what failed of what the player needs of the host, an interpreter, a launcher or shared memory, or nil. After a
	// failure the game does not count and no bot is blamed.
	HostError func() error
	// Doubt returns why the times that the bot's process reports are not trusted; empty if they are.
	Doubt func() string
	// Usage returns what the player has used so far.
	Usage func() Usage
	// Turned is called with the table after every turn, whether the player owed a move or not, before the next Ask. It must return quickly.
	Turned func(lane int, t *game.Table)
	// Trace has the player report each of its moves to watch before the reply is on the table, from any goroutine but never concurrently.
	// watch owns what it receives. It must be called before the first Ask.
	Trace func(watch func(Trace))
}

// A Call asks a player for one move.
type Call struct {
	Lane      int
	Table     *game.Table
	Seat      game.Seat
	Clock     bool          // the move is timed: CPU and Stall must be measured
	Processor bool          // the clock counts processor time of the bot's tree instead of wall time
	Limit     time.Duration // the call is abandoned and the bot killed when [Call.Spent] reaches this; 0 for never
	Allowed   time.Duration // the time that the clock allows, for prompts that state it; 0 for no limit
	Host      Host          // reports the host's own stalls; nil if nobody measures them

	Reply   game.Reply    // Took is the charged time
	Wall    time.Duration // from writing the prompt until the answer is readable, measured by the host
	CPU     time.Duration // processor time of the bot's whole process tree during Wall, if measured
	Stall   time.Duration // the part of Wall for which the host held the tree up; the tree's own waiting does not count
	Ponder  time.Duration // processor time that the bot used outside its turns since the last call; not part of CPU
	Grace   time.Duration // added to the allowed time: start-up time of the bot's language, if the clock grants it
	Worded  bool          // the reply is a word of the kind, as people and the agon protocol send it, instead of the wire's format
	Settled bool          // the player has put the move on the table itself
	Thought bool          // a built-in bot has moved; the table holds the move until Put
	Excused bool          // the reply was late because of the host, and counts as in time
	Held    bool          // the host took a large part of the time allowed for the move
	Lost    bool          // the reply was lost with another call of the same frame; see [Traits.Restarts]
	Again   bool          // the player was asked this before, in a process that has ended: what it prints has been logged
}

// Reset forgets what the last answer was and what it took.
func (c *Call) Reset() {
	c.Wall, c.CPU, c.Stall, c.Ponder, c.Grace = 0, 0, 0, 0, 0
	c.Worded, c.Settled, c.Thought, c.Excused, c.Held, c.Lost = false, false, false, false, false, false
	c.Reply.Reset()
}

// A Host reports what this process measures of itself.
type Host interface {
	Paused() time.Duration // total time for which nothing in this process ran, because it or the machine was stopped
}

// Spent returns the time of the move without the host's stalls: max(CPU, Wall-Stall).
func (c *Call) Spent() time.Duration { return max(c.CPU, c.Wall-c.Stall) }

// Charged returns the time that the move costs the bot: Spent, or CPU if the clock counts processor time. Where no clock is in the rules
// that is Spent too: processor time and time that the bot sleeps, but not that in which the machine's other programs keep a processor from
// it.
func (c *Call) Charged() time.Duration {
	if c.Clock && c.Processor {
		return c.CPU
	}
	return c.Spent()
}

// Charge sets the charged time in the reply.
func (c *Call) Charge() { c.Reply.Took = game.Micros((c.Charged() + 500) / 1000) }

// Slowed reports whether the host held the move up for more than 2 ms and more than a fifth of its time.
func (c *Call) Slowed() bool { return c.Stall > c.Wall/5 && c.Stall > 2*time.Millisecond }

// Put puts the reply on the table, unless the player has done so. A fault takes precedence over the reply.
func (c *Call) Put() {
	switch {
	case c.Settled:
	case c.Thought:
		c.Table.Settle(c.Seat, &c.Reply)
	case c.Worded && c.Reply.Fault == game.NoFault:
		c.Table.Play(c.Seat, strings.TrimSpace(string(c.Reply.Out)), &c.Reply)
	default:
		c.Table.Take(c.Seat, &c.Reply)
	}
}

// Word returns the move of a call that has its reply as the kind writes it, or its fault, and plays nothing. The caller must settle the
// seat afterwards.
func (c *Call) Word() (string, game.Fault) {
	switch {
	case c.Lost:
		return "", game.Gone
	case c.Reply.Fault != game.NoFault:
		return "", c.Reply.Fault
	case c.Thought:
		return c.Table.Considered(c.Seat), game.NoFault
	case c.Worded:
		return c.Table.Worded(c.Seat, string(c.Reply.Out))
	}
	return c.Table.Word(c.Seat, &c.Reply)
}

// Usage is what a player has used so far.
type Usage struct {
	Calls  int
	Wall   time.Duration // during its moves
	CPU    time.Duration // during its moves, measured around them
	Kernel time.Duration // total of the process by the kernel's accounting, start-up included; 0 if unknown
	Peak   int64         // largest memory of one of its processes that have ended, in bytes; 0 if unknown
}
