package lineup_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-containerregistry/pkg/v1"

	"agon/bot"
	"agon/bot/image"
	"agon/bot/image/imagetest"
	"agon/bot/lineup"
	"agon/bot/sandbox"
	"agon/game"
)

// boxed returns an opener whose bots are started in the sandbox.
func boxed(t *testing.T, kind *game.Kind) *lineup.Opener {
	t.Helper()
	level, err := sandbox.Best()
	if err != nil {
		t.Fatal(err)
	}
	if level < sandbox.Namespaces {
		t.Skipf("the best sandbox here is %v, and images need level namespaces", level)
	}
	c, err := sandbox.Open(level)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	o := opener(kind)
	o.Launcher, o.Cache = c, t.TempDir()
	os.Chmod(o.Cache, 0o755)
	return o
}

// TestImages plays images of each form that needs no engine.
func TestImages(t *testing.T) {
	dir := t.TempDir()
	img := imagetest.Static(t)
	imagetest.Archive(t, filepath.Join(dir, "old.tar"), img, "team/bot:1")
	imagetest.ArchiveNew(t, filepath.Join(dir, "new.tar"), img, "team/bot:1")
	imagetest.Layout(t, filepath.Join(dir, "layout"), img)
	hashes := map[string]bool{}
	for _, tt := range []struct{ ref, name string }{
		{"docker-archive:" + filepath.Join(dir, "old.tar"), "old"},
		{"docker-archive:" + filepath.Join(dir, "new.tar") + ":team/bot:1", "bot"},
		{"oci:" + filepath.Join(dir, "layout"), "layout"},
		{"mine=oci:" + filepath.Join(dir, "layout"), "mine"},
	} {
		t.Run(tt.ref[:12], func(t *testing.T) {
			e := one(t, boxed(t, hands), tt.ref)
			if e.Name != tt.name || !strings.HasPrefix(e.Image, "sha256:") {
				t.Errorf("it is %q with the digest %q", e.Name, e.Image)
			}
			hashes[e.Hash] = true
			if moves, faults := answers(t, hands, e, map[string]any{"rounds": 5}); moves != 5 || len(faults) > 0 {
				t.Errorf("%d moves, faults %q", moves, faults)
			}
		})
	}
	if len(hashes) > 1 {
		t.Errorf("one image has %d hashes", len(hashes))
	}
}

// TestImageManners: images use the protocols of other forms of bot, in kinds of other forms.
func TestImageManners(t *testing.T) {
	agon := strings.ReplaceAll(agonBot, "%MOVE%", `"UP"`)
	lines := "while True:\n    n = int(input().split()[0])\n    for _ in range(n): input()\n    print('UP', flush=True)\n"
	for _, tt := range []struct {
		name, script string
		kind         *game.Kind
		labels       map[string]string
	}{
		{"a kind of lines", lines, trons, nil},
		{"a kind of lines, and an image that wants the agon protocol", agon, trons, map[string]string{"agon.protocol": "agon"}},
		{"a kind of classes", agon, colourBattle, map[string]string{"agon.protocol": "agon"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			img := become(t, imagetest.Python(t, tt.script), tt.labels)
			file := filepath.Join(t.TempDir(), "bot.tar")
			imagetest.Archive(t, file, img, "bot:1")
			options := map[string]any{}
			if tt.kind == colourBattle {
				options["rounds"] = 5
			}
			e := one(t, boxed(t, tt.kind), "docker-archive:"+file)
			if moves, faults := answers(t, tt.kind, e, options); moves == 0 || len(faults) > 0 {
				t.Errorf("%d moves, faults %q", moves, faults)
			}
		})
	}
}

// become puts labels on an image.
func become(t *testing.T, img v1.Image, labels map[string]string) v1.Image {
	t.Helper()
	c, err := img.ConfigFile()
	if err != nil {
		t.Fatal(err)
	}
	config := c.Config
	config.Labels = labels
	return imagetest.Again(t, img, config)
}

