package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"agon/internal/tomlfile"
)

// whole is a file that sets every key.
const whole = `
name = "Everything"
kind = "colour-battle"
seed = -3
max_per_author = 2
[options]
rounds = 50
mode = "strict"
[limits]
memory = "512MiB"
tasks = 128
cpu = "30s"
disk = 1000
output = "64KiB"
guard = "5s"
average = "20ms"
enforce = true
packages = ["numpy"]
[[bots]]
ref = "builtin:steve"
[[bots]]
ref = "bots/one.py"
name = "First"
[[bots]]
ref = "script:moves.txt"
[[stages]]
name = "groups"
format = "groups"
groups = 4
rating = { system = "elo", k = 32 }
[[stages]]
format = "arena"
games = 7
`

func TestParse(t *testing.T) {
	f, err := Parse("some/where/contest.toml", []byte(whole))
	if err != nil {
		t.Fatal(err)
	}
	here, err := filepath.Abs("some/where")
	if err != nil {
		t.Fatal(err)
	}
	if f.Name != "Everything" || f.Kind != "colour-battle" || f.Seed != -3 || !f.Seeded || f.MaxPerAuthor != 2 ||
		f.Path != filepath.Join(here, "contest.toml") {
		t.Errorf("the head is %+v", f)
	}
	l := f.Limits
	if l.Memory != 512<<20 || l.Tasks != 128 || l.CPU != 30*time.Second || l.Disk != 1000 || l.Output != 64<<10 ||
		l.Guard != 5*time.Second || l.Average != 20*time.Millisecond || !l.Enforce || l.Packages == nil ||
		!slices.Equal(*l.Packages, []string{"numpy"}) {
		t.Errorf("the limits are %+v", l)
	}
	var refs []string
	for _, b := range f.Bots {
		refs = append(refs, b.Ref)
	}
	if want := []string{"builtin:steve", "First=" + filepath.Join(here, "bots/one.py"),
		"script:" + filepath.Join(here, "moves.txt")}; !slices.Equal(refs, want) {
		t.Errorf("the bots are %q, not %q", refs, want)
	}
	if len(f.Stages) != 2 || f.Stages[0].Name != "groups" || f.Stages[0].Keys["rating.k"] != int64(32) || f.Stages[1].Name != "stage 2" ||
		f.Stages[1].Keys["games"] != int64(7) {
		t.Errorf("the stages are %+v", f.Stages)
	}
}

