package lineup_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	git "github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/plumbing/object"

	"agon/bot"
	"agon/bot/lineup"
	"agon/game"
	"agon/play/referee"
)

const upBot = `class Up:
    def determine_next_move(self, grid, enemies, game_info):
        return UP
    def get_name(self):
        return "Up"
    def get_contributor(self):
        return "Ann"
`

const upProgram = "while True:\n    n = int(input().split()[0])\n    for _ in range(n): input()\n    print('UP', flush=True)\n"

func zipped(t *testing.T, to string, files map[string]string) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, text := range files {
		f, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		f.Write([]byte(text))
	}
	w.Close()
	if err := os.WriteFile(to, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return to
}

// TestArchives enters the same bot from a folder and from archives, with equal hashes.
func TestArchives(t *testing.T) {
	dir := t.TempDir()
	o := opener(trons)
	folder := one(t, o, write(t, filepath.Join(dir, "rambo"), map[string]string{"bot.py": upProgram}))
	flat := one(t, o, zipped(t, filepath.Join(dir, "one.zip"), map[string]string{"bot.py": upProgram}))
	deep := one(t, o, zipped(t, filepath.Join(dir, "two.zip"),
		map[string]string{"rambo/bot.py": upProgram, "._rambo": "\x00\x05\x16\x07", "rambo/._bot.py": "\x00\x05\x16\x07", "__MACOSX/x": "",
			"rambo/.DS_Store": ""}))
	if folder.Hash != flat.Hash || folder.Hash != deep.Hash {
		t.Errorf("the hashes are %s, %s and %s", folder.Hash, flat.Hash, deep.Hash)
	}
	if folder.Name != "rambo" || flat.Name != "one" || deep.Name != "two" || filepath.Base(deep.Ref) != "two.zip" {
		t.Errorf("they are called %s, %s and %s (%s)", folder.Name, flat.Name, deep.Name, deep.Ref)
	}
	if moves, faults := answers(t, trons, deep, nil); moves == 0 || len(faults) > 0 {
		t.Errorf("%d moves, faults %q", moves, faults)
	}
	evil := one(t, o, zipped(t, filepath.Join(dir, "evil.zip"), map[string]string{"../evil.py": ""}))
	if !strings.Contains(evil.Broken, "leads out") {
		t.Errorf("a hostile archive: %q", evil.Broken)
	}
}

func TestArchiveOfAClass(t *testing.T) {
	e := one(t, opener(colourBattle), zipped(t, filepath.Join(t.TempDir(), "x.zip"),
		map[string]string{"up/up.py": upClass(), "up/._up.py": "\x00\x05\x16\x07", "._up": ""}))
	if e.Name != "Up" || e.Author != "Ann" {
		t.Errorf("it is %s of %s: %s", e.Name, e.Author, e.Broken)
	}
	if moves, faults := answers(t, colourBattle, e, map[string]any{"rounds": 3}); moves == 0 || len(faults) > 0 {
		t.Errorf("%d moves, faults %q", moves, faults)
	}
}

func upClass() string {
	return "from bot_control import Move\n\n\n" + strings.ReplaceAll(upBot, "return UP", "return Move.UP")
}

