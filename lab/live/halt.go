package live

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"agon/bot"
	"agon/bot/lineup"
	"agon/game"
)

// Halt shows what bots have written to their error output in a turn, and waits for Enter, as the original's --debug did. At the end of the
// input it does not wait.
type Halt struct {
	Entries []lineup.Entry // by seat
	In      io.Reader
	Show    func(text string) // lines, of bots
	Say     func(text string)
}

// Look shows the error output of a turn.
func (h *Halt) Look(ctx context.Context, t *game.Table, calls []*bot.Call) {
	shown := false
	for _, c := range calls {
		text := bytes.TrimSpace(c.Reply.Err)
		if len(text) == 0 {
			continue
		}
		shown = true
		h.Show(fmt.Sprintf("--- %s, %s %d, error output:\n%s", h.Entries[c.Seat].Name, t.Kind.TurnWord(t.Turns(), t.Rounds()), t.Turns(),
			strings.TrimRight(string(text), "\n")))
	}
	if !shown {
		return
	}
	h.Say("press Enter to go on")
	read := make(chan bool, 1)
	go func() { read <- ReadWord(h.In, "") == "" }()
	select {
	case <-read:
	case <-ctx.Done():
	}
}

// ReadWord reads up to a line that is one of the words, and returns the word, or "" if the input ends before. It reads byte by byte,
// because other readers need what follows the word.
func ReadWord(in io.Reader, words ...string) string {
	var line []byte
	for letter := make([]byte, 1); ; {
		if n, err := in.Read(letter); n == 0 || err != nil {
			return ""
		}
		if letter[0] != '\n' {
			line = append(line, letter[0])
			continue
		}
		for _, w := range words {
			if strings.EqualFold(strings.TrimSpace(string(line)), w) {
				return w
			}
		}
		line = line[:0]
	}
}
