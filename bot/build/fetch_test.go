package build

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A packager is a package manager that reports its user, what it can read, and its home, instead of downloading packages.
const packager = `#!/bin/sh
mkdir -p node_modules/told
{
	echo "user $(id -u)"
	echo "home $HOME $(ls -d "$HOME")"
	cat %s && echo "it has read the secret"
	ls "$HOME"/../../*/home/left
	touch "$HOME/left" && echo "wrote"
} >node_modules/told/words 2>&1
`

// TestFetchersAreStrangers: a package manager runs as no user of this machine, has a new home in each build, and can read only
// world-readable files. It works even if it lies in a folder that only its owner may enter.
func TestFetchersAreStrangers(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can become another user")
	}
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("organisers-own"), 0o600); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	tools := write(t, filepath.Join(dir, "tools"), map[string]string{"npm": fmt.Sprintf(packager, secret)})
	if err := os.Chmod(tools, 0o700); err != nil {
		t.Fatal(err)
	}
	b := builder(t)
	b.Tools.Named = map[string]string{"npm": filepath.Join(tools, "npm")}
	homes, users := map[string]bool{}, map[string]bool{}
	for i := range 2 {
		source := write(t, filepath.Join(dir, fmt.Sprint("bot", i)), map[string]string{
			"bot.toml": "run = \"bot.js\"\n[build]\nnetwork = true\n", "bot.js": fmt.Sprintf("console.log(%d, %q)", i, dir), "package.json": `{"dependencies":{"x":"1"}}`,
		})
		s, err := Finder{}.Find(source)
		if err != nil {
			t.Fatal(err)
		}
		p, err := b.Make(context.Background(), s, Use{})
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(p.Dir, "node_modules", "told", "words"))
		if err != nil {
			t.Fatal(err)
		}
		words := string(text)
		if strings.Contains(words, "user 0\n") || strings.Contains(words, "organisers-own") || strings.Contains(words, "has read") || strings.Contains(words, "home/left\n") || !strings.Contains(words, "wrote") {
			t.Errorf("it says:\n%s", words)
		}
		lines := strings.Split(words, "\n")
		users[lines[0]], homes[lines[1]] = true, true
	}
	if len(homes) != 2 || len(users) != 2 {
		t.Errorf("two builds have the homes %v and the users %v", homes, users)
	}
}
