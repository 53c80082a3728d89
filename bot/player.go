package bot

import (
	"strings"
	"time"

	"agon/game"
)

// A Player is a bot's living presence on one core, asked by one referee. The referee sits it down in lanes, then asks for all
// its moves of a turn in one Ask and collects them with one Answer; Sit and Leave come between turns only.
type Player interface {
	// Sit begins a game in a lane. The table is dealt already.
	Sit(lane int, t *game.Table, seat game.Seat)
	// Ask hands over the prompts of a turn, one call for each lane in which the bot owes a move. It does not wait for answers.
	Ask(calls []*Call)
	// Answer waits until every call of the last Ask has its reply or its fault.
	Answer(calls []*Call)
	// Leave ends the game in a lane.
	Leave(lane int)
	// Close ends the player; nothing of it is left behind.
	Close() error
}

// A Call is one move that a player is asked for.
type Call struct {
	Lane      int
	Table     *game.Table
	Seat      game.Seat
	Clock     bool          // the time of the move may cost the bot something: CPU and Stall are to be measured
	Processor bool          // the clock counts the processor time of the bot's tree, and not wall time
	Limit     time.Duration // the call is given up and the bot killed once [Call.Spent] is so much; 0 for never
	Allowed   time.Duration // what the clock gives the move, for prompts that say so; 0 for no limit
	Host      Host          // what the asking thread knows of the host's own stalls; nil for nothing

	Reply   game.Reply    // Took is the charged time
	Wall    time.Duration // from the prompt written to the answer readable, as the host measures it
	CPU     time.Duration // processor time of the bot's whole tree of processes in Wall, where it was measured
	Stall   time.Duration // the part of Wall that the host held up, never what the bot's own tree did to itself
	Ponder  time.Duration // processor time that the bot has used outside its turns since it was asked before; not part of CPU
	Grace   time.Duration // added to the time of the move: what the start of the bot's language costs, where the clock grants it
	Worded  bool          // the reply is a word of the kind's, as people and the agon protocol say it, and not what its wire reads
	Settled bool          // the player has put the move on the table itself
	Thought bool          // a built-in bot has moved, and the table keeps the move until it is put
	Excused bool          // it came after its time by the host's doing, and counts as in time
	Held    bool          // the host took a good part of the time that the move had
	Lost    bool          // the reply went down with another call of the same frame; the game must be played again
}

// A Host is what this process knows of itself.
type Host interface {
	Paused() time.Duration // for how long nothing of it ran, so far: it was stopped, or the machine was
}

// Spent is the time of the move without what the host held up: max(CPU, Wall-Stall).
func (c *Call) Spent() time.Duration { return max(c.CPU, c.Wall-c.Stall) }

// Charged is the time that the move costs the bot: Spent, or CPU where the clock counts processor time, or just Wall where no clock counts
// and nothing else was measured for sure.
func (c *Call) Charged() time.Duration {
	switch {
	case !c.Clock:
		return c.Wall
	case c.Processor:
		return c.CPU
	}
	return c.Spent()
}

// Charge notes the charged time in the reply.
func (c *Call) Charge() { c.Reply.Took = game.Micros((c.Charged() + 500) / 1000) }

// Slowed reports whether the host took more than a fifth of a move's time, and more than a moment.
func (c *Call) Slowed() bool { return c.Stall > c.Wall/5 && c.Stall > 2*time.Millisecond }

// Put puts the reply on the table, unless the player has done so. A fault counts, whatever the reply says.
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

// A Watcher is a player that wants to see the table after every turn, whether it owed a move or not. It is called before the next
// Ask, and must not hold the game up.
type Watcher interface{ Turned(lane int, t *game.Table) }

// Usage is what a player has spent so far.
type Usage struct {
	Calls  int
	Wall   time.Duration // in its moves
	CPU    time.Duration // in its moves, as measured around them
	Kernel time.Duration // of the process by the kernel's account, starts included; 0 where there is none
	Peak   int64         // most bytes of memory that a process of it had at one time, of those that have ended; 0 where unknown
}

// A Meter is a player that reports what it has used.
type Meter interface{ Usage() Usage }

// A Hosted player needs things of the host: an interpreter, a launcher, memory for pages. HostError is what of it failed, nil while
// nothing has; the game then counts for nothing, and no bot is blamed.
type Hosted interface{ HostError() error }