// TestRepository enters a bot of a branch, at the latest and at an earlier commit.
func TestRepository(t *testing.T) {
	dir := t.TempDir()
	repository, err := git.PlainInit(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := repository.Worktree()
	if err != nil {
		t.Fatal(err)
	}
	commit := func(day int, name string) {
		t.Helper()
		write(t, dir, map[string]string{"bot.toml": "name = \"" + name + "\"\n", "bot.py": upProgram})
		when := time.Date(2022, 11, day, 12, 0, 0, 0, time.UTC)
		err := tree.AddGlob(".")
		if err == nil {
			_, err = tree.Commit(name, &git.CommitOptions{Author: &object.Signature{Name: "Ann", Email: "a@b.c", When: when}})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	commit(1, "Old")
	commit(20, "New")
	url := "git+file://" + filepath.ToSlash(dir)
	o := opener(trons)
	for ref, want := range map[string]string{url: "New", url + "@master": "New", url + "@master?before=2022-11-20": "Old",
		"mine=" + url: "mine"} {
		if e := one(t, o, ref); e.Name != want || e.Broken != "" || !strings.HasPrefix(e.Origin, "commit ") ||
			!strings.HasPrefix(e.Ref, url) {
			t.Errorf("%s is %+v, want %s", ref, e, want)
		}
	}
	o.Before = time.Date(2022, 11, 10, 0, 0, 0, 0, time.UTC)
	if e := one(t, o, url); e.Name != "Old" {
		t.Errorf("with a date for all repositories it is %s", e.Name)
	}
	if e := one(t, o, url+"?before=2023-01-01"); e.Name != "New" {
		t.Errorf("a reference with a date of its own is %s", e.Name)
	}
}

// TestList enters the bots of a Colour Battle list, with a hash of its own for each.
func TestList(t *testing.T) {
	bot := func(name string) string {
		return strings.ReplaceAll(strings.ReplaceAll(upClass(), "class Up", "class "+name), `"Up"`, `"`+name+`"`)
	}
	dir := write(t, t.TempDir(), map[string]string{
		"robots/one/one.py": bot("One"), "robots/two.py": bot("Two"),
		"robots/bot_list.py": "from robots.one.one import One\nfrom robots.two import Two\n\nBotList = [One, Two]\n",
	})
	list := func() []lineup.Entry {
		entries, err := opener(colourBattle).Open(context.Background(), []string{filepath.Join(dir, "robots")})
		if err != nil {
			t.Fatal(err)
		}
		return entries
	}
	before := list()
	if len(before) != 2 || before[0].Name != "One" || before[1].Name != "Two" || before[0].Broken+before[1].Broken != "" {
		t.Fatalf("it lists %+v", before)
	}
	write(t, dir, map[string]string{"robots/two.py": bot("Two") + "# changed\n"})
	after := list()
	if after[0].Hash != before[0].Hash || after[1].Hash == before[1].Hash {
		t.Error("a change of one bot does not change its hash, or changes another's")
	}
}

// TestClassOfAFolder takes the name and author of a class from the folder's bot.toml.
func TestClassOfAFolder(t *testing.T) {
	dir := write(t, t.TempDir(), map[string]string{"up.py": upClass(),
		"bot.toml": "name = \"Rocky\"\nauthor = \"Ben\"\nlanguage = \"python\"\nrun = \"up.py\"\n"})
	e := one(t, opener(colourBattle), dir)
	if e.Name != "Rocky" || e.Author != "Ben" || e.Broken != "" {
		t.Errorf("it is %+v", e)
	}
}

// compile compiles a Go bot to a module.
func compile(t *testing.T, dir string) {
	t.Helper()
	c := exec.Command("go", "build", "-o", "bot.wasm", "bot.go")
	c.Dir = dir
	c.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	if out, err := c.CombinedOutput(); err != nil {
		t.Skipf("go cannot compile for wasip1 here: %v: %s", err, out)
	}
}

// few plays the first rounds of a game of Bomberman and returns the number of the bot's moves, each of which must be one of the letters.
func few(t *testing.T, ctx context.Context, stop func(), e lineup.Entry, letters string) (calls int) {
	t.Helper()
	if e.Broken != "" {
		t.Fatal(e.Broken)
	}
	settings, err := bombers.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	log := bot.NewLog(0)
	mine := e.Player(lineup.Station{Log: log})
	defer mine.Close()
	builtin, err := opener(bombers).Open(ctx, []string{"builtin:reference"})
	if err != nil {
		t.Fatal(err)
	}
	r := &referee.Referee{Kind: bombers, Settings: settings, Players: []bot.Player{mine, builtin[0].Player(lineup.Station{Log: log})},
		NoLimits: true}
	begun := false
	err = r.Play(ctx, referee.Hooks{
		Next: func() (referee.Fixture, bool) {
			next := !begun
			begun = true
			return referee.Fixture{ID: 1, Seed: 7, Seats: []int{0, 1}}, next
		},
		Done: func(referee.Played) error { return nil },
		Fault: func(_ referee.Fixture, _ *game.Table, c *bot.Call) {
			t.Errorf("seat %d: %v: %s: %s", c.Seat, c.Reply.Fault, c.Reply.Note, log.Text())
		},
		Turn: func(_ int, table *game.Table, asked []*bot.Call) {
			for _, c := range asked {
				if c.Seat == 0 {
					calls++
					if got := string(bytes.TrimSpace(c.Reply.File("move.txt"))); len(got) != 1 || !strings.Contains(letters, got) {
						t.Errorf("its move.txt holds %q: %s", got, log.Text())
					}
				}
			}
			if calls >= 3 {
				stop()
			}
		},
	})
	if err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	return calls
}
