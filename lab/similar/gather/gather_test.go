package gather_test

import (
	"archive/zip"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"agon/contest/config"
	"agon/game"
	"agon/games/tron"
	"agon/lab/similar"
	"agon/lab/similar/gather"
)

// write writes a file below a folder.
func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	file := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// names returns the names of the files of versions.
func names(versions []similar.Version) (list []string) {
	for _, v := range versions {
		for _, f := range v.Files {
			list = append(list, v.Bot+"/"+f.Name)
		}
	}
	return list
}

func TestContest(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"bots/ann.py", "bots/bea/main.py", "bots/bea/util/tree.py", "in/cid/bot.cpp", "in/dan/bot.rs",
		"contest/agents/eve/rounds/02/handed/bot.py", "contest/run-1/agents/fay/rounds/01/handed/bot.py"} {
		write(t, dir, name, "x = 1\n")
	}
	write(t, dir, "in/.author-cid", "Reds")
	f, err := config.Parse(filepath.Join(dir, "contest.toml"), []byte(`kind = "tron"
[[bots]]
ref = "bots/*"
[[bots]]
ref = "builtin:champion"
[[bots]]
ref = "Two=bots/ann.py:Second"
[[bots]]
folder = "in"
[[stages]]
games = 2
`))
	if err != nil {
		t.Fatal(err)
	}
	authors := map[string]string{"ann": "Ann A."}
	list, left := gather.Contest(f, filepath.Join(dir, "contest"), authors)
	var got []string
	for _, s := range list {
		rel, _ := filepath.Rel(dir, s.Path)
		got = append(got, fmt.Sprintf("%s/%s/%d %s", s.Author, s.Bot, s.Number, filepath.ToSlash(rel)))
	}
	want := []string{"Ann A./ann/0 bots/ann.py", "bea/bea/0 bots/bea", "Reds/cid/0 in/cid", "dan/dan/0 in/dan",
		"eve/eve/2 contest/agents/eve/rounds/02/handed", "fay/fay/1 contest/run-1/agents/fay/rounds/01/handed"}
	if !slices.Equal(got, want) || len(left) != 1 || !strings.Contains(left[0], "builtin:champion") {
		t.Errorf("%q\nleft out %q", got, left)
	}
	versions, left, err := gather.Read(context.Background(), list)
	want = []string{"ann/ann.py", "bea/main.py", "bea/util/tree.py", "cid/bot.cpp", "dan/bot.rs", "eve/bot.py", "fay/bot.py"}
	if got := names(versions); err != nil || len(left) > 0 || !slices.Equal(got, want) {
		t.Errorf("%q, %q, %v", got, left, err)
	}
}

// What cannot be compared is named, and nothing that is handed in fails, or leads out of its folder.
func TestReadHostile(t *testing.T) {
	dir := t.TempDir()
	secret := write(t, dir, "secret.py", "key = 1")
	write(t, dir, "text/a.py", "a = 1\r\nb = \xff\r")
	write(t, dir, "text/README.md", "words")
	write(t, dir, "text/node_modules/lib.js", "x")
	if err := os.Symlink(secret, filepath.Join(dir, "text/link.py")); err != nil {
		t.Skip("this system makes no links: ", err)
	}
	write(t, dir, "program/bot", "\x7fELF\x00\x00")
	write(t, dir, "large/big.py", strings.Repeat("x = 1\n", 100_000))
	write(t, dir, "large/small.py", "y = 1")
	write(t, dir, "broken.zip", "PK\x03\x04 no archive")
	packed, err := os.Create(filepath.Join(dir, "packed.zip"))
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(packed)
	if f, err := z.Create("bot/main.py"); err != nil {
		t.Fatal(err)
	} else if _, err := f.Write([]byte("z = 1")); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	packed.Close()
	for i := range 4100 {
		if err := os.MkdirAll(filepath.Join(dir, "many", fmt.Sprintf("%05d", i)), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	var list []gather.Source
	for _, name := range []string{"text", "program", "large", "broken.zip", "packed.zip", "many", "absent", "secret.py"} {
		list = append(list, gather.Source{
			Version: similar.Version{Author: "ann", Bot: name, Number: 1}, Path: filepath.Join(dir, name)})
	}
	versions, left, err := gather.Read(context.Background(), list)
	if err != nil {
		t.Fatal(err)
	}
	if got := names(versions); !slices.Equal(got, []string{"text/a.py", "large/small.py", "packed.zip/main.py", "secret.py/secret.py"}) {
		t.Errorf("the files are %q", got)
	}
	if text := versions[0].Files[0].Text; text != "a = 1\nb = \ufffd\n" {
		t.Errorf("the text is %q", text)
	}
	said := strings.Join(left, "\n")
	for _, want := range []string{"text, version 1, by ann: link.py is a link",
		"program, version 1, by ann: it has no source (compiled, or an image)",
		"large, version 1, by ann: big.py is not read", "broken.zip, version 1, by ann: its archive cannot be unpacked",
		"many, version 1, by ann: its folder has more than 4000", "absent, version 1, by ann: its files are not here any more"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not said: %s", want, said)
		}
	}
}

// A kind gives everybody its starters, in each language, and the bots that came with it.
func TestKind(t *testing.T) {
	var given []string
	for _, f := range gather.Kind(game.New(tron.Spec)) {
		given = append(given, filepath.Ext(f.Name))
		if filepath.Base(f.Name) == "voronoi.py" {
			given = append(given, filepath.Base(f.Name))
		}
	}
	for _, want := range []string{".py", ".cpp", ".java", ".rs", "voronoi.py"} {
		if !slices.Contains(given, want) {
			t.Errorf("%s is not among %q", want, given)
		}
	}
}