// TestImagesThatCannotPlay: an author's mistake enters a broken bot; mistakes of the user and failures of the host are errors.
func TestImagesThatCannotPlay(t *testing.T) {
	dir := t.TempDir()
	imagetest.Archive(t, filepath.Join(dir, "cmd.tar"),
		imagetest.Image(t, v1.Config{Cmd: []string{"/bot"}}, imagetest.Layer(t, imagetest.File{Name: "bot"})), "a:1")
	o := boxed(t, hands)
	if e := one(t, o, "docker-archive:"+filepath.Join(dir, "cmd.tar")); !strings.Contains(e.Broken, "no ENTRYPOINT") {
		t.Errorf("an image without ENTRYPOINT is broken for %q", e.Broken)
	}
	for _, tt := range []struct {
		name, ref, want string
		opener          *lineup.Opener
	}{
		{"no file", "docker-archive:" + filepath.Join(dir, "none.tar"), "no such file", o},
		{"no folder", "oci:" + filepath.Join(dir, "none"), "no such file", o},
		{"no name", "docker://", "not an image reference", o},
		{"no sandbox", "oci:" + dir, "images need sandbox level namespaces or full", opener(hands)},
		{"a kind whose bots write files", "oci:" + dir, "images are read-only", boxed(t, bombers)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := tt.opener.Open(context.Background(), []string{tt.ref})
			if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

// TestPins: a pinned image stays the same whatever happens to its files.
func TestPins(t *testing.T) {
	file := filepath.Join(t.TempDir(), "bot.tar")
	first := imagetest.Static(t)
	imagetest.Archive(t, file, first, "bot:1")
	o := boxed(t, hands)
	e := one(t, o, "docker-archive:"+file)
	pin, ok := e.Pin()
	if !ok {
		t.Fatal("an image has no pin")
	}
	imagetest.Archive(t, file, become(t, first, map[string]string{"new": "yes"}), "bot:1")
	if now := one(t, o, "docker-archive:"+file); now.Hash == e.Hash {
		t.Error("another image has the same hash")
	}
	o.Pins = &image.Pins{Images: []image.Pin{pin}}
	if now := one(t, o, "docker-archive:"+file); now.Hash != e.Hash || now.Image != e.Image {
		t.Errorf("a pinned image became %s", now.Image)
	}
	elsewhere := boxed(t, hands)
	elsewhere.Pins = o.Pins
	if _, err := elsewhere.Open(context.Background(), []string{"docker-archive:" + file}); err == nil ||
		!strings.Contains(err.Error(), "it changed since it was pinned") {
		t.Errorf("a pinned image that no longer exists anywhere: %v", err)
	}
}

// TestAnImageThatVanishesIsTheHosts: if the unpacked image is deleted, no bot is blamed and the game does not count.
func TestAnImageThatVanishesIsTheHosts(t *testing.T) {
	file := filepath.Join(t.TempDir(), "bot.tar")
	imagetest.Archive(t, file, imagetest.Static(t), "bot:1")
	o := boxed(t, hands)
	e := one(t, o, "docker-archive:"+file)
	if err := os.RemoveAll(filepath.Join(o.Cache, "images")); err != nil {
		t.Fatal(err)
	}
	settings, _ := hands.Settings(nil)
	table, err := hands.Table(settings)
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Deal(1, 2); err != nil {
		t.Fatal(err)
	}
	p := e.Player(lineup.Station{Log: bot.NewLog(0)})
	defer p.Close()
	p.Sit(0, table, 0)
	calls := []*bot.Call{{Table: table}}
	p.Ask(calls)
	p.Answer(calls)
	if err := p.Traits().HostError(); err == nil || !calls[0].Lost || calls[0].Reply.Fault != game.NoFault {
		t.Errorf("the host has the error %v, the bot the fault %v", err, calls[0].Reply.Fault)
	}
	p.Leave(0)
}
