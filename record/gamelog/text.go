package gamelog

import (
	"fmt"
	"strings"
)

// mark begins a line of agon in a text.
const mark = "agon: "

// Plain returns records as text: what the bot printed as it is, and agon's remarks on lines of their own that begin with "agon: "; what
// continues a remark is indented by two spaces. A line of
// the bot that begins so is moved to the right by a space.
func Plain(records []Record) []byte {
	var w writer
	for _, r := range records {
		w.write(r)
	}
	return w.text
}

// Remark returns a record that is not output as a sentence, which begins with its place if agon knows that. word is what the rules call a
// turn.
func (r *Record) Remark(word string) string {
	text := r.Text
	switch {
	case r.Kind == Fault:
		text = fmt.Sprintf("game %d, %s %d, seat %d: %s: %s", r.Game, word, r.Turn, r.Seat, r.Fault, r.Text)
	case r.Kind == Note && r.Game > 0 && r.Turn > 0:
		text = fmt.Sprintf("game %d, %s %d, seat %d: %s", r.Game, word, r.Turn, r.Seat, r.Text)
	}
	return text
}

// A writer makes text of records.
type writer struct {
	text   []byte
	midway bool // the last line has not ended
}

func (w *writer) write(r Record) {
	if r.Kind != Output {
		w.line()
		w.text = append(append(append(w.text, mark...), strings.ReplaceAll(r.Remark("turn"), "\n", "\n  ")...), '\n')
		return
	}
	for line := range strings.Lines(r.Text) {
		if !w.midway && mistakable(line, false) {
			w.text = append(w.text, ' ')
		}
		w.text = append(w.text, line...)
		w.midway = line[len(line)-1] != '\n'
	}
}

// Distinct returns what a bot printed with a space before each line that could be taken for a line of agon or for a heading.
func Distinct(printed string) string {
	var b strings.Builder
	for line := range strings.Lines(printed) {
		if mistakable(line, true) {
			b.WriteByte(' ')
		}
		b.WriteString(line)
	}
	return b.String()
}

// mistakable reports whether a line of a bot could be taken for a line of agon, or for a heading where there are any.
func mistakable(line string, headings bool) bool {
	return strings.HasPrefix(line, mark) || headings && (line[0] == '-' || line[0] == '=')
}

// line ends a line that the bot has not ended.
func (w *writer) line() {
	if w.midway {
		w.text = append(w.text, '\n')
	}
	w.midway = false
}
