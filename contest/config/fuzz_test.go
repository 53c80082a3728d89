package config

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agon/internal/tomlfile"
)

// FuzzParse: no text makes the parser panic or hang. Whatever a file holds, it is a contest with bounded numbers, or one sentence with its
// place in the file says what is wrong.
func FuzzParse(f *testing.F) {
	const head = "kind = \"rps\"\n"
	const bots = "[[bots]]\nref = \"builtin:rock\"\n"
	for _, text := range []string{
		whole, head + bots, "", "kind", "kind = 3\n", head, "\xff\xfe", "\xef\xbb\xbf" + head + bots, head + bots + bots + "[[stages]]\n",
		head + "seed = 99999999999999999999\n" + bots, head + "seed = -9223372036854775808\n" + bots, head + "seed = 1e5\n" + bots,
		head + "seed = nan\n" + bots,
		head + "max_per_author = -1\n" + bots, head + "max_per_author = 4294967296\n" + bots,
		head + "[limits]\nmemory = \"99999999999999GiB\"\n" + bots, head + "[limits]\nmemory = 9223372036854775807\n" + bots,
		head + "[limits]\ndisk = -5\n" + bots, head + "[limits]\nmemory = \"nanGiB\"\n" + bots,
		head + "[limits]\nmemory = \"infB\"\n" + bots, head + "[limits]\noutput = \"-1KiB\"\n" + bots,
		head + "[limits]\nguard = \"1e300h\"\n" + bots, head + "[limits]\nguard = \"-5s\"\n" + bots,
		head + "[limits]\naverage = nan\n" + bots, head + "[limits]\ncpu = \"9999999h\"\n" + bots,
		head + "[limits]\ntasks = 99999999999\n" + bots, head + "[options]\nrounds = inf\n" + bots,
		head + "[options]\nrounds = [[1], {a = 2}]\n" + bots,
		head + bots + "[[stages]]\nformat = \"ladder\"\nrating = {start = nan, k = -inf}\n", head + bots + "[[stages]]\nformat = 3\n",
		head + bots + "[[stages]]\nrating.a.b = 1\n",
		head + "[[bots]]\nref = \"a.toml#1-8\"\n", head + "[[bots]]\nref = \"a.toml#8-1\"\n", head + "[[bots]]\nref = \"#\"\n",
		head + "[[bots]]\nref = \"x=.toml#\"\n",
		head + "[[bots]]\nref = \"a.toml#99999999999999999999-1\"\n", head + "[[bots]]\nref = \"\\u0000.toml#1\"\n",
		head + "[[bots]]\nref = \"[.toml\"\n",
		head + "[[bots]]\nref = \"git+x@y\"\nbefore = 1979-05-27\n", head + "before = \"0000-00-00\"\n" + bots,
		head + "store = \"postgres://u:p@h/\"\n" + bots,
		ofAgents, head + "[agents]\nedit = {wall = 1e300}\nnetwork = [[1], \"a:b:c\", \"\\u0000:1\"]\n" +
			"[[agents.agent]]\nname=\"a\"\nrun=\"b\"\n",
		head + "[agents]\nedit = 1979-05-27\nstart = \"\\u0000\"\n[[agents.agent]]\nname=\"\\u0000\"\nreads=[\"\"]\n",
		head + bots + "[[stages]]\nbots = [[\"a\"]]\n",
		whole, "", "kind = \"x\"\n[[bots]]\nref=\"builtin:a\"", "kind=\"x\"\nbots=[{ref=\"builtin:a\"},{ref=\"/*\"}]", "\"\" = 1",
		"\"a\\nb\" = 1", "kind = \"x\"\n[[stages]]\n[stages.a.b]\nc=1",
		"[[bots]]\nref = \"[\"\n", "bots = [1]", "stages = [[]]", "seed = 9223372036854775807", "[limits]\nmemory = \"1e300GiB\"",
		"kind = '\xff'", "a.b.c = 1", "kind = \"x\"\nbots = []",
		"kind = \"x\"\n[[bots]]\nref=\"script:\"", "max_per_author = 0x7fffffffffffffff",
		"kind=\"k\"\n[options]\n\"[\"=1\n[[bots]]\nref=\"builtin:\"",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		dir := t.TempDir()
		c, err := Parse(filepath.Join(dir, "cup.toml"), []byte(text))
		if err != nil {
			var placed *tomlfile.Error
			if c != nil || !errors.As(err, &placed) || strings.Contains(strings.TrimSpace(err.Error()), "\n") ||
				strings.Contains(err.Error(), "%!") {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		l := c.Limits
		if l.Memory < 0 || l.Memory > mostSize || l.Disk < 0 || l.Disk > mostSize || l.Output < 0 || l.Output > mostSize || l.Tasks < 0 {
			t.Errorf("%q: the limits %+v", text, l)
		}
		for _, d := range []time.Duration{l.CPU, l.Guard, l.Average} {
			if d < 0 {
				t.Errorf("%q: a duration of %v", text, d)
			}
		}
		for _, b := range c.Bots {
			if p := b.Takes(); p != nil && (p.First < 1 || p.Last != 0 && p.Last < p.First || !filepath.IsAbs(p.Dir)) {
				t.Errorf("%q: places %+v", text, p)
			}
		}
		if c.Kind == "" || len(c.Bots) == 0 && c.Folder == "" || len(c.Stages) == 0 || c.MaxPerAuthor < 0 || c.Count() < len(c.Bots) {
			t.Errorf("%q: %+v", text, c)
		}
	})
}
