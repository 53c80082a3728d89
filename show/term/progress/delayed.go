package progress

import (
	"os"
	"time"
)

// A Delayed bar appears only if the work takes longer than a second.
type Delayed struct {
	title       string
	total, done int
	begun       time.Time
	shown       *Bar
}

// NewDelayed returns a bar for a number of things, which begins now.
func NewDelayed(title string, total int) *Delayed {
	return &Delayed{title: title, total: total, begun: time.Now()}
}

// Of sets the number of things.
func (b *Delayed) Of(total int) { b.total = total }

// Add counts n finished things.
func (b *Delayed) Add(n int) {
	b.done += n
	switch {
	case b.shown != nil:
		b.shown.Add(n)
	case time.Since(b.begun) > time.Second:
		b.shown = NewBar(os.Stderr, b.title, b.total, false)
		b.shown.Add(b.done)
	}
}

// Close removes the bar.
func (b *Delayed) Close() {
	if b.shown != nil {
		b.shown.Close()
	}
}
