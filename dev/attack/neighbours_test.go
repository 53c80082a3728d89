package attack

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// spy is a bot of Colour Battle that reads every file that it can open and writes it to its log. It names its neighbours, the contest's
// file and its ledger in its source, imports a neighbour if it can, and has a helper and a data file of its own.
const spy = `
import os, sys, json
from bot_control import Move
import mallory_helper
# victim victim.py victim_folder contest contest.toml ledger.db bot_list

try:
    import victim
    stolen = open(victim.__file__).read()
except Exception as e:
    stolen = repr(e)

def spy(top):
    out = ["STOLEN " + stolen]
    here = os.path.dirname(os.path.abspath(__file__))
    places = [here, os.path.dirname(here), os.path.dirname(os.path.dirname(here)), top, "/tmp", "/proc/1/root" + top]
    for place in places:
        for at, _, files in os.walk(place):
            for f in files:
                try:
                    out.append("READ " + f + " " + open(os.path.join(at, f), errors="replace").read()[:4000].replace("\n", "|"))
                except Exception as e:
                    out.append("NO " + f)
    for name in json.loads('NAMES'):
        try:
            out.append("OPENED " + name + " " + open(os.path.join(top, name), errors="replace").read()[:4000].replace("\n", "|"))
        except Exception as e:
            pass
    out.append("HELP " + mallory_helper.HELP)
    out.append("DATA " + open(os.path.join(here, "mallory_weights.txt")).read())
    print("\n".join(out), file=sys.stderr)

class Mallory:
    def get_name(self): return "Mallory"
    def get_contributor(self): return "m"
    def determine_next_move(self, grid, enemies, info):
        if info.current_round == 1: spy("TOP")
        return Move.UP
`

// victim is the bot that is spied upon. Its helper is its own.
const victim = `
from bot_control import Move
TACTICS = "victims-own-tactics"
class Victim:
    def get_name(self): return "Victim"
    def get_contributor(self): return "v"
    def determine_next_move(self, grid, enemies, info): return Move.DOWN
`

