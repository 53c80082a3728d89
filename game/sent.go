package game

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// mostSent bounds what [Table.Sent] returns, in bytes.
const mostSent = 16 << 10

// Sent returns what a bot that owes a move is sent for it, as text for people: the lines, or where these are bytes or files the picture of
// its seat as JSON. What is longer than 16 KiB is cut, and says so.
func (t *Table) Sent(seat Seat) string {
	var prompt Prompt
	t.Ask(&prompt, seat)
	text := string(t.Common().Stdin) + string(prompt.Stdin)
	if text == "" || !utf8.ValidString(text) || strings.ContainsRune(text, 0) || t.Kind.Launch.Form == Agon {
		text = string(t.Seen(seat).AppendJSON(nil))
	}
	if len(text) > mostSent {
		text = strings.ToValidUTF8(text[:mostSent], "") + fmt.Sprintf("… (%d bytes)", len(text))
	}
	return text
}
