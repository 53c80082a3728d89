package pyhost

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"sync"
	"time"

	"agon/bot"
)

/*
What bots print comes through one pipe, whichever lane they play in. The class host puts a label before each line, with the lane's number
and the frame that it answered, and one without a lane behind it:

	\x1eagon LANE FRAME\x1f TEXT \x1eagon - 0\x1f

What has no label, as the output of C code or of another process, belongs to no lane.
*/

var labelBegins = []byte("\x1eagon ")

// longestDump bounds the part of a process's output that is searched for its position, in bytes from the end: a bot can print without end.
const longestDump = 64 << 10

// longestLabel is the largest size of a label in bytes.
const longestLabel = 40

// printed sorts a class host's output by lanes. Write is not safe for concurrent use.
type printed struct {
	mu    sync.Mutex
	more  sync.Cond // signals more output, or the end of the process
	came  int       // bytes received
	due   int       // bytes that the class host has reported as printed
	ended bool

	dumping bool   // output that belongs to no lane is a stack dump
	dumped  []byte // the bytes that dump

	group *Group
	rest  []byte   // possibly the beginning of a label
	lane  int      // of the following output, -1 for none
	frame uint32   // the frame in which it was printed
	loose *bot.Log // output that belongs to no lane
}

func newPrinted(g *Group, loose *bot.Log) *printed {
	p := &printed{group: g, lane: -1, loose: loose}
	p.more.L = &p.mu
	return p
}

// drain reads all output of a process.
func (p *printed) drain(r io.Reader) {
	io.Copy(p, r)
	p.mu.Lock()
	p.ended = true
	p.mu.Unlock()
	p.more.Broadcast()
}

// patience bounds the wait for announced output, in steps rather than in time: while this program is stopped or starved, only one
// step passes.
const (
	patience     = 30
	patienceStep = 100 * time.Millisecond
)

// await waits until that many more bytes have reached the logs. A bot can forge the number: once it has announced more than arrived, its
// processes are not waited for again.
func (p *printed) await(size int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.group.forged || size <= 0 {
		return
	}
	p.due += min(size, math.MaxInt-p.due)
	if p.came >= p.due {
		return
	}
	steps := 0
	var timer *time.Timer
	timer = time.AfterFunc(patienceStep, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		steps++
		timer.Reset(patienceStep)
		p.more.Broadcast()
	})
	defer timer.Stop()
	for p.came < p.due && !p.ended && steps < patience {
		p.more.Wait()
	}
	p.group.forged = p.came < p.due && !p.ended
}

// Write never fails.
func (p *printed) Write(b []byte) (int, error) {
	n := len(b)
	defer func() {
		p.mu.Lock()
		p.came += n
		p.mu.Unlock()
		p.more.Broadcast()
	}()
	if len(p.rest) > 0 {
		b = append(p.rest, b...)
		p.rest = nil
	}
	for len(b) > 0 {
		at := bytes.IndexByte(b, labelBegins[0])
		if at < 0 {
			p.put(b)
			break
		}
		p.put(b[:at])
		b = b[at:]
		end := bytes.IndexByte(b[:min(len(b), longestLabel)], '\x1f')
		if end < 0 && len(b) < longestLabel && (bytes.HasPrefix(b, labelBegins) || bytes.HasPrefix(labelBegins, b)) {
			p.rest = append([]byte(nil), b...)
			break
		}
		if end < 0 || !p.label(b[:end]) {
			p.put(b[:1])
			b = b[1:]
			continue
		}
		b = b[end+1:]
	}
	return n, nil
}

// label parses a label.
func (p *printed) label(b []byte) bool {
	if string(b) == "\x1eagon - 0" {
		p.lane = -1
		return true
	}
	lane, frame := 0, uint32(0)
	if n, err := fmt.Sscanf(string(b), "\x1eagon %d %d", &lane, &frame); n != 2 || err != nil || lane < 0 ||
		lane >= len(p.group.players)*lanesEach {
		return false
	}
	p.lane, p.frame = lane, frame
	return true
}

func (p *printed) put(b []byte) {
	switch {
	case len(b) == 0:
	case p.lane < 0:
		p.mu.Lock()
		dumping := p.dumping
		if dumping {
			p.dumped = append(p.dumped, b...)
			p.dumped = p.dumped[max(0, len(p.dumped)-longestDump):]
		}
		p.mu.Unlock()
		if !dumping {
			p.loose.Write(b)
		}
	default:
		player := p.group.players[p.lane/lanesEach]
		if turn := player.frames.turn(p.lane%lanesEach, p.frame); turn != again {
			player.config.Log.Lane(p.lane%lanesEach).WriteAt(turn, b)
		}
	}
}

// frames maps the frames of each lane to turns. Most lanes are asked in every frame, so the map only changes with games.
type frames struct {
	mu    sync.Mutex
	lanes [][]turnsFrom
}

// turnsFrom is a range of frames that ask for consecutive turns.
type turnsFrom struct {
	frame uint32
	turn  int // of that frame; 0: the game is opened in this frame; again: in all of them
}

// again is the turn of frames that ask what was asked before: what the bot prints then has been logged.
const again = -1

// mostRows is how many ranges of a lane are kept: older output has been logged by then.
const mostRows = 64

// in returns the turn of a frame.
func (t turnsFrom) in(frame uint32) int {
	if t.turn <= 0 {
		return t.turn
	}
	return t.turn + int(frame-t.frame)
}

// begin records that a lane opens a game in a frame; the turn is 0 or again.
func (f *frames) begin(lane int, frame uint32, turn int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for len(f.lanes) <= lane {
		f.lanes = append(f.lanes, make([]turnsFrom, 0, mostRows))
	}
	f.lanes[lane] = append(f.lanes[lane][:0], turnsFrom{frame, turn})
}

// asked records that a lane is asked in a frame. Only one goroutine changes the ranges.
func (f *frames) asked(lane int, frame uint32, turn int) {
	rows := f.lanes[lane]
	if last := rows[len(rows)-1]; last.turn != 0 && last.in(frame) == turn {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(rows) == mostRows {
		rows = rows[:copy(rows, rows[1:])]
	}
	f.lanes[lane] = append(rows, turnsFrom{frame, turn})
}

// turn returns the turn that a lane played in a frame.
func (f *frames) turn(lane int, frame uint32) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	if lane >= len(f.lanes) {
		return 0
	}
	rows := f.lanes[lane]
	for i := len(rows) - 1; i >= 0; i-- {
		if frame-rows[i].frame < 1<<31 {
			return rows[i].in(frame)
		}
	}
	return 0
}
