package progress

import (
	"fmt"
	"io"
	"os"
	"time"

	"agon/show/term/screen"

	"github.com/schollz/progressbar/v3"
)

// A Bar is the progress of something shorter than a run: one line on a terminal, a line for each tenth elsewhere. It is not safe for
// concurrent use.
type Bar struct {
	w           io.Writer
	title       string
	total, done int
	tenth       int
	bar         *progressbar.ProgressBar
}

// NewBar makes a bar for total items; see [New] for w and plain.
func NewBar(w *os.File, title string, total int, plain bool) *Bar {
	b := &Bar{w: w, title: screen.Clean(title), total: total}
	if plain || screen.Detect(w, os.Environ()) == screen.Plain {
		return b
	}
	b.bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(w), progressbar.OptionSetDescription(b.title),
		progressbar.OptionShowCount(), progressbar.OptionThrottle(time.Second/redraws), progressbar.OptionSetWidth(30),
		progressbar.OptionSetPredictTime(true), progressbar.OptionClearOnFinish())
	return b
}

// Add counts n finished items.
func (b *Bar) Add(n int) {
	b.done += n
	if b.bar != nil {
		_ = b.bar.Add(n) // a failure to draw does not stop the work
		return
	}
	if b.total <= 0 || b.done*10/b.total <= b.tenth {
		return
	}
	b.tenth = b.done * 10 / b.total
	fmt.Fprintf(b.w, "agon: %s  %d/%d  %d%%\n", b.title, b.done, b.total, percent(b.done, b.total))
}

// Close removes the bar.
func (b *Bar) Close() error {
	if b.bar == nil {
		return nil
	}
	return b.bar.Finish()
}
