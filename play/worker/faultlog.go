package worker

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"agon/bot"
	"agon/game"
	"agon/play/referee"
	"agon/record/gamelog"
)

// The bot's log has the first faults of a game with their prompts, further ones in a line each, and then no more.
const (
	faultsWithPrompt = 3
	mostFaults       = 50
)

// fault writes a fault into the bot's log, before the turn is played.
func (k *core) fault(lineup []int, f referee.Fixture, t *game.Table, c *bot.Call) {
	log := k.players[lineup[f.Seats[c.Seat]]].logIn(c.Lane)
	turn := t.Turns() + 1
	prompted := func(format string, args ...any) {
		log.Add(gamelog.Record{Turn: turn, Kind: gamelog.Prompt, Text: fmt.Sprintf(format, args...)})
	}
	logged := &k.lanes[c.Lane].logged[c.Seat]
	*logged++
	switch {
	case *logged > mostFaults:
		return
	case *logged == mostFaults:
		log.Add(gamelog.Record{Turn: gamelog.Unknown, Kind: gamelog.Note,
			Text: fmt.Sprintf("game %d: further faults are counted only", f.ID+1)})
		return
	}
	log.Fault(turn, k.lanes[c.Lane].seats[c.Seat].Moves+1, c.Reply.Fault, c.Reply.Note)
	if *logged > faultsWithPrompt || c.Reply.Fault == game.Gone || c.Reply.Fault == game.Unstarted {
		return
	}
	var prompt game.Prompt
	if k.pool.Entries[lineup[f.Seats[c.Seat]]].InLines() {
		var opening game.Prompt
		if t.Turns() == 0 {
			t.Open(&opening, c.Seat)
		}
		t.Ask(&prompt, c.Seat)
		prompted("it had been sent%s", promptLines(&opening, t.Common(), &prompt))
		return
	}
	plain := t.Kind.Launch.Form == game.Agon || k.pool.Entries[lineup[f.Seats[c.Seat]]].InAgon() // only the frame is sent
	if !plain {
		t.Host(&prompt, c.Seat, false)
		if t.Kind.Launch.Form == game.Fresh && len(prompt.Files) > 0 {
			prompted("it had been %s", FilesText(t.Kind, t.Common(), &prompt))
			return
		}
	}
	var frame game.Frame
	t.View(&frame, c.Seat)
	prompted("it had been shown %s", frame.AppendJSON(nil))
	if !plain {
		prompted("and was sent %s", promptText(t.Common(), &prompt))
	}
}

// FilesText describes what a program that is started for each move found: its arguments, its files, and who keeps them.
func FilesText(k *game.Kind, common, own *game.Prompt) string {
	var args, files []string
	for _, arg := range slices.Concat(common.Args, own.Args) {
		args = append(args, fmt.Sprintf("%q", strings.ReplaceAll(arg, "{dir}", own.Dir)))
	}
	for _, p := range []*game.Prompt{own, common} {
		for _, file := range p.Files {
			files = append(files, fmt.Sprintf("%s (%d bytes)", path.Join(p.Dir, file.Name), len(file.Data)))
		}
	}
	text := fmt.Sprintf("started with %s and had found %s", strings.Join(args, " "), strings.Join(files, ", "))
	if k.Writes() && common.Dir != "" {
		text += fmt.Sprintf("; agon play and agon run keep %s in the folder of --log", common.Dir)
	}
	return text
}

// mostSent bounds what is shown of a prompt, in bytes.
const mostSent = 16 << 10

// SentText is what a bot is sent in a turn, as text: the lines, the names of the files that a program is started beside, or where these are
// bytes the picture of its seat as JSON. Unless it is to be whole, what is longer than 16 KiB is cut, and the files' texts are left out.
func SentText(t *game.Table, seat game.Seat, whole bool) string {
	var prompt game.Prompt
	t.Ask(&prompt, seat)
	if t.Kind.Launch.Form == game.Fresh && len(prompt.Files) > 0 {
		text := FilesText(t.Kind, t.Common(), &prompt)
		for _, file := range slices.Concat(prompt.Files, t.Common().Files) {
			if whole && utf8.Valid(file.Data) {
				text += fmt.Sprintf("\n%s:\n%s", file.Name, file.Data)
			}
		}
		return text
	}
	text := string(t.Common().Stdin) + string(prompt.Stdin)
	if text == "" || !utf8.ValidString(text) || strings.ContainsRune(text, 0) || t.Kind.Launch.Form == game.Agon {
		text = string(t.Seen(seat).AppendJSON(nil))
	}
	if len(text) > mostSent && !whole {
		text = strings.ToValidUTF8(text[:mostSent], "") + fmt.Sprintf("… (%d bytes)", len(text))
	}
	return text
}

// Limits of the lines shown from a prompt.
const (
	mostLines  = 40
	bytesOfOne = 400
)

// promptLines returns the lines that a bot was sent, each below the other.
func promptLines(prompts ...*game.Prompt) string {
	var all []byte
	for _, p := range prompts {
		all = append(all, p.Stdin...)
	}
	text := strings.TrimSuffix(string(all), "\n")
	if text == "" {
		return " nothing"
	}
	lines := strings.Split(text, "\n")
	more := len(lines) - mostLines
	var b strings.Builder
	for _, line := range lines[:min(len(lines), mostLines)] {
		if len(line) > bytesOfOne {
			line = fmt.Sprintf("%s… (%d bytes)", strings.ToValidUTF8(line[:bytesOfOne], ""), len(line))
		}
		b.WriteString("\n" + line)
	}
	if more > 0 {
		fmt.Fprintf(&b, "\n… and %d lines more", more)
	}
	return b.String()
}

// promptText formats a prompt for reading: text as it is, binary parts by their size.
func promptText(common, own *game.Prompt) string {
	var b strings.Builder
	for _, p := range []*game.Prompt{common, own} {
		for _, arg := range p.Args {
			fmt.Fprintf(&b, "%q ", arg)
		}
		for _, file := range p.Files {
			fmt.Fprintf(&b, "the file %s of %d bytes ", file.Name, len(file.Data))
		}
		if len(p.Stdin) == 0 {
			continue
		}
		if utf8.Valid(p.Stdin) && bytes.IndexByte(p.Stdin, 0) < 0 {
			fmt.Fprintf(&b, "%q ", p.Stdin)
			continue
		}
		fmt.Fprintf(&b, "a body of %d bytes ", len(p.Stdin))
	}
	return strings.TrimSpace(b.String())
}

// note writes the kind's note on a valid move into the bot's log, such as dropped art.
func (k *core) note(l *tally, t *game.Table, c *bot.Call) {
	if l.logged[c.Seat]++; l.logged[c.Seat] > mostFaults {
		return
	}
	log := k.players[l.lineup[l.fixture.Seats[c.Seat]]].logIn(c.Lane)
	log.Add(gamelog.Record{Turn: t.Turns(), Kind: gamelog.Note, Text: c.Reply.Note})
}
