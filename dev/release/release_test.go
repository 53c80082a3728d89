package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// packed packs a binary and documents whose times differ from call to call, and returns the folder.
func packed(t *testing.T, when time.Time) string {
	t.Helper()
	work, out := t.TempDir(), t.TempDir()
	s := &source{root: work, version: "1.2.0", commit: "abc", when: time.Unix(1_700_000_000, 0).UTC()}
	write := func(name, text string) string {
		path := filepath.Join(work, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, when, when); err != nil {
			t.Fatal(err)
		}
		return path
	}
	b := built{platform{"linux", "amd64"}, write("agon", "#!/bin/sh\necho agon 1.2.0\n")}
	docs := []file{
		{"LICENSE", write("LICENSE", "free")}, {"man/man1/agon.1", write("agon.1", ".TH agon 1\n")},
		{"completions/agon.bash", write("agon.bash", "complete")},
		{"completions/_agon", write("_agon", "#compdef agon")}, {"completions/agon.ps1", write("agon.ps1", "Register")},
	}
	for _, p := range []platform{{"linux", "amd64"}, {"windows", "amd64"}} {
		b := built{p, b.file}
		if err := s.archive(filepath.Join(out, "agon_1.2.0_"+p.os+"_"+p.arch), b, docs); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.packages(out, b, docs); err != nil {
		t.Fatal(err)
	}
	if err := s.image(filepath.Join(out, "agon_1.2.0_image.tar"), work, []built{b}); err != nil {
		t.Fatal(err)
	}
	if err := sums(out); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestSameBytesWheneverItIsPacked(t *testing.T) {
	one, two := packed(t, time.Unix(1_000_000_000, 0)), packed(t, time.Unix(1_500_000_000, 0))
	first, err := os.ReadFile(filepath.Join(one, "SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	second, err := os.ReadFile(filepath.Join(two, "SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first, second) || strings.Count(string(first), "\n") != 5 {
		t.Errorf("once\n%sand then\n%s", first, second)
	}
}

// TestDebHasEverythingInItsPlace reads the package with the system's own dpkg-deb.
func TestDebHasEverythingInItsPlace(t *testing.T) {
	tool, err := exec.LookPath("dpkg-deb")
	if err != nil {
		t.Skip("no dpkg-deb here")
	}
	deb := filepath.Join(packed(t, time.Unix(1_000_000_000, 0)), "agon_1.2.0_amd64.deb")
	list, err := exec.Command(tool, "--contents", deb).Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"-rwxr-xr-x root/root", "./usr/bin/agon\n", "./usr/share/man/man1/agon.1", "./usr/share/doc/agon/copyright\n",
		"./usr/share/bash-completion/completions/agon\n",
		"./usr/share/zsh/vendor-completions/_agon\n",
	} {
		if !strings.Contains(string(list), want) {
			t.Errorf("no %q in\n%s", want, list)
		}
	}
	if strings.Contains(string(list), "ps1") {
		t.Errorf("PowerShell's completion is in\n%s", list)
	}
}
