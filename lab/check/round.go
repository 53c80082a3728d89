package check

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"agon/bot"
	"agon/game"
	"agon/internal/traceback"
)

// sightings record a bot's moves: their counts, and one of them to show. The zero value has none.
type sightings struct {
	mu         sync.Mutex
	moves      int
	silent     int                  // moves without a fault that left no answer
	shown      *bot.Trace           // the first with a fault; without faults the second move of a game, which follows another
	failed     bool                 // shown has a fault
	unanswered *bot.Trace           // the first without a fault that left no answer
	word       string               // what the rules call a turn
	last       map[int64]*bot.Trace // by the game's seed: the last move
	commands   map[int64]string     // by the game's seed: what plays it again and keeps its files
}

// recordMove records a move.
func (s *sightings) recordMove(t bot.Trace) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.moves++
	if t.Fault == game.NoFault && len(t.Files) == 0 && !t.Living {
		s.silent++
		if s.unanswered == nil {
			s.unanswered = &t
		}
	}
	if s.last == nil {
		s.last = map[int64]*bot.Trace{}
	}
	s.last[t.Seed] = &t
	switch bad := t.Fault != game.NoFault; {
	case s.failed:
	case bad:
		s.shown, s.failed = &t, true
	case s.shown == nil, s.shown.Turn == 0 && t.Turn == 1:
		s.shown = &t
	}
}

// turned notes what the rules call a turn, by one that was played.
func (s *sightings) turned(t *game.Table) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.word = t.Kind.TurnWord(t.Turns(), t.Rounds())
}

// played notes the command that plays a game again and keeps its files.
func (s *sightings) played(seed int64, command string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.commands == nil {
		s.commands = map[int64]string{}
	}
	s.commands[seed] = command
}

// fault marks the last move of a game as a fault. The player itself may not have noticed it.
func (s *sightings) fault(seed int64, why game.Fault, note string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t := s.last[seed]; t != nil && !s.failed {
		t.Fault, t.Note = why, note
		s.shown, s.failed = t, true
	}
}

// judge adds to a verdict whether the bot left its answers, and one of its moves.
func (s *sightings) judge(v *Verdict, k *game.Kind) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.moves == 0 {
		return
	}
	replies := k.Launch.Replies
	if len(replies) > 0 && !s.failed && s.silent > 0 {
		if s.silent > s.moves/2 {
			s.shown = s.unanswered
		}
		name := strings.Join(replies, " or ")
		why := firstLine(s.unanswered.Err)
		if why != "" {
			why = ": " + why
		}
		v.Add(s.silent <= s.moves/2, "move", "it left no %s in %d of %d moves and ended well, which counts as doing nothing%s", name,
			s.silent,
			s.moves, why)
	}
	v.Round = newRound(s.shown, replies)
	v.Round.word = s.word
	if _, at, ok := strings.Cut(filepath.ToSlash(s.shown.Dir), "/replays/"); ok && k.Writes() {
		v.Round.Kept = fmt.Sprintf("in logs/%s by %s", path.Dir(at), s.commands[s.shown.Seed])
	}
	v.Add(!s.failed, "round", "%s", v.Round.text())
}

// A Round is one move from the bot's point of view, as check shows it.
type Round struct {
	Turn    int          `json:"turn"` // from 1
	Seat    int          `json:"seat"`
	Command []string     `json:"command"`
	Dir     string       `json:"dir,omitempty"`
	Sent    *string      `json:"sent,omitempty"`  // the beginning of the input of a bot that stays alive
	Found   []bot.Listed `json:"found,omitempty"` // files that existed when the bot started
	Left    []bot.Listed `json:"left,omitempty"`  // files that the bot created or changed in its folder
	Kept    string       `json:"kept,omitempty"`  // where they stay, and the command that plays the game again and keeps them
	Answers []Answer     `json:"answers"`
	Out     string       `json:"stdout"` // the beginning
	Err     string       `json:"stderr"`
	Exit    int          `json:"exit"`
	Signal  string       `json:"signal,omitempty"`
	Millis  float64      `json:"ms"`
	Fault   string       `json:"fault,omitempty"`
	Note    string       `json:"note,omitempty"`

	word string // what the rules call a turn
}

// An Answer is a file that a bot may leave as its move.
type Answer struct {
	Name string  `json:"name"`
	Text *string `json:"text"` // the beginning; nil: the file is missing
}

// How much of a bot's output is shown, in bytes.
const (
	shownOutput = 2000
	shownAnswer = 80
)

