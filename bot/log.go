package bot

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"sync"

	"agon/game"
	"agon/record/gamelog"
)

// A Log collects what a bot prints and what agon remarks, for its author, as records (package gamelog). Of what the bot prints it keeps the
// beginning and the end, and counts and drops what exceeds its size between them. Remarks by agon have space of their own, which no bot can
// fill. Games that are played at once have a log each, by their lanes. It is safe for concurrent use.
type Log struct {
	mu      sync.Mutex
	size    int // of the beginning, and of the end, in bytes
	pieces  []piece
	end     int // the index of the first piece of the end, len(pieces) before there is one
	first   int // no piece of the end before this one has text of the bot
	head    int // bytes of the bot in the beginning
	tail    int // bytes of the bot in the end
	own     int // bytes of agon's remarks
	dropped int64
	total   int64
	copied  []byte // what a bot wrote since StartCopy was called, up to copySize
	copying bool
	turn    int    // the last turn set by At, gamelog.Unknown before the first
	lanes   []*Log // the logs of games that are played at once
	parent  *Log   // of a lane's log
}

// A piece is a record that grows.
type piece struct {
	gamelog.Record
	text []byte
}

// copySize is the number of bytes that Copied returns at most.
const copySize = 4 << 10

// ownSize bounds the remarks by agon, in bytes. Prompts take half of it at most, so that faults find room.
const ownSize = 64 << 10

// recordSize is what a remark takes beside its text.
const recordSize = 16

// NewLog returns a log that keeps about size bytes; 0 means 64 KiB.
func NewLog(size int) *Log {
	size = cmp.Or(size, 64<<10)
	return &Log{size: size / 2, turn: gamelog.Unknown}
}

// Lane returns the log of a lane, which the first call creates with the same size as l.
func (l *Log) Lane(n int) *Log {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.lanes) <= n {
		l.lanes = append(l.lanes, &Log{size: l.size, turn: gamelog.Unknown, parent: l})
	}
	return l.lanes[n]
}

// StartCopy starts recording, beside the log, everything written from now on except remarks by agon.
func (l *Log) StartCopy() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.copied, l.copying = nil, true
}

// Copied returns the first copySize bytes written since StartCopy.
func (l *Log) Copied() []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	return bytes.Clone(l.copied)
}

// listen adds p to what Copied returns. The caller holds the lock.
func (l *Log) listen(p []byte) {
	if l.copying {
		l.copied = append(l.copied, p[:min(len(p), copySize-len(l.copied))]...)
	}
}

// At sets the turn of everything written from now on, from 1; 0 is the time before the first turn.
func (l *Log) At(turn int) {
	l.mu.Lock()
	l.turn = turn
	l.mu.Unlock()
}

// WriteAt calls At and then Write.
func (l *Log) WriteAt(turn int, p []byte) {
	l.At(turn)
	l.Write(p)
}

// Write adds what the bot printed to the current turn. It never fails.
func (l *Log) Write(p []byte) (int, error) {
	if up := l.parent; up != nil {
		up.mu.Lock()
		up.total += int64(len(p))
		up.listen(p)
		up.mu.Unlock()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.listen(p)
	n := len(p)
	l.total += int64(n)
	if room := min(l.size-l.head, len(p)); room > 0 && l.end == len(l.pieces) {
		l.print(p[:room], false)
		l.head += room
		l.end = len(l.pieces)
		p = p[room:]
	}
	if len(p) > 0 {
		l.print(p, l.end == len(l.pieces))
		l.tail += len(p)
		l.trim()
	}
	return n, nil
}

// print adds output to the last piece, or to a new one if that is of another turn or kind, or if apart is set.
func (l *Log) print(p []byte, apart bool) {
	if n := len(l.pieces); !apart && n > 0 && l.pieces[n-1].Kind == gamelog.Output && l.pieces[n-1].Turn == l.turn {
		l.pieces[n-1].text = append(l.pieces[n-1].text, p...)
		return
	}
	l.pieces = append(l.pieces, piece{gamelog.Record{Turn: l.turn, Kind: gamelog.Output}, bytes.Clone(p)})
}

// trim drops the oldest output of the end.
func (l *Log) trim() {
	l.first = max(l.first, l.end)
	for l.tail > l.size {
		at := &l.pieces[l.first]
		if at.Kind != gamelog.Output || len(at.text) == 0 {
			l.first++
			continue
		}
		n := min(l.tail-l.size, len(at.text))
		at.text = at.text[n:]
		l.tail, l.dropped = l.tail-n, l.dropped+int64(n)
	}
	if l.first-l.end > 1000 {
		from := l.first
		kept := slices.DeleteFunc(l.pieces[l.end:from:from], func(p piece) bool { return p.Kind == gamelog.Output })
		l.first = l.end + len(kept)
		l.pieces = append(l.pieces[:l.first], l.pieces[from:]...)
	}
}

// Printf adds a remark by agon.
func (l *Log) Printf(format string, args ...any) {
	l.Add(gamelog.Record{Turn: l.at(), Kind: gamelog.Note, Text: fmt.Sprintf(format, args...)})
}

// Fault adds a fault of the bot: its move in the game, from 1, in a turn, and a description.
func (l *Log) Fault(turn, move int, why game.Fault, note string) {
	l.Add(gamelog.Record{Turn: turn, Move: move, Kind: gamelog.Fault, Fault: why.String(), Text: note})
}

// Add adds a record that is not output. It is left out once there are too many of them.
func (l *Log) Add(r gamelog.Record) {
	size := len(r.Text) + recordSize
	if up := l.parent; up != nil {
		up.mu.Lock()
		up.total += int64(size)
		up.mu.Unlock()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	most := ownSize
	if r.Kind == gamelog.Prompt {
		most = ownSize / 2
	}
	if l.own+size > most {
		return
	}
	l.own += size
	l.total += int64(size)
	begun := l.end < len(l.pieces)
	l.pieces = append(l.pieces, piece{Record: r})
	if !begun && l.head < l.size {
		l.end = len(l.pieces)
	}
}

func (l *Log) at() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.turn
}

// Total returns the number of bytes written, kept or not.
func (l *Log) Total() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.total
}

// Take empties the log and returns its records, without game and seat.
func (l *Log) Take() []gamelog.Record {
	l.mu.Lock()
	defer l.mu.Unlock()
	records := l.records()
	l.pieces, l.end, l.first, l.head, l.tail, l.own, l.dropped = nil, 0, 0, 0, 0, 0, 0
	return records
}

// Peek returns the records of the log and leaves them there.
func (l *Log) Peek() []gamelog.Record {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.records()
}

// Text returns the log as text and empties it.
func (l *Log) Text() []byte { return gamelog.Plain(l.Take()) }

// records returns what is kept. The caller holds the lock.
func (l *Log) records() (list []gamelog.Record) {
	for i := range l.pieces {
		p := &l.pieces[i]
		if i == l.end && l.dropped > 0 {
			list = append(list, gamelog.Record{Turn: p.Turn, Kind: gamelog.Gap,
				Text: fmt.Sprintf("… %d bytes are left out here …", l.dropped)})
		}
		if p.Kind == gamelog.Output {
			if p.Text = string(p.text); p.Text == "" {
				continue
			}
		}
		list = append(list, p.Record)
	}
	return list
}

// Drain reads a pipe to its end into a log.
func (l *Log) Drain(r io.Reader) { io.Copy(l, r) }
