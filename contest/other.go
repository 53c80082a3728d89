package contest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agon/contest/config"
	"agon/contest/store"
	"agon/format/tournament"
	"agon/internal/numerals"
	"agon/internal/shellword"
)

// An otherContest is a contest whose bots are entered in this one, with its result.
type otherContest struct {
	*Contest
	result *Result
}

// played returns another contest with its result. It must be over, unless it never is.
func (d *finder) played(ctx context.Context, p *config.Places) (*otherContest, error) {
	if d.setup.Recall == nil {
		return nil, errors.New("bots of other contests cannot be entered here")
	}
	run := "agon run " + shellword.Quote(p.File)
	c, err := d.setup.Recall(ctx, p.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("that contest has not been played, and %s has no ledger: play it first (%s), "+
			"or name its folder if it has another (--out DIR)", p.Dir, run)
	}
	if err != nil {
		return nil, fmt.Errorf("read that contest: %w", err)
	}
	result, err := finished(ctx, c, run)
	if c.Kind.Name != d.kind.Name {
		err = fmt.Errorf("that contest is of %s and this one of %s, whose rules its bots do not know: name a contest of %s",
			c.Kind.Title, d.kind.Title, d.kind.Title)
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	return &otherContest{c, result}, nil
}

// finished returns the result of a contest that is over, or that has no end and has begun.
func finished(ctx context.Context, c *Contest, run string) (*Result, error) {
	result, _, err := c.Recount(ctx)
	switch {
	case err != nil:
		return nil, fmt.Errorf("read that contest: %w", err)
	case result.Games == 0:
		return nil, fmt.Errorf("no game of that contest has been played: play it first (%s)", run)
	case result.Finished:
		return result, nil
	}
	last := &result.Stages[len(result.Stages)-1]
	if open, ok := last.Stage.play.(tournament.Endless); ok && open.Endless() && len(result.Stages) == len(c.Stages) {
		return result, nil
	}
	return nil, fmt.Errorf("that contest is not over: %s of stage %q played so far: play it to its end (%s)",
		numerals.Counted(last.Ledger.Done(), "game"), last.Stage.Name, run)
}

// A place is a bot's in a contest's final order.
type place struct {
	tournament.Standing
	stage int
}

// order returns the bots that still play in the final order of a contest: that of the table of its last stage, then that of the stage
// before among those that did not advance, and so on. The winners of all groups come before the seconds, a division before the next. A bot
// without games has no place.
func (o *otherContest) order() (list []place) {
	seen := map[int]bool{}
	for nth := len(o.result.Stages) - 1; nth >= 0; nth-- {
		table := o.result.Stages[nth].Table
		lines := slices.Clone(table.Standings)
		slices.SortStableFunc(lines, func(a, b tournament.Standing) int { return a.Overall() - b.Overall() })
		for _, line := range lines {
			placed := line.Played > 0 || table.By == tournament.ByBracket // where others may have left before their games
			if !seen[line.Entry] && placed && o.lineup[line.Entry].Plays() {
				list = append(list, place{line, nth})
			}
			seen[line.Entry] = true
		}
	}
	return list
}

// cut describes who shares the last place that is taken and is not taken; empty if nobody does.
func (o *otherContest) cut(order []place, last int) string {
	same := func(p place) bool { return p.stage == order[last-1].stage && p.Overall() == order[last-1].Overall() }
	var in, out []string
	by := "line-up"
	for i, p := range order {
		switch {
		case !same(p):
			continue
		case i < last:
			in = append(in, o.lineup[p.Entry].Name)
		default:
			out = append(out, o.lineup[p.Entry].Name)
		}
		if p.Group != order[last-1].Group {
			by = "groups"
		}
	}
	if len(out) == 0 {
		return ""
	}
	return fmt.Sprintf("rank %d is shared: %s %s, and %s %s out, by the order of the %s",
		order[last-1].Overall(), strings.Join(in, ", "), verb(in, "enter"), strings.Join(out, ", "), verb(out, "stay"), by)
}

// verb returns a verb for one or several.
func verb(of []string, word string) string {
	if len(of) == 1 {
		return word + "s"
	}
	return word
}

// files returns where the files of some bots of a contest are, according to its file.
func (o *otherContest) files(ctx context.Context, f *config.File, order []place, s Setup) (bots []taken, err error) {
	s.Fresh = false
	here := finder{file: f, setup: &s, kind: o.Kind, dir: o.Dir, now: o.now}
	found, err := here.find(ctx)
	if err != nil {
		return nil, err
	}
	for _, p := range order {
		e := o.lineup[p.Entry]
		at := slices.IndexFunc(found, func(b foundBot) bool { return b.Name == e.Name })
		if at < 0 {
			return nil, fmt.Errorf("%s is not among the bots of %s any more: put it back, or run that contest again so that it leaves",
				e.Name, filepath.Base(f.Path))
		}
		ref := found[at].from.Ref
		if chosen := found[at].Chosen; chosen != "" {
			ref = strings.TrimPrefix(ref, chosen+"=")
		}
		bots = append(bots, taken{Name: e.Name, Given: found[at].Given, Author: e.Author, Ref: ref, played: &e})
	}
	return bots, nil
}

// ownFile reads the file of a recalled contest: the one that was named, or that lies beside the folder that was, or that its last run had.
func (o *otherContest) ownFile(p *config.Places) (*config.File, error) {
	file, err := config.Read(p.File)
	if _, missing := os.Stat(p.File); !errors.Is(missing, fs.ErrNotExist) {
		return file, err
	}
	last := store.Latest(o.events, store.File)[""].Now
	if last == "" {
		return nil, fmt.Errorf("%s: no such file, and the ledger names none: put the contest's file there", p.File)
	}
	return config.Read(filepath.Join(p.Dir, filepath.FromSlash(last)))
}
