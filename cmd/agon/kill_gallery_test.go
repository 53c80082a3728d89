package main

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestGalleryIsKilled kills a gallery right after each ballot that it has confirmed, and counts the ballots at the end.
func TestGalleryIsKilled(t *testing.T) {
	agon, dir := program(t), t.TempDir()
	for _, name := range []string{"heart", "tide"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name, "1.ascii"), []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(agon, "art", filepath.Join(dir, name), filepath.Join(dir, name+".gif")).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	codes := filepath.Join(dir, "codes.txt")
	if err := os.WriteFile(codes, []byte("VOTER1\nVOTER2\nVOTER3\nVOTER4\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for i, likes := range []string{"0", "1", "1"} {
		cast(t, agon, dir, codes, fmt.Sprintf("VOTER%d", i+1), likes)
	}
	out, err := exec.Command(agon, "gallery", dir, "--vote", codes, "--close").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, want := range []string{"3 of 4 have voted. tide is first.", "tide", "2 votes", "1 vote"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
}

var printedAddress = regexp.MustCompile(`http://[0-9.:]+`)

// cast opens the gallery, votes twice with one code, and kills it.
func cast(t *testing.T, agon, dir, codes, code, likes string) {
	t.Helper()
	cmd := exec.Command(agon, "gallery", dir, "--vote", codes)
	messages, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	line, err := bufio.NewReader(messages).ReadString('\n')
	if err != nil {
		t.Fatalf("it says %q: %v", line, err)
	}
	for _, want := range []int{http.StatusOK, http.StatusConflict} {
		r, err := http.PostForm(printedAddress.FindString(line)+"/ballot", url.Values{"code": {code}, "like": {likes}})
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, r.Body)
		r.Body.Close()
		if r.StatusCode != want {
			t.Fatalf("%s: the answer is %d, want %d", code, r.StatusCode, want)
		}
	}
}
