//go:build linux && (amd64 || arm64)

package sandbox

import (
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A program starts although somebody still has its file open for writing, as a process that was forked a moment ago may.
func TestAFileThatIsBusyForAMoment(t *testing.T) {
	text, err := os.ReadFile("/bin/echo")
	if err != nil {
		t.Skip(err)
	}
	for _, level := range append(tested(Full, Namespaces, Landlock), None) {
		t.Run(level.String(), func(t *testing.T) {
			s := opened(t, level)
			dir := t.TempDir()
			os.Chmod(filepath.Dir(dir), 0o755) // programs may run as another user
			file := filepath.Join(dir, "program")
			if err := os.WriteFile(file, text, 0o755); err != nil {
				t.Fatal(err)
			}
			held, err := os.OpenFile(file, os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			time.AfterFunc(50*time.Millisecond, func() { held.Close() })
			p, err := s.start(with(t, file, "hello"))
			if err != nil {
				t.Fatal(err)
			}
			output, err := io.ReadAll(p.Out)
			if p.Close(); string(output) != "hello\n" {
				t.Errorf("it said %q, %v", output, err)
			}
		})
	}
}
