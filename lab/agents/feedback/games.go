package feedback

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"agon/contest/logs"
	"agon/contest/store"
	"agon/game"
	"agon/internal/clean"
	"agon/record/gamelog"
	"agon/record/replay"
	"agon/show/report/public"
)

// How much a feedback has at most.
const (
	mostLogs      = 100      // games with a log
	mostExplained = 3        // games that are explained
	mostReplays   = 64 << 20 // bytes of replays
	mostText      = 4 << 10  // bytes of one text: what was sent or printed in a turn, a name, an explanation
	mostLog       = 1 << 20  // bytes of the log of a game
	mostFaults    = 50       // faults with what was sent
	mostCode      = 16 << 20 // bytes of the files of one bot
	mostFiles     = 2000     // files of one bot
)

// The sights that allow more than the first.
const (
	ownReplays = 1 + iota
	allReplays
	allCode
)

// A Fault is a fault of the agent's bot.
type Fault struct {
	Game   int    `json:"game"`
	Turn   int    `json:"turn"`
	Fault  string `json:"fault"`
	Why    string `json:"why"`
	Error  string `json:"error,omitempty"` // that its program printed
	Line   string `json:"line,omitempty"`  // of its program
	Sent   string `json:"sent"`            // the bytes that it was sent
	Answer string `json:"answer,omitempty"`
}

// Code is the files of a bot of others.
type Code struct {
	Bot    string `json:"bot"`
	Folder string `json:"folder"`
	Cut    bool   `json:"cut,omitempty"` // there are more than are copied
}

