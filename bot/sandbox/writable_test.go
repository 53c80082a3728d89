//go:build linux && (amd64 || arm64)

package sandbox

import (
	"os"
	"path/filepath"
	"testing"

	"agon/bot"
)

// A program can write to its writable folder, whose files stay, and to nothing beside it.
func TestWritableFolder(t *testing.T) {
	for _, level := range tested(Full, Namespaces, Landlock) {
		t.Run(level.String(), func(t *testing.T) {
			s := opened(t, level)
			top, err := os.MkdirTemp("/var/tmp", "agon-writable-")
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { os.RemoveAll(top) })
			os.Chmod(top, 0o755)
			mine := filepath.Join(top, "mine")
			if err := os.Mkdir(mine, 0o755); err != nil {
				t.Fatal(err)
			}
			os.WriteFile(filepath.Join(mine, "old"), []byte("old"), 0o644)
			p, err := s.start(bot.Command{
				Path: "/bin/sh", Args: []string{"-c",
					"echo new > " + mine + "/new && cat " + mine + "/old && ! echo x > " + top + "/beside"},
				Readable: []string{top}, Writable: []string{mine}, Limits: bot.Limits{Disk: 1 << 20},
			})
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			if exit := p.Wait(); exit.Code != 0 {
				t.Errorf("%v", exit)
			}
			if text, err := os.ReadFile(filepath.Join(mine, "new")); err != nil || string(text) != "new\n" {
				t.Errorf("what it wrote: %q, %v", text, err)
			}
			if _, err := os.Stat(filepath.Join(top, "beside")); err == nil {
				t.Error("it wrote beside its folder")
			}
		})
	}
}