// TestNeighbours lets a spy play beside others, with bots in each kind of place. It reads its own files and no others.
func TestNeighbours(t *testing.T) {
	const helper, weights = "HELP = 'own-helper'\n", "own-weights"
	submissions := map[string]string{
		"submissions/mallory.py": spy, "submissions/mallory_helper.py": helper, "submissions/mallory_weights.txt": weights,
		"submissions/victim.py": victim, "submissions/victim_folder/bot.py": strings.ReplaceAll(victim, "Victim", "Other"),
	}
	for _, tt := range []struct {
		name  string
		files map[string]string
		refs  string
	}{
		{"files of one folder", submissions, "submissions/*.py\"\n[[bots]]\nref = \"submissions/victim_folder"},
		{"a folder of bots", map[string]string{
			"submissions/mallory.py": spy, "submissions/mallory_helper.py": helper, "submissions/mallory_weights.txt": weights,
			"submissions/victim.py": victim,
		}, "submissions"},
		{"a list of bots", map[string]string{
			"robots/mallory.py": strings.ReplaceAll(
				strings.ReplaceAll(spy, "import mallory_helper", "from robots import mallory_helper"), "import victim",
				"from robots.victim import victim"),
			"robots/mallory_helper.py":   helper,
			"robots/mallory_weights.txt": weights,
			"robots/victim/victim.py":    "from .tactics import *\n" + victim,
			"robots/victim/tactics.py":   "SECRET = 'victims-own-tactics'\n",
			"robots/ann/ann.py": "from .deep.plan import PLAN\nfrom ..bot_control import Move\nfrom robots.shared import " +
				"base\n\nclass Ann(base.Base):\n    def get_name(self): return 'Ann' + PLAN\n",
			"robots/ann/deep/plan.py": "PLAN = 'Plan'\n",
			"robots/shared/base.py": "from robots.bot_control import Move\n\nclass Base:\n    def get_contributor(self): return " +
				"'a'\n    def determine_next_move(self, grid, enemies, info): return Move.LEFT\n",
			"robots/bot_list.py": "from robots.mallory import Mallory\nfrom robots.victim.victim import Victim\nfrom " +
				"robots.ann.ann import Ann\n\nBotList = [Mallory, Victim, Ann]\n",
			"robots/ann/unrelated/data.txt": "",
		}, "robots/bot_list.py"},
		{"beside the contest's file", map[string]string{
			"mallory.py": spy, "mallory_helper.py": helper, "mallory_weights.txt": weights, "victim.py": victim,
		}, "mallory.py\"\n[[bots]]\nref = \"victim.py"},
		{"the contest's folder as a bot", map[string]string{
			"mallory.py": spy, "mallory_helper.py": helper, "mallory_weights.txt": weights,
		}, ".\"\n[[bots]]\nref = \"builtin:steve"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			must := func(err error) {
				t.Helper()
				if err != nil {
					t.Fatal(err)
				}
			}
			for name, text := range tt.files {
				text = strings.ReplaceAll(strings.ReplaceAll(text, "TOP", dir), "NAMES",
					`["contest.toml", "contest/ledger.db", "secret.txt", "submissions/victim.py", "submissions/victim_folder/bot.py", "robots/victim/victim.py", "victim.py", "robots/bot_list.py"]`)
				must(os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
				must(os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
			}
			if tt.refs[0] != '.' { // an entry that is a folder contains the helper
				must(os.WriteFile(filepath.Join(dir, "secret.txt"), []byte("the organiser's"), 0o600))
			}
			must(os.WriteFile(filepath.Join(dir, "contest.toml"),
				[]byte("name = \"organisers-own-contest\"\nkind = \"colour-battle\"\nseed = 7\n[options]\nrounds = 3\n[[bots]]\nref = \""+
					tt.refs+"\"\n[[bots]]\nref = \"builtin:steve\"\n[[stages]]\nname = \"s\"\nformat = \"arena\"\ngames = 2\n"), 0o644))
			o := agon(t, dir, "run", "contest.toml", "--plain")
			if o.Code != 0 {
				t.Fatalf("exit %d\n%s\n%s", o.Code, o.Out, o.Err)
			}
			if list := tt.files["robots/bot_list.py"]; list != "" && !strings.Contains(o.Out, "AnnPlan") {
				t.Errorf("the bot that imports from its own package does not play:\n%s\n%s", o.Out, o.Err)
			}
			logs, err := filepath.Glob(filepath.Join(dir, "contest", "logs", "*Mallory*"))
			must(err)
			if len(logs) != 1 {
				t.Fatalf("%d logs of Mallory\n%s\n%s", len(logs), o.Out, o.Err)
			}
			text, err := os.ReadFile(logs[0])
			must(err)
			for _, own := range []string{"HELP own-helper", "DATA own-weights"} {
				if !strings.Contains(string(text), own) {
					t.Errorf("it could not read its own files: no %q in its log:\n%.3000s", own, text)
				}
			}
			for _, others := range []string{"victims-own-tactics", "organisers-own-contest", "SQLite format"} {
				if at := strings.Index(string(text), others); at >= 0 {
					t.Errorf("it has read %q: …%s", others, text[max(0, at-200):at+len(others)])
				}
			}
			for _, private := range []string{"ledger.db", "logs/" + filepath.Base(logs[0]), "replays/index"} {
				info, err := os.Stat(filepath.Join(dir, "contest", private))
				if err == nil && info.Mode().Perm()&0o077 != 0 {
					t.Errorf("%s has the mode %v", private, info.Mode().Perm())
				}
			}
		})
	}
}

// TestProgramsHaveNoNeighbours lets a program that names and imports another one of its folder look for it.
func TestProgramsHaveNoNeighbours(t *testing.T) {
	t.Parallel()
	dir := written(t, `
-- bots/mallory.py --
import os, sys
import mallory_helper
try:
    import victim
except Exception as e:
    print("IMPORT", repr(e), file=sys.stderr)
for at, _, files in os.walk(os.path.dirname(os.path.abspath(__file__))):
    for f in files:
        print("READ", f, open(os.path.join(at, f), errors="replace").read()[:2000], file=sys.stderr)
sys.stderr.flush()
while True:
    for _ in range(int(input().split()[0])): input()
    print("UP", flush=True)
-- bots/mallory_helper.py --
HELP = "own-helper"
-- bots/victim.py --
# mallory_helper
TACTICS = "victims-own-tactics"
while True:
    for _ in range(int(input().split()[0])): input()
    print("LEFT", flush=True)
`)
	must(t, dir, "play", "tron", "bots/mallory.py", "bots/victim.py", "--seed", "3", "--log", "logs")
	logs, err := filepath.Glob(filepath.Join(dir, "logs", "*mallory*"))
	if err != nil || len(logs) != 1 {
		t.Fatalf("logs %q, %v", logs, err)
	}
	text, err := os.ReadFile(logs[0])
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "own-helper") {
		t.Errorf("it could not read its helper:\n%s", text)
	}
	if strings.Contains(string(text), "victims-own-tactics") {
		t.Errorf("it has read its neighbour:\n%s", text)
	}
}

// TestFoldersOfOneUser plays bots that only their owner may read, in folders that only their owner may enter, with a umask of 077.
func TestFoldersOfOneUser(t *testing.T) {
	t.Parallel()
	top := written(t, `
-- deep/deeper/class.py --
from bot_control import Move
import class_helper
class Shy:
    def get_name(self): return "Shy" + class_helper.X
    def get_contributor(self): return "s"
    def determine_next_move(self, grid, enemies, info): return Move.UP
-- deep/deeper/class_helper.py --
X = "Bot"
-- deep/deeper/whole/bot.py --
from bot_control import Move
from parts.inner import Y
class Whole:
    def get_name(self): return "Whole" + Y
    def get_contributor(self): return "w"
    def determine_next_move(self, grid, enemies, info): return Move.UP
-- deep/deeper/whole/parts/inner.py --
Y = "Bot"
-- deep/deeper/program.py --
while True:
    for _ in range(int(input().split()[0])): input()
    print("UP", flush=True)
`)
	err := filepath.WalkDir(top, func(at string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return os.Chmod(at, 0o700)
		}
		return os.Chmod(at, 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(top, "deep", "deeper")
	for _, args := range []string{
		"play colour-battle class.py whole builtin:steve --set rounds=3 --seed 1",
		"play colour-battle class.py:Shy builtin:steve --set rounds=3 --seed 1",
		"play tron program.py builtin:voronoi --seed 1",
	} {
		c := exec.Command("sh", "-c", "umask 077; exec "+binary+" "+args)
		c.Dir = dir
		c.Env = append(os.Environ(), "HOME="+dir, "AGON_CACHE="+filepath.Join(dir, "cache"), "NO_COLOR=1")
		out, err := c.CombinedOutput()
		if err != nil || strings.Contains(string(out), "fault") && !strings.Contains(string(out), "0 fault") {
			t.Errorf("agon %s: %v\n%s", args, err, out)
		}
	}
}
