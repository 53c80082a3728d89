package main

import (
	"bufio"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"agon/contest/config"
	"agon/format/tournament"
	formats "agon/format/tournament/all"
	"agon/games/all"
)

// TestEveryLineOfAWrittenContestIsTrue uncomments each key of the file and checks that the file is valid, and that kind and format accept
// its values.
func TestEveryLineOfAWrittenContestIsTrue(t *testing.T) {
	key := regexp.MustCompile(`(?m)^# ([A-Za-z_.]+ = )`)
	for _, k := range all.Kinds() {
		for _, format := range formats.Formats {
			t.Run(k.Name+" "+format.Name, func(t *testing.T) {
				i := &initializing{name: "x", bare: true}
				text, err := i.text(newInit(&world{}), k, format)
				if err != nil {
					t.Fatal(err)
				}
				text = strings.Replace(key.ReplaceAllString(text, "$1"), "submissions/*", "builtin:"+k.Builtins[0].Name, 1)
				f, err := config.Parse(filepath.Join(t.TempDir(), "contest.toml"), []byte(text))
				if err != nil {
					t.Fatalf("%v\n%s", err, text)
				}
				if len(f.Options) != len(k.Options) || len(f.Stages[0].Keys) != len(format.Keys) {
					t.Errorf("it has %d of %d options and %d of %d keys", len(f.Options), len(k.Options), len(f.Stages[0].Keys),
						len(format.Keys))
				}
				settings, err := k.Settings(f.Options)
				if err != nil || len(settings.Changed()) > 0 {
					t.Errorf("options: %v, %v", settings.Changed(), err)
				}
				made, err := tournament.Find(formats.Formats, f.Stages[0].Format)
				if err == nil {
					_, err = made.Make(f.Stages[0].Keys)
				}
				if err != nil {
					t.Error(err)
				}
			})
		}
	}
}

func TestQuestions(t *testing.T) {
	var out strings.Builder
	q := &questioner{in: bufio.NewReader(strings.NewReader("9\nladder\n\n  My Cup \n")), out: &out}
	lines := []string{"arena  all together", "ladder  for ever"}
	at, err := q.choose("Which format?", lines, 0)
	if err != nil || at != 1 || !strings.Contains(out.String(), `"9" is none of them.`) {
		t.Errorf("chose %d, %v:\n%s", at, err, &out)
	}
	if at, err := q.choose("Which format?", lines, 1); err != nil || at != 1 {
		t.Errorf("the default is %d, %v", at, err)
	}
	if name, err := q.ask("Name", "x"); err != nil || name != "My Cup" {
		t.Errorf("the name is %q, %v", name, err)
	}
	if _, err := q.ask("Name", "x"); err == nil {
		t.Error("an end of input was an answer")
	}
}
