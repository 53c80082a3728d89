package tools

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"agon/internal/clean"
	"agon/internal/corebound"
)

// Exit codes of agon's commands that are answers.
const (
	exitUsage = 2 // what was asked for cannot be done, and nothing was
	exitFault = 3 // a bot failed, or is not better
)

// Bounds of one command.
const (
	usualLast = 10 * time.Minute
	grace     = 10 * time.Second // to end its bots in, when it is stopped
	mostText  = 64 << 10         // bytes of a text
	mostData  = 1 << 20          // bytes of JSON
	mostTold  = 4 << 10          // bytes of error output, its end
)

// Commands runs commands of agon's own, each in a process.
type Commands struct {
	Own   string        // path of this binary
	Dir   string        // in which they run
	Lasts time.Duration // after which one is stopped; 0: 10 minutes
	Cores []int         // processors that they may use, with a low priority; nil: all
}

// Run runs a command whose output goes to out. It returns the exit code and the end of the error output. An error means that the command
// did not end by itself.
func (c *Commands) Run(ctx context.Context, out io.Writer, words ...string) (code int, told string, err error) {
	for _, word := range words {
		if !utf8.ValidString(word) || strings.ContainsFunc(word, unicode.IsControl) {
			return 0, "", fmt.Errorf("%.40q has control characters, or is not UTF-8", word)
		}
	}
	lasts := c.Lasts
	if lasts == 0 {
		lasts = usualLast
	}
	limited, cancel := context.WithTimeout(ctx, lasts)
	defer cancel()
	cmd := exec.CommandContext(limited, c.Own, words...)
	cmd.Args[0], cmd.Dir, cmd.Stdout = "agon", c.Dir, out
	var end tail
	cmd.Stderr = &end
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) } // it ends its bots
	cmd.WaitDelay = grace
	err = corebound.Run(c.Cores, cmd)
	told = strings.TrimPrefix(strings.TrimSpace(clean.Text(string(end))), "agon: ")
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return 0, told, ctx.Err()
	case limited.Err() != nil:
		return 0, told, fmt.Errorf("agon %s took longer than %v and was stopped", words[0], lasts)
	case errors.As(err, &exit) && exit.ExitCode() > 0:
		return exit.ExitCode(), told, nil
	case err != nil:
		return 0, told, fmt.Errorf("agon %s: %w", words[0], err)
	}
	return 0, told, nil
}

// A tail keeps the end of what is written.
type tail []byte

func (t *tail) Write(b []byte) (int, error) {
	*t = append(*t, b...)
	if over := len(*t) - mostTold; over > 0 {
		*t = append((*t)[:0], (*t)[over:]...)
	}
	return len(b), nil
}

// A head keeps the beginning of what is written, and counts the rest.
type head struct {
	text       bytes.Buffer // not embedded: its ReadFrom has no bound
	most, rest int
}

func (h *head) Write(b []byte) (int, error) {
	fits := min(len(b), h.most-h.text.Len())
	h.text.Write(b[:fits])
	h.rest += len(b) - fits
	return len(b), nil
}

// A picker keeps some lines of what is written, by their numbers from 1, and counts all.
type picker struct {
	kept               head
	first, last, lines int
}

func (p *picker) Write(b []byte) (int, error) {
	for _, c := range b {
		if now := p.lines + 1; p.first <= now && now <= p.last {
			p.kept.Write([]byte{c})
		}
		if c == '\n' {
			p.lines++
		}
	}
	return len(b), nil
}
