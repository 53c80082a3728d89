/*
Package verify re-simulates replays and holds contests against their ledgers, for the commands verify and doctor: it finds out what each
name is (a replay, a folder of them, an archive without a ledger, a contest), has package audit walk a contest, and prints each finding at
once, since a long contest has many.

What is wrong is printed to Err, what a repair did or cannot do to Out. [Verification.Verify] reports whether all is well.
*/
package verify

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"agon/contest/folders"
	"agon/contest/store/ledgers"
	"agon/game"
	"agon/internal/cause"
	"agon/internal/clean"
	"agon/record/replay"
	"agon/record/replay/archive"
	"agon/record/replay/files"
	"agon/show/report"
	"agon/show/term/progress"
)

// A Verification verifies replays and contests, and counts what it finds.
type Verification struct {
	Folders  *folders.Folders
	Repair   bool      // repair what can be derived from the ledger
	Dry      bool      // only say what would be repaired
	Pages    int       // of a rewritten report
	Out, Err io.Writer // for results and repairs, and for what is wrong

	// Bar shows the progress of long work, of a number of games that is set later if it is 0.
	Bar func(title string, games int) *progress.Delayed

	good, bad int
	recorded  int // replays that nothing plays again
	wrong     int // findings other than in replays
	repaired  int
	summaries []string
}

// Verify prints everything that is wrong with contests, files and folders of replays, and a summary. It reports whether all is well.
func (v *Verification) Verify(ctx context.Context, names []string) (sound bool, err error) {
	for _, name := range names {
		if err := repairable(name); v.Repair && err != nil {
			return false, err
		}
	}
	for _, name := range names {
		if err := v.look(ctx, name); err != nil {
			return false, err
		}
	}
	if !v.Repair {
		fmt.Fprintf(v.Out, "%s verified, %s%d refused\n", report.Counted(v.good, "game"), v.unproved(), v.bad)
	}
	for _, line := range v.summaries {
		fmt.Fprintln(v.Out, line)
	}
	return v.bad+v.wrong == 0 && (!v.Dry || v.repaired == 0), nil
}

// look verifies the file, folder or contest of a command line argument.
func (v *Verification) look(ctx context.Context, name string) error {
	if dir, ok := folders.Dir(name); ok {
		return v.contest(ctx, dir)
	}
	info, err := os.Stat(name)
	if err != nil {
		return fmt.Errorf("%s: no such file or folder", name)
	}
	if !info.IsDir() {
		data, err := files.Read(name)
		if err != nil {
			return err
		}
		v.judge(name, v.one(data))
		return nil
	}
	if dir := files.Archived(name); dir != "" {
		return v.archive(name, dir)
	}
	found, err := files.Below(name)
	if err != nil {
		return err
	}
	if len(found) == 0 {
		return fmt.Errorf("%s holds no replays", name)
	}
	for _, file := range found {
		data, err := files.Read(file)
		if err != nil {
			return err
		}
		v.judge(file, v.one(data))
	}
	return nil
}

// archive verifies replays without a ledger.
func (v *Verification) archive(name, dir string) error {
	s, err := archive.Open(dir)
	if err != nil {
		return cause.Host(err)
	}
	v.notes(name, s)
	v.find("%s holds replays and no ledger: they are verified by themselves", name)
	bar := v.Bar("verify "+name, len(s.Games()))
	defer bar.Close()
	for _, id := range s.Games() {
		data, err := s.Get(id)
		if err == nil {
			err = v.one(data)
		}
		v.judge(fmt.Sprintf("%s, game %d", name, id+1), err)
		bar.Add(1)
	}
	return nil
}

// notes prints the notes of an archive of replays.
func (v *Verification) notes(name string, s *archive.Archive) {
	for _, note := range s.Notes() {
		if note.Damage {
			v.find("%s", note.Text)
			continue
		}
		fmt.Fprintf(v.Err, "agon: %s\n", note.Text)
	}
}

// find prints an error other than one of a replay.
func (v *Verification) find(format string, args ...any) {
	v.wrong++
	fmt.Fprintf(v.Err, "agon: "+format+"\n", args...)
}

// judge counts a replay, and prints what is wrong with it.
func (v *Verification) judge(name string, err error) {
	switch {
	case err == nil:
		v.good++
		return
	case errors.Is(err, game.ErrRecorded):
		v.recorded++
		return
	}
	v.bad++
	fmt.Fprintf(v.Err, "agon: %s: %s\n", name, clean.Text(err.Error()))
}

// one verifies a replay.
func (v *Verification) one(data []byte) error {
	rep, err := replay.Decode(data)
	if err != nil {
		return err
	}
	return replay.Verify(rep, v.Folders.Kinds)
}

// unproved returns the words for games that are recorded alone; empty if there are none.
func (v *Verification) unproved() string {
	if v.recorded == 0 {
		return ""
	}
	return fmt.Sprintf("%d %s, ", v.recorded, game.NotAgain)
}

// repairable returns an error if a name is not that of a contest with a ledger.
func repairable(name string) error {
	if _, ok := folders.Dir(name); ok {
		return nil
	}
	if _, err := os.Stat(name); err != nil {
		return fmt.Errorf("%s: no such file or folder", name)
	}
	return fmt.Errorf("%s has no ledger, and tables cannot be computed without it: restore a copy of %s", name, strings.Join(ledgers.Names,
		" or "))
}
