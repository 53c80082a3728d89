package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const twoStages = `kind = "tron"
zone = "Europe/Amsterdam"
[[bots]]
ref = "builtin:random"
[[stages]]
name = "groups"
[[stages]]
name = "final"
`

// site makes the contests of a site in a folder, and returns the path of the file of the contest cup.
func site(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"cup", "ladder"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "ladder", "contest.toml"), []byte("kind = \"tron\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "cup", "contest.toml")
}

// A mistake in a timetable is one sentence with the line, whoever wrote the file.
func TestMistakesInTimetables(t *testing.T) {
	path := site(t)
	for _, tt := range []struct{ lines, want string }{
		{"every = \"Mon 02:00\"\ndo = \"plya\"", ":11:1: do = \"plya\" is not an act of a timetable, which are thaw open play"},
		{"do = \"play\"", ":10:1: a line has one of every"},
		{"evry = \"Mon 02:00\"\ndo = \"play\"", ":10:1: unknown key \"evry\" in [[timetable]]; did you mean \"every\"?"},
		{"cron = \"61 * * * *\"\ndo = \"play\"", ":10:1: cron = \"61 * * * *\" is not a time that comes"},
		{"cron = 2\ndo = \"play\"", ":10:8: cron must be a string"},
		{"at = \"2027-01-29\"\ndo = \"final\"", ":10:1: at = \"2027-01-29\" is not a time that comes"},
		{"at = \"2027-01-29 18:00\"\ndo = \"final\"\nstage = \"finale\"", ":12:1: stage = \"finale\" is not a stage of this file"},
		{"at = \"2027-01-29 18:00\"\ndo = \"final\"\n[[timetable]]\nat = \"2027-01-30 18:00\"\ndo = \"final\"\nstage = \"final\"",
			":15:1: stage \"final\" begins by another line already"},
		{"at = \"2027-01-29 18:00\"\ndo = \"final\"\nstage = \"groups\"\nbots = \"cup#1-8\"",
			":13:1: bots = \"cup#1-8\" is this contest itself: a final takes its bots from another one"},
		{"at = \"2027-01-29 18:00\"\ndo = \"final\"\nstage = \"groups\"\nbots = \"../cup/contest#1-8\"", "is this contest itself"},
		{"at = \"2027-01-29 18:00\"\ndo = \"final\"\nstage = \"groups\"\nbots = \"contest.toml\"", "is this contest itself"},
		{"at = \"2027-01-29 18:00\"\ndo = \"final\"\nstage = \"groups\"\nbots = \"ladder#8-1\"",
			":13:1: bots = \"ladder#8-1\": \"#8-1\" names no places"},
		{"at = \"2027-01-29 18:00\"\ndo = \"final\"\nbots = \"ladder#1-8\"", ":12:1: bots are taken by the first stage, \"groups\""},
	} {
		text := twoStages + "[[timetable]]\n" + tt.lines + "\n"
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		_, own := Read(path)
		_, others := Confined(path, []byte(text))
		for _, err := range []error{own, others} {
			if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s\n%v, want %s", tt.lines, err, tt.want)
			}
		}
	}
	for lines, want := range map[string]string{
		"zone = \"Europe/Amsterdm\"\n":  ":1:1: zone = \"Europe/Amsterdm\" is not a time zone",
		"zone = \"Local\"\n":            ":1:1: zone = \"Local\" is not a time zone",
		"zone = \"../../etc/passwd\"\n": "is not a time zone",
	} {
		if _, err := Parse(path, []byte(lines+"kind = \"tron\"\n[[bots]]\nref = \"builtin:random\"\n")); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", lines, err)
		}
	}
	none := twoStages + "[[timetable]]\nat = \"2027-01-29 18:00\"\ndo = \"final\"\nstage = \"groups\"\nbots = \"ladder#\"\n"
	if _, err := Parse(path, []byte(none)); err == nil ||
		!strings.Contains(err.Error(), "names no places") {
		t.Error(err)
	}
	many := twoStages + strings.Repeat("[[timetable]]\nevery = \"daily 02:00\"\ndo = \"play\"\n", mostLines+1)
	if _, err := Parse(path, []byte(many)); err == nil || !strings.Contains(err.Error(), "at most 40 lines") {
		t.Error(err)
	}
}

// A stage that the timetable begins is not in the file before. Its bots are those of a contest beside it, by its name, or of any other.
func TestAFinal(t *testing.T) {
	path := site(t)
	const line = "[[timetable]]\nat = \"2027-01-29 18:00\"\ndo = \"final\"\n"
	begins := time.Date(2027, 1, 29, 17, 0, 0, 0, time.UTC)
	f, err := Parse(path, []byte(twoStages+line))
	if err != nil {
		t.Fatal(err)
	}
	if before := f.At(begins.Add(-1)); len(before.Stages) != 1 || before.Stages[0].Name != "groups" || len(f.Stages) != 2 ||
		f.At(begins) != f {
		t.Errorf("before: %+v", before.Stages)
	}
	if !f.Stages[1].Begins.Equal(begins) {
		t.Errorf("%+v", f.Stages)
	}
	for ref, want := range map[string]string{"ladder#1-8": "../ladder/contest.toml", "../ladder/contest#1-8": "../ladder/contest.toml",
		"../other.toml#1-8": "../other.toml"} {
		f, err := Parse(path, []byte("kind = \"tron\"\nzone = \"Europe/Amsterdam\"\n"+line+"bots = \""+ref+"\"\n"))
		if err != nil {
			t.Fatal(err)
		}
		p := f.Bots[0].Takes()
		if p == nil || p.File != filepath.Join(filepath.Dir(path), want) || p.First != 1 || p.Last != 8 {
			t.Errorf("%s takes %+v", ref, p)
		}
		if f.Bots[0].Place() != (Place{"timetable", 0, "bots"}) || len(f.At(begins.Add(-1)).Stages) != 0 {
			t.Errorf("%+v", f.Bots[0].Place())
		}
	}
}

// A line that is written into a file is not in the past; one that it had may be.
func TestLinesInThePast(t *testing.T) {
	path := site(t)
	parse := func(lines string) *File {
		f, err := Parse(path, []byte(twoStages+lines))
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	const old = "[[timetable]]\nat = \"2026-12-01 18:00\"\ndo = \"freeze\"\n"
	const weekly = "[[timetable]]\nevery = \"daily 02:00\"\ndo = \"play\"\n"
	now := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
	want := ":11:1: at = \"2026-12-01 18:00\" is in the past: it is 1 Jan 2027, 01:00 CET; write a later time, or remove the line"
	if err := parse(old).Past(nil, now); err == nil || !strings.HasSuffix(err.Error(), strings.Replace(want, ":11:", ":10:", 1)) {
		t.Errorf("%v, want %s", err, want)
	}
	for name, err := range map[string]error{
		"a line of the file before": parse(weekly+old).Past(parse(old), now), "weekly": parse(weekly).Past(nil, now),
		"no timetable": parse("").Past(nil, now),
	} {
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