// games adds the games of the round, and writes their files.
func (w *writer) games(ctx context.Context) error {
	reader, err := logs.Of(ctx, w.contest, func(string) (*game.Kind, error) { return w.contest.Kind, nil })
	if err != nil {
		return err
	}
	entries := map[int]int{} // of the agent's bot, by game
	err = w.contest.Games(ctx, func(g *store.Game) error {
		if w.stages[g.Stage] == "" {
			return nil
		}
		x := w.game(g)
		if x.Seat != nil {
			entries[x.Game] = g.Seats[*x.Seat]
			w.round.Games = append(w.round.Games, x)
		} else if w.sight >= allReplays {
			w.round.Others = append(w.round.Others, x)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i := range w.round.Games {
		if err := w.replay(&w.round.Games[i], ownReplays); err != nil {
			return err
		}
	}
	for i := range w.round.Others {
		if err := w.replay(&w.round.Others[i], allReplays); err != nil {
			return err
		}
	}
	return w.worst(ctx, reader, entries)
}

// game returns what a game gave.
func (w *writer) game(g *store.Game) Game {
	x := Game{Game: g.ID + 1, Stage: w.stages[g.Stage], Turns: g.Result.Turns}
	for seat, entry := range g.Seats {
		s := &g.Result.Seats[seat]
		x.Bots = append(x.Bots, capped(w.contest.Entries[entry].Name))
		x.Places, x.Scores = append(x.Places, s.Place), append(x.Scores, s.Score)
		if w.own(entry) {
			x.Seat, x.Faults = &seat, s.Faults
		}
	}
	if x.Seat != nil {
		x.Points = points(x.Places, *x.Seat)
	}
	return x
}

// points returns the part of the others that a seat was placed before.
func points(places []int, seat int) float64 {
	halves := 0
	for other, place := range places {
		switch {
		case other == seat:
		case places[seat] < place:
			halves += 2
		case places[seat] == place:
			halves++
		}
	}
	return float64(halves) / float64(2*max(len(places)-1, 1))
}

// read returns the replay of a game without what is not for everybody; nil if there is none.
func (w *writer) read(g *Game) (rep []byte, err error) {
	data, err := w.contest.Replay(g.Game - 1)
	if err != nil {
		return nil, nil // doctor reports it
	}
	return public.Replay(data, w.contest.Kind)
}

// replay writes the replay of a game, if the agent may see that much.
func (w *writer) replay(g *Game, least int) error {
	if w.sight < least || w.bytes > mostReplays {
		return nil
	}
	data, err := w.read(g)
	if data == nil || err != nil {
		return err
	}
	w.bytes += len(data)
	g.Replay = fmt.Sprintf("games/%03d.replay", g.Game)
	return w.file(g.Replay, string(data))
}

// worst writes the logs of games, those with faults and those that were lost first, and explains how the worst were lost.
func (w *writer) worst(ctx context.Context, reader *logs.Reader, entries map[int]int) error {
	order := make([]*Game, len(w.round.Games))
	for i := range order {
		order[i] = &w.round.Games[i]
	}
	slices.SortStableFunc(order, func(a, b *Game) int {
		return cmp.Or(cmp.Compare(len(b.Faults), len(a.Faults)), cmp.Compare(a.Points, b.Points), cmp.Compare(behind(b), behind(a)))
	})
	lost := w.lost(order)
	own := map[int][]gamelog.Record{}
	for _, g := range order[:min(len(order), mostLogs)] {
		bot := reader.Entry(entries[g.Game])
		records, known := own[entries[g.Game]]
		if !known {
			var err error
			if records, err = bot.Records(); err != nil {
				return err
			}
			own[entries[g.Game]] = records
		}
		explained := slices.Contains(lost, g)
		if err := w.log(g, gamelog.Of(records, g.Game), reader, bot, explained); err != nil {
			return err
		}
		if !explained {
			continue
		}
		if err := w.explain(ctx, g); err != nil {
			return err
		}
	}
	return nil
}

// lost returns the games that are explained, of those that have a log: the worst that were lost, first those without a fault.
func (w *writer) lost(order []*Game) []*Game {
	if w.Explain == nil {
		return nil
	}
	list := slices.Clone(order[:min(len(order), mostLogs)])
	list = slices.DeleteFunc(list, func(g *Game) bool { return g.Points >= 0.5 })
	slices.SortStableFunc(list, func(a, b *Game) int { return cmp.Compare(len(a.Faults), len(b.Faults)) })
	return list[:min(len(list), mostExplained)]
}

// behind returns by how much the agent's bot scored less than the best.
func behind(g *Game) float64 { return slices.Max(g.Scores) - g.Scores[*g.Seat] }

// log writes what the agent's bot printed and was sent in a game: in all turns, or in those with records.
func (w *writer) log(g *Game, records []gamelog.Record, reader *logs.Reader, bot logs.Bot, all bool) error {
	if len(records) == 0 && !all {
		return nil
	}
	turns := reader.Game(bot, records, g.Game, all)
	size := 0
	for i := range turns {
		t := &turns[i]
		t.Sent, t.Printed, t.Answer = cut(t.Sent), cut(t.Printed), cut(t.Answer)
		if size += len(t.Sent) + len(t.Printed) + len(t.Answer) + 100; size > mostLog {
			turns = turns[:i]
			break
		}
	}
	g.Log, g.Moves = fmt.Sprintf("games/%03d.log", g.Game), fmt.Sprintf("games/%03d.json", g.Game)
	for _, f := range gamelog.Firsts(records, map[string]bool{}) {
		if len(w.round.Faults) < mostFaults {
			w.round.Faults = append(w.round.Faults, faultOf(f, records, turns))
		}
	}
	if err := w.json(g.Moves, turns); err != nil {
		return err
	}
	return w.file(g.Log, clean.Text(string(logs.Text(turns))))
}

// faultOf returns a fault with what the bot was sent in its turn.
func faultOf(f gamelog.First, records []gamelog.Record, turns []logs.Turn) Fault {
	x := Fault{Game: f.Game, Turn: f.Turn, Fault: f.Fault, Why: cut(f.Text), Error: cut(f.Error), Line: f.Line.String()}
	for _, t := range turns {
		if t.Turn == f.Turn {
			x.Sent, x.Answer = t.Sent, t.Answer
		}
	}
	for _, r := range records {
		if r.Kind == gamelog.Prompt && r.Turn == f.Turn && x.Sent == "" {
			x.Sent = cut(r.Text)
		}
	}
	return x
}

// explain writes how a game was lost.
func (w *writer) explain(ctx context.Context, g *Game) error {
	data, err := w.read(g)
	if data == nil || err != nil {
		return err
	}
	rep, err := replay.Decode(data)
	if err != nil {
		return err
	}
	text, err := w.Explain(ctx, rep, game.Seat(*g.Seat))
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil || text == "" {
		return nil // a kind that nothing plays on from its middle
	}
	g.Explains = fmt.Sprintf("explain/%03d.md", g.Game)
	return w.file(g.Explains, clean.Text(text))
}

// code copies the files of the others' bots of the round.
func (w *writer) code() error {
	if w.sight < allCode || w.Code == nil {
		return nil
	}
	var names []string
	for _, s := range w.round.Stages {
		for _, l := range s.Table {
			if l.Name != w.Agent && !slices.Contains(names, l.Name) {
				names = append(names, l.Name)
			}
		}
	}
	slices.Sort(names)
	for i, name := range names {
		from, ok := w.Code(name)
		if !ok {
			continue
		}
		c := Code{Bot: name, Folder: fmt.Sprintf("code/%02d-%s", i+1, clean.FileName(name))}
		if err := w.copy(from, &c); err != nil {
			return err
		}
		w.round.Code = append(w.round.Code, c)
	}
	return nil
}

// copy copies the regular files of a folder, as many as are allowed. No link is followed.
func (w *writer) copy(from string, c *Code) error {
	source, err := os.OpenRoot(from)
	if err != nil {
		return err
	}
	defer source.Close()
	left, files := int64(mostCode), 0
	return fs.WalkDir(source.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == ".git":
			return fs.SkipDir
		case !d.Type().IsRegular():
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		files++
		if left -= info.Size(); left < 0 || files > mostFiles {
			c.Cut = true
			return fs.SkipAll
		}
		data, err := source.ReadFile(name)
		if err != nil {
			return err
		}
		return w.file(path.Join(c.Folder, name), string(data))
	})
}

// faultsText returns the faults as Markdown.
func faultsText(r *Round) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Faults of %s in round %d\n\n%s\n", plain(r.Agent), r.Round, Untrusted)
	if len(r.Faults) == 0 {
		b.WriteString("\nThere were none.\n")
	}
	for _, f := range r.Faults {
		fmt.Fprintf(&b, "\n## %s in turn %d of game %d\n\n%s", f.Fault, f.Turn, f.Game, fenced(f.Why))
		if f.Error != "" || f.Line != "" {
			fmt.Fprintf(&b, "\nIts program printed:\n\n%s", fenced(strings.TrimSpace(f.Error+"\n"+f.Line)))
		}
		if f.Sent != "" {
			fmt.Fprintf(&b, "\nIt was sent:\n\n%s", fenced(f.Sent))
		}
		if f.Answer != "" {
			fmt.Fprintf(&b, "\nIt answered:\n\n%s", fenced(f.Answer))
		}
	}
	return b.String()
}

// cut returns a text that is not too long.
func cut(text string) string {
	if len(text) <= mostText {
		return text
	}
	return strings.ToValidUTF8(text[:mostText], "") + "…"
}

// mostName bounds a name, in bytes.
const mostName = 80

// capped returns a name that is not too long, on one line and without control characters.
func capped(name string) string {
	name = strings.NewReplacer("\n", " ", "\t", " ").Replace(clean.Text(name))
	if len(name) > mostName {
		name = strings.ToValidUTF8(name[:mostName], "") + "…"
	}
	return name
}

// plain returns a text that is no Markdown, on one line.
func plain(text string) string {
	var b strings.Builder
	for _, r := range strings.NewReplacer("\n", " ", "\t", " ").Replace(clean.Text(text)) {
		if strings.ContainsRune("\\`*_{}[]<>()#+!|~&", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// fenced returns a text that is not too long as a block of Markdown that it cannot end.
func fenced(text string) string {
	text = cut(text)
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "text\n" + strings.TrimRight(clean.Text(text), "\n") + "\n" + fence + "\n"
}