func TestLeftOut(t *testing.T) {
	f, err := Parse("cup.toml", []byte("kind = \"tron\"\n[[bots]]\nref = \"builtin:x\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	if f.Name != "cup" || f.Seeded || len(f.Stages) != 1 || f.Stages[0].Name != "final" || f.Stages[0].Format != "" {
		t.Errorf("%+v", f)
	}
}

// TestRefs: paths are relative to the file, and "folder/*" means everything in the folder.
func TestRefs(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"scripts/bot.py", "in/b.py", "in/a.py", "human-made/x.py", "in/._a.py", "in/.DS_Store", "in/a.py~",
		"in/__pycache__/a.pyc", "in/node_modules/x.js"} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct{ ref, want string }{
		{"x.py", "DIR/x.py"},
		{"./x.py:Class", "DIR/x.py:Class"},
		{"../up.py", "DIR/../up.py"},
		{"/abs/x.py", "/abs/x.py"},
		{"in/*", "DIR/in/a.py DIR/in/b.py"},
		{"in/*.py", "DIR/in/a.py DIR/in/b.py"},
		{"builtin:steve?k=1", "builtin:steve?k=1"},
		{"script:moves/*.txt", "script:DIR/moves/*.txt"},
		{"scripts/bot.py:Class", "DIR/scripts/bot.py:Class"},
		{"human-made/x.py:Class", "DIR/human-made/x.py:Class"},
		{"builtins.py:Class", "DIR/builtins.py:Class"},
		{"docker://a/b:1", "docker://a/b:1"},
		{"git+https://example.org/x.git@main", "git+https://example.org/x.git@main"},
	} {
		t.Run(tt.ref, func(t *testing.T) {
			f, err := Parse(filepath.Join(dir, "c.toml"), fmt.Appendf(nil, "kind = \"k\"\n[[bots]]\nref = %q\n", tt.ref))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, b := range f.Bots {
				got = append(got, b.Ref)
			}
			want := strings.Split(strings.ReplaceAll(tt.want, "DIR", dir), " ")
			for i, w := range want {
				if filepath.IsAbs(w) {
					want[i] = filepath.Clean(w)
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%q, not %q", got, want)
			}
		})
	}
}

// A folder of bots may be empty or missing, and names its bots.
func TestFolderOfBots(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "contest.toml")
	parse := func(more string) (*File, error) {
		return Parse(path, []byte("kind = \"tron\"\n[[bots]]\nfolder = \"entries\"\n"+more))
	}
	f, err := parse("")
	if err != nil || len(f.Bots) != 0 || f.Folder == "" {
		t.Fatalf("%+v: %v", f, err)
	}
	for _, name := range []string{"Quiet Flood", "ann", ".new-ben", "$RECYCLE.BIN", "__MACOSX"} {
		if err := os.MkdirAll(filepath.Join(dir, "entries", name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "entries", "notes.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	f, err = parse("")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"Quiet Flood=" + filepath.Join(dir, "entries", "Quiet Flood"), "ann=" + filepath.Join(dir, "entries", "ann")}
	var got []string
	for _, b := range f.Bots {
		got = append(got, b.Ref)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if _, err := parse("name = \"x\"\n"); err == nil || !strings.Contains(err.Error(), "folder stands alone") {
		t.Error(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "entries", "a=b"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := parse(""); err == nil || !strings.Contains(err.Error(), "rename it") {
		t.Error(err)
	}
}

// The file beside a bot's folder names its author.
func TestAuthors(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"one", "two", "three"} {
		if err := os.MkdirAll(filepath.Join(dir, "entries", name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "entries", ".author-one"), []byte("Reds\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "entries", ".author-two"), 0o755); err != nil { // no file
		t.Fatal(err)
	}
	f, err := Parse(filepath.Join(dir, "c.toml"), []byte("kind = \"tron\"\n[[bots]]\nfolder = \"entries\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, b := range f.Bots {
		got = append(got, b.Author)
	}
	if !slices.Equal(got, []string{"Reds", "", ""}) {
		t.Errorf("the authors are %q", got)
	}
}

// TestMistakes: errors of syntax and types have a line number and say what to write.
func TestMistakes(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"no TOML", "kind = \n", "c.toml:1:8: "},
		{"a key twice", "kind = \"a\"\nkind = \"b\"\n", "c.toml:2:1: key kind is already defined"},
		{"unknown key", "kimd = \"x\"\n", `c.toml:1:1: unknown key "kimd"; did you mean "kind"?`},
		{"unknown key, nothing near", "zzzzzzzz = 1\n", `c.toml:1:1: unknown key "zzzzzzzz"; known keys: name, description, prizes, kind,`},
		{"a key in another case", "Kind = \"x\"\n", `c.toml:1:1: unknown key "Kind"; did you mean "kind"?`},
		{"unknown table", "kind = \"x\"\n[optoins]\n", `c.toml:2:2: unknown key "optoins"; did you mean "options"?`},
		{"unknown table above another", "kind = \"x\"\n  [limit.memory]\na = 1\n",
			`c.toml:2:4: unknown key "limit"; did you mean "limits"?`},
		{"unknown limit", "kind = \"x\"\n[limits]\nmemroy = 1\n", `c.toml:3:1: unknown key "memroy" in [limits]; did you mean "memory"?`},
		{"unknown limit, dotted", "kind = \"x\"\nlimits.memroy = 1\n",
			`c.toml:2:8: unknown key "memroy" in [limits]; did you mean "memory"?`},
		{"a key of the file in a table", "name = \"a\"\nkind = \"x\"\n[limits]\nname = \"a\"\n",
			`c.toml:4:1: unknown key "name" in [limits]`},
		{"unknown key of a bot", "kind = \"x\"\n[[bots]]\nref = \"builtin:a\"\n[[bots]]\nreff = \"builtin:a\"\n",
			`c.toml:5:1: unknown key "reff" in [[bots]]; did you mean "ref"?`},
		{"unknown key of a bot in a line", "kind = \"x\"\nbots = [{ref = \"builtin:a\"},\n  {reff = \"builtin:a\"}]\n",
			`c.toml:3:4: unknown key "reff" in [[bots]]; did you mean "ref"?`},
		{"a text that looks like a key before the key", "name = \"\"\"\nkind = 7\n[limits]\n\"\"\"\nkind = 7\n",
			`c.toml:5:8: kind must be a string in quotes, not 7`},
		{"a password in the address of the ledger", "kind = \"x\"\nstore = \"postgres://a:b@h/d\"\n",
			"c.toml:2:1: store contains a password"},
		{"a password as a key of the address", "kind = \"x\"\nstore = \"postgres://a@h/d?password=b\"\n",
			"c.toml:2:1: store contains a password"},
		{"no kind", "[[bots]]\nref = \"builtin:a\"\n", "c.toml: no kind of game: add kind = "},
		{"no bots", "kind = \"x\"\n", "c.toml: no bots: add a table [[bots]]"},
		{"bots as a table", "kind = \"x\"\n[bots]\nref = \"a\"\n",
			"c.toml:2:2: bots must be a list of tables, each written as [[bots]], not a table"},
		{"bots as a number", "kind = \"x\"\nbots = 3\n", "c.toml:2:8: bots must be a list of tables, each written as [[bots]], not 3"},
		{"stages as a table", "kind = \"x\"\n[stages]\ngames = 3\n",
			"c.toml:2:2: stages must be a list of tables, each written as [[stages]], not a table"},
		{"limits as a list", "kind = \"x\"\n[[limits]]\ntasks = 3\n",
			"c.toml:2:3: limits must be a table, written as [limits], not a list"},
		{"options as a number", "kind = \"x\"\noptions = 3\n", "c.toml:2:11: options must be a table, written as [options], not 3"},
		{"a bot without ref", "kind = \"x\"\n[[bots]]\nref = \"builtin:a\"\n[[bots]]\nname = \"b\"\n", "c.toml:4:3: bot 2 has no ref"},
		{"a ref that is a number", "kind = \"x\"\n[[bots]]\nref = \"builtin:a\"\n[[bots]]\nref = 7\n",
			"c.toml:5:7: ref must be a string in quotes, not 7"},
		{"a kind that is a number", "kind = 7\n", "c.toml:1:8: kind must be a string in quotes, not 7"},
		{"a seed that is a text", "kind = \"x\"\nseed = \"7\"\n", `c.toml:2:8: seed must be a whole number, not "7"`},
		{"a seed that is no whole number", "kind = \"x\"\nseed = 1.5\n", "c.toml:2:8: seed must be a whole number, not 1.5"},
		{"fewer than no bots of an author", "kind = \"x\"\nmax_per_author = -1\n",
			"c.toml:2:18: max_per_author must be a whole number from 0 to 4294967295, not -1"},
		{"a verification that is none", "kind = \"x\"\nverify = \"sampel\"\n[[bots]]\nref = \"builtin:x\"\n",
			`c.toml:2:1: verify must be "all" or "sample", not "sampel"; did you mean "sample"?`},
		{"an empty verification", "kind = \"x\"\nverify = \"\"\n[[bots]]\nref = \"builtin:x\"\n",
			`c.toml:2:1: verify must be "all" or "sample", not ""`},
		{"a gate that is none", "kind = \"x\"\npromote = \"beter\"\n[[bots]]\nfolder = \"entries\"\n",
			`c.toml:2:1: promote must be "better", "not-worse" or "always", not "beter"; did you mean "better"?`},
		{"a gate without submissions", "kind = \"x\"\npromote = \"better\"\n[[bots]]\nref = \"builtin:x\"\n",
			`c.toml:2:1: promote is for versions that are handed in to a site, and no folder takes them: add [[bots]] with ` +
				`folder = "entries", or remove promote`},
		{"a program that is a number", "kind = \"x\"\n[runtimes]\nnode = 7\n", "c.toml:3:8: node must be a string in quotes, not 7"},
		{"a program that is not there", "kind = \"x\"\n[runtimes]\nnode = \"program-of-nobody\"\n",
			`c.toml:3:1: node: no program "program-of-nobody" in PATH; write the program's full path`},
		{"a time without a unit", "kind = \"x\"\n[limits]\nguard = \"5\"\n",
			`c.toml:3:9: guard must be a duration such as "20ms" or "5s", not "5"`},
		{"a time that is a number", "kind = \"x\"\n[limits]\naverage = 20\n",
			`c.toml:3:1: average must be a duration such as "20ms" or "5s", not 20`},
		{"a time below nothing", "kind = \"x\"\n[limits]\nguard = \"-5s\"\n",
			`c.toml:3:9: guard must be a duration such as "20ms" or "5s", not "-5s"`},
		{"a day that is none", "kind = \"x\"\nbefore = \"30.11.2022\"\n",
			`c.toml:2:1: before must be a day such as "2022-11-30", not "30.11.2022"`},
		{"a day for a bot that has none", "kind = \"x\"\n[[bots]]\nref = \"builtin:a\"\nbefore = 2022-11-30\n",
			`c.toml:4:1: before is for bots from repositories`},
		{"a clock that is none", "kind = \"x\"\n[limits]\nclock = \"sun\"\n",
			`c.toml:3:9: clock must be "wall" (wall time without what the host held up) or "cpu" (processor time), not "sun"`},
		{"a size that is none", "kind = \"x\"\n[limits]\nmemory = \"much\"\n",
			`c.toml:3:10: memory must be a size such as "512MiB", or a number of bytes, not "much"`},
		{"a size with something behind it", "kind = \"x\"\n[limits]\nmemory = \"5 or 6MiB\"\n",
			`c.toml:3:10: memory must be a size such as "512MiB", or a number of bytes, not "5 or 6MiB"`},
		{"a size below nothing", "kind = \"x\"\n[limits]\nmemory = \"-1MiB\"\n", `c.toml:3:10: memory must be a size`},
		{"enforce as a text", "kind = \"x\"\n[limits]\nenforce = \"yes\"\n", `c.toml:3:11: enforce must be true or false, not "yes"`},
		{"packages as a text", "kind = \"x\"\n[limits]\npackages = \"numpy\"\n",
			`c.toml:3:12: packages must be a list of strings such as ["one", "two"], not "numpy"`},
		{"packages that are numbers", "kind = \"x\"\n[limits]\npackages = [1]\n",
			`c.toml:3:13: packages must be a list of strings such as ["one", "two"], not 1`},
		{"a name that no reference can have", "kind = \"x\"\n[[bots]]\nname = \"v1.2\"\nref = \"builtin:a\"\n",
			`c.toml:3:1: name "v1.2" has one of the characters `},
		{"a folder with nothing in it", "kind = \"x\"\n[[bots]]\nref = \"builtin:a\"\n[[bots]]\nref = \"nowhere/*\"\n",
			`c.toml:5:1: ref "nowhere/*" matches no file in `},
		{"a format that is a number", "kind = \"x\"\n[[bots]]\nref = \"builtin:a\"\n[[stages]]\n[[stages]]\n  format = 7\n",
			"c.toml:6:3: format must be a string in quotes, not 7"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f, err := Parse("c.toml", []byte(tt.text))
			var m *tomlfile.Error
			if f != nil || !errors.As(err, &m) {
				t.Fatalf("%+v, %v", f, err)
			}
			if !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("%s\n  is not: %s", err, tt.want)
			}
		})
	}
}

func TestReadMissing(t *testing.T) {
	_, err := Read(filepath.Join(t.TempDir(), "none.toml"))
	if err == nil || !strings.HasSuffix(err.Error(), "none.toml: no such file") {
		t.Error(err)
	}
}
