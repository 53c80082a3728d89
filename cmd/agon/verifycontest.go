package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"agon/contest"
	"agon/contest/audit"
	"agon/contest/store"
	"agon/contest/store/ledgers"
	formats "agon/format/tournament/all"
	"agon/record/replay/archive"
)

// recall opens a contest from its ledger. live means that a run is using it.
func recall(ctx context.Context, dir string, live bool, replays func(dir string) (*archive.Archive, error)) (*contest.Contest, error) {
	l, err := known()
	if err != nil {
		return nil, err
	}
	c, err := contest.Recall(ctx, dir, contest.Recalling{
		Kinds: recordedKind, Formats: formats.Formats, Archive: replays,
		Store: func(ctx context.Context, dir string) (store.Store, error) { return l.Read(ctx, dir, live) },
	})
	var damaged *store.Damaged
	if errors.As(err, &damaged) {
		return nil, &exit{exitFault, err}
	}
	return c, folderError(dir, err)
}

// recallOther opens another contest from its ledger, for a contest that enters its bots. The error is [fs.ErrNotExist] if there is none.
func recallOther(ctx context.Context, dir string) (*contest.Contest, error) {
	if !ledgers.Has(dir) {
		return nil, fs.ErrNotExist
	}
	live, err := contest.Running(dir)
	if err != nil {
		return nil, err
	}
	return recall(ctx, dir, live, archive.Open)
}

// contest verifies a contest against its ledger, and repairs it if that was asked for.
func (v *verification) contest(ctx context.Context, dir string) error {
	live, err := contest.Running(dir)
	if err != nil {
		return folderError(dir, err)
	}
	replays := archive.Open
	if v.repair {
		replays = archive.Scan
		if live {
			return fmt.Errorf("%s is in use by a run; wait for it, or stop it", dir)
		}
	}
	if v.repair && !v.dry {
		release, err := contest.Hold(dir)
		if err != nil {
			return folderError(dir, err)
		}
		defer release()
	}
	c, err := recall(ctx, dir, live, replays)
	if err != nil {
		return err
	}
	defer c.Close()
	if live {
		fmt.Fprintf(v.w.err, "agon: a run is using %s; verifying what it has stored so far\n", dir)
	}
	bar := v.bar(dir, 0)
	defer bar.Close()
	a := audit.Audit{
		Repair: v.repair, Dry: v.dry, Live: live, Compile: reopened, Pages: v.pages, Found: v.found, Begin: func(games int) { bar.total = games }, Next: func() { bar.Add(1) },
	}
	s, err := a.Walk(ctx, c)
	if err != nil {
		return folderError(dir, err)
	}
	v.good += s.Proved
	if v.repair {
		v.repaired += s.Repaired
		differ := ""
		if s.Differ > 0 {
			differ = fmt.Sprintf(", %d with a later result that differs", s.Differ)
		}
		fmt.Fprintf(v.w.out, "%s: %d %s, %d cannot be repaired%s\n", dir, s.Repaired, v.mended(), s.Beyond(), differ)
		return nil
	}
	v.summaries = append(v.summaries, fmt.Sprintf("%s: %s; %s; %s", dir, counted(s), recounted(s), s.Report))
	return nil
}

// mended returns the word before what is repaired, or would be.
func (v *verification) mended() string {
	if v.dry {
		return "to mend"
	}
	return "mended"
}

// found prints a finding of an audit: what a repair did or cannot do to standard output, the rest to standard error.
func (v *verification) found(f audit.Finding) {
	text := f.In + ": " + f.Text
	if f.Game > 0 {
		text = fmt.Sprintf("%s, game %d%s: %s", f.In, f.Game, played(f), f.Text)
		if f.Text == "" {
			text = fmt.Sprintf("%s, game %d%s: %s", f.In, f.Game, played(f), printable(f.Err.Error()))
		}
	}
	switch f.Kind {
	case audit.Repaired:
		fmt.Fprintf(v.w.out, "%s: %s\n", v.mended(), f.Text)
		return
	case audit.Refused:
		v.bad++
	case audit.Wrong, audit.Lost:
		v.wrong++
	}
	if v.repair && f.Kind != audit.Remark {
		fmt.Fprintf(v.w.out, "cannot be repaired: %s\n", beyond(f))
		return
	}
	fmt.Fprintf(v.w.err, "agon: %s\n", text)
}

// played names the players of a finding's game.
func played(f audit.Finding) string {
	if len(f.Bots) == 0 {
		return ""
	}
	return ": " + printable(versus(f.Bots))
}

// beyond describes what cannot be repaired.
func beyond(f audit.Finding) string {
	if f.Game == 0 {
		return f.Text
	}
	if f.Err == nil {
		return fmt.Sprintf("game %d: %s", f.Game, f.Text)
	}
	return fmt.Sprintf("game %d (%s): the result stands without its replay: %s", f.Game, printable(versus(f.Bots)), printable(f.Err.Error()))
}

// counted describes the games of a contest's plan.
func counted(s audit.Summary) string {
	text := fmt.Sprintf("%d %s planned, %d with a result, %d of these without a replay", s.Planned, plural(s.Planned, "game"), s.Done, s.Lost)
	if s.Differ > 0 {
		text += fmt.Sprintf("; %d with a later result that differs", s.Differ)
	}
	if s.Open > 0 {
		text += fmt.Sprintf("; %d with a replay and no result, as a run that was stopped leaves them", s.Open)
	}
	return text
}

// versus names the players of a game, or the first few of many.
func versus(names []string) string {
	const few = 4
	if len(names) > few+1 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:few], ", "), len(names)-few)
	}
	return strings.Join(names, ", ")
}

// recounted returns how many tables were recomputed.
func recounted(s audit.Summary) string {
	text := fmt.Sprintf("%d %s recomputed", s.Tables, plural(s.Tables, "table"))
	if !s.Finished {
		text += ", the contest is not over"
	}
	return text
}