func newRound(t *bot.Trace, replies []string) *Round {
	r := &Round{
		Turn: t.Turn + 1, Seat: int(t.Seat), Command: t.Command, Dir: t.Dir, Found: t.Found, Left: t.Left, Answers: []Answer{},
		Out: beginning(t.Out, shownOutput), Err: beginning(t.Err, shownOutput), Exit: t.Exit.Code,
		Millis: float64(t.Wall.Microseconds()) / 1e3, Note: t.Note,
	}
	if t.Exit.Signal != 0 {
		r.Signal = t.Exit.Signal.String()
	}
	if t.Fault != game.NoFault {
		r.Fault = t.Fault.String()
	}
	if t.Living {
		text := beginning(t.Sent, shownOutput)
		r.Sent = &text
	}
	for _, name := range replies {
		a := Answer{Name: name}
		for _, f := range t.Files {
			if f.Name == name {
				text := beginning(f.Data, shownAnswer)
				a.Text = &text
			}
		}
		r.Answers = append(r.Answers, a)
	}
	return r
}

// text returns the round for people, one line per item.
func (r *Round) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %d, seat %d, as the bot met it", cmp.Or(r.word, "turn"), r.Turn, r.Seat)
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "\n%-9s %s", name, strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", "\n"+strings.Repeat(" ", 10)))
	}
	if r.Dir != "" {
		line("folder", "%s", r.Dir)
		line("found", "%s", listed(r.Found))
	}
	if r.Kept != "" {
		line("kept", "%s", r.Kept)
	}
	if r.Sent != nil {
		line("sent", "%s", firstLines(*r.Sent, linesSent))
		line("answer", "%s", firstLines(r.Out, linesShown))
		if r.Fault != "" {
			line("fault", "%s: %s", r.Fault, r.Note)
		}
		line("time", "%.1f ms", r.Millis)
		line("stderr", "%s", ends(r.Err))
		return b.String()
	}
	if r.Dir == "" && len(r.Command) > 1 {
		line("arguments", "%s", firstLines(fmt.Sprintf("%q", r.Command[1:]), linesSent))
	}
	for _, a := range r.Answers {
		if a.Text == nil {
			line(a.Name, "missing")
		} else {
			line(a.Name, "%q", *a.Text)
		}
	}
	if len(r.Answers) == 0 {
		line("stdout", "%s", firstLines(r.Out, linesShown))
	}
	ended := fmt.Sprintf("with exit code %d", r.Exit)
	if r.Signal != "" {
		ended = "by signal: " + r.Signal
	}
	if r.Fault != "" {
		line("fault", "%s: %s", r.Fault, r.Note)
	}
	line("ended", "%s, after %.1f ms", ended, r.Millis)
	line("stderr", "%s", ends(r.Err))
	return b.String()
}

// ends returns the first and the last lines of a bot's error output, with the bot's files by their own names. The last line of a traceback
// is the most informative.
func ends(text string) string {
	lines := strings.Split(strings.TrimRight(traceback.Short(text), "\n"), "\n")
	if len(lines) > linesEnd+linesShown {
		lines = slices.Concat(lines[:linesShown], []string{"…"}, lines[len(lines)-linesEnd:])
	}
	return firstLines(strings.Join(lines, "\n"), linesEnd+linesShown+1)
}

// listed returns a listing in one line.
func listed(files []bot.Listed) string {
	if len(files) == 0 {
		return "nothing"
	}
	var words []string
	for _, f := range files {
		if strings.HasSuffix(f.Name, "/") {
			words = append(words, f.Name)
		} else {
			words = append(words, fmt.Sprintf("%s (%s)", f.Name, bytesText(f.Size)))
		}
	}
	return strings.Join(words, ", ")
}

func bytesText(n int64) string {
	if n < 10_000 {
		return fmt.Sprintf("%d B", n)
	}
	return fmt.Sprintf("%d kB", n/1000)
}

// How many lines check shows of a bot's output and of its input.
const (
	linesShown = 5
	linesEnd   = 6
	linesSent  = 12
)

// longestLine is how much of a line is shown, in bytes.
const longestLine = 400

// firstLines returns the first lines of a text.
func firstLines(text string, most int) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	if len(lines) > most {
		lines = append(lines[:most], "…")
	}
	if lines[0] == "" && len(lines) == 1 {
		return "nothing"
	}
	for i, line := range lines {
		if len(line) > longestLine {
			lines[i] = fmt.Sprintf("%s… (of %d bytes or more)", strings.ToValidUTF8(line[:longestLine], ""), len(line))
		}
	}
	return strings.Join(lines, "\n")
}

// firstLine returns the first line of a bot's output.
func firstLine(text []byte) string {
	line, _, _ := strings.Cut(strings.TrimSpace(beginning(text, shownOutput)), "\n")
	return line
}

// beginning returns the first bytes of a bot's output as text.
func beginning(text []byte, most int) string {
	cut := text[:min(len(text), most)]
	for len(cut) < len(text) && len(cut) > 0 && !utf8.RuneStart(text[len(cut)]) {
		cut = cut[:len(cut)-1]
	}
	return strings.ToValidUTF8(string(cut), "\uFFFD")
}
