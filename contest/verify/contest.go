package verify

import (
	"context"
	"fmt"
	"strings"

	"agon/contest"
	"agon/contest/audit"
	"agon/contest/folders"
	"agon/game"
	"agon/internal/clean"
	"agon/record/replay/archive"
	"agon/show/report"
)

// contest verifies a contest against its ledger, and repairs it if that was asked for.
func (v *Verification) contest(ctx context.Context, dir string) error {
	live, err := contest.Running(dir)
	if err != nil {
		return folders.Error(dir, err)
	}
	replays := archive.Open
	if v.Repair {
		replays = archive.Scan
		if live {
			return fmt.Errorf("%s is in use by a run; wait for it, or stop it", dir)
		}
	}
	if v.Repair && !v.Dry {
		release, err := contest.Hold(dir)
		if err != nil {
			return folders.Error(dir, err)
		}
		defer release()
	}
	c, err := v.Folders.Recall(ctx, dir, live, replays)
	if err != nil {
		return err
	}
	defer c.Close()
	if live {
		fmt.Fprintf(v.Err, "agon: a run is using %s; verifying what it has stored so far\n", dir)
	}
	bar := v.Bar("verify "+dir, 0)
	defer bar.Close()
	a := audit.Audit{
		Repair: v.Repair, Dry: v.Dry, Live: live, Compile: v.Folders.Reopened, Pages: v.Pages, Found: v.found, Begin: bar.Of,
		Next: func() { bar.Add(1) },
	}
	s, err := a.Walk(ctx, c)
	if err != nil {
		return folders.Error(dir, err)
	}
	v.good, v.recorded = v.good+s.Proved, v.recorded+s.Recorded
	if v.Repair {
		v.repaired += s.Repaired
		differ := ""
		if s.Differ > 0 {
			differ = fmt.Sprintf(", %d with a later result that differs", s.Differ)
		}
		if s.Recorded > 0 {
			differ += fmt.Sprintf("; %s %s", report.Counted(s.Recorded, "game"), game.NotAgain)
		}
		fmt.Fprintf(v.Out, "%s: %d %s, %d cannot be repaired%s\n", dir, s.Repaired, v.verb(), s.Beyond(), differ)
		return nil
	}
	v.summaries = append(v.summaries, fmt.Sprintf("%s: %s; %s; %s", dir, counted(s), recounted(s), s.Report))
	return nil
}

// verb returns the word before what is repaired, or would be.
func (v *Verification) verb() string {
	if v.Dry {
		return "to mend"
	}
	return "mended"
}

// found prints a finding of an audit: what a repair did or cannot do to standard output, the rest to standard error.
func (v *Verification) found(f audit.Finding) {
	text := f.In + ": " + f.Text
	if f.Game > 0 {
		text = fmt.Sprintf("%s, game %d%s: %s", f.In, f.Game, played(f), f.Text)
		if f.Text == "" {
			text = fmt.Sprintf("%s, game %d%s: %s", f.In, f.Game, played(f), clean.Text(f.Err.Error()))
		}
	}
	switch f.Kind {
	case audit.Repaired:
		fmt.Fprintf(v.Out, "%s: %s\n", v.verb(), f.Text)
		return
	case audit.Refused:
		v.bad++
	case audit.Wrong, audit.Lost:
		v.wrong++
	}
	if v.Repair && f.Kind != audit.Remark {
		fmt.Fprintf(v.Out, "cannot be repaired: %s\n", beyond(f))
		return
	}
	fmt.Fprintf(v.Err, "agon: %s\n", text)
}

// played names the players of a finding's game.
func played(f audit.Finding) string {
	if len(f.Bots) == 0 {
		return ""
	}
	return ": " + clean.Text(versus(f.Bots))
}

// beyond describes what cannot be repaired.
func beyond(f audit.Finding) string {
	if f.Game == 0 {
		return f.Text
	}
	if f.Err == nil {
		return fmt.Sprintf("game %d: %s", f.Game, f.Text)
	}
	return fmt.Sprintf("game %d (%s): the result stands without its replay: %s", f.Game, clean.Text(versus(f.Bots)),
		clean.Text(f.Err.Error()))
}

// counted describes the games of a contest's plan.
func counted(s audit.Summary) string {
	text := fmt.Sprintf("%s planned, %d with a result, %d of these without a replay", report.Counted(s.Planned, "game"), s.Done, s.Lost)
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
	text := report.Counted(s.Tables, "table") + " recomputed"
	if !s.Finished {
		text += ", the contest is not over"
	}
	if s.Marks > 0 {
		text += fmt.Sprintf("; marks: %d recomputed, %s", s.Marks, report.Counted(s.Unlike, "difference"))
	}
	return text
}
