package main

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"agon/bot/download/hosttest"
	"agon/bot/image/imagetest"
	"agon/internal/tier"
)

// hands is a contest of programs that takes submissions.
const hands = `
kind = "rps"
name = "Hands"
seed = 7
[options]
rounds = 5
[[bots]]
folder = "entries"
[[bots]]
ref = "house=builtin:rock"
[[stages]]
name = "all"
format = "round-robin"
games = 2
`

// TestAddresses: bots that are named by the address of a repository or an image, and images that are uploaded, are checked and play like
// others.
func TestAddresses(t *testing.T) {
	tier.Long(t)
	agon := program(t)
	h := hosttest.New(t)
	h.Write("walker", map[string]string{"README.md": "a bot", "mine/bot.py": fmt.Sprintf(siteWalker, "return enemies[99]")})
	h.Commit("walker", "a broken one")
	h.Write("walker", map[string]string{"mine/bot.py": fmt.Sprintf(siteWalker, "return Move.UP")})
	h.Git("walker", "checkout", "--quiet", "-b", "good")
	h.Commit("walker", "a good one")
	h.Git("walker", "checkout", "--quiet", "trunk")
	h.Zeros("zeros", 1500<<20)
	img := imagetest.Static(t)
	h.Push("team/hand:1", img)
	archive := filepath.Join(t.TempDir(), "hand.tar")
	imagetest.Archive(t, archive, img, "team/hand:2")

	s := &servedSite{t: t, agon: agon, dir: t.TempDir(), more: []string{"--private-addresses", "--matches", "0"}}
	s.writeContest("evening", evening)
	s.writeContest("hands", hands)
	s.start()
	olga := s.join(s.invited, "Olga")
	token := olga.token()
	submit := func(args ...string) (code int, out string) {
		t.Helper()
		cmd := exec.Command(agon, append([]string{"submit"}, args...)...)
		cmd.Env = append(os.Environ(), tokenVariable+"="+token)
		all, _ := cmd.CombinedOutput()
		return cmd.ProcessState.ExitCode(), string(all)
	}
	git, docker := "http://"+h.Name+"/git/", "docker://"+h.Name+"/"
	for _, tt := range []struct {
		name string
		args []string
		code int
		says []string
	}{
		{"the first branch", []string{"evening", git + "walker?dir=mine"}, exitFault, []string{"mine, version 1: failed", "commit "}},
		{"a branch", []string{"evening", git + "walker?dir=mine", "--branch", "good"}, exitDone,
			[]string{"mine, version 2: passed, and plays", "fetching refs/heads/good of " + git + "walker"}},
		{"no branch", []string{"evening", git + "walker", "--branch", "god", "--name", "mine"}, exitFault,
			[]string{`did you mean "good"?`, "version 3: failed"}},
		{"no repository", []string{"evening", git + "none", "--name", "mine"}, exitFault, []string{"there is none at this address"}},
		{"a repository that takes much memory", []string{"evening", git + "zeros", "--name", "mine"}, exitFault,
			[]string{"It takes more than 1024 MiB of memory"}},
		{"a branch of a file", []string{"evening", archive, "--branch", "x"}, exitUsage,
			[]string{"--branch x belongs to the address of a repository"}},
		{"an image", []string{"hands", docker + "team/hand:1"}, exitDone, []string{"hand, version 1: passed, and plays", "layers"}},
		{"no image", []string{"hands", docker + "team/none:1", "--name", "hand"}, exitFault, []string{"has no image team/none:1"}},
		{"an image of another contest", []string{"evening", docker + "team/hand:1"}, exitFault, []string{"failed"}},
		{"an archive of an image", []string{"hands", archive, "--name", "Other hand"}, exitDone,
			[]string{"Other hand, version 1: passed, and plays"}},
	} {
		tt.args[0] = s.address + "/c/" + tt.args[0]
		code, out := submit(tt.args...)
		if code != tt.code {
			t.Errorf("%s: it exits with %d", tt.name, code)
		}
		for _, says := range tt.says {
			if !strings.Contains(out, says) {
				t.Errorf("%s: it does not say %q:\n%s", tt.name, says, out)
			}
		}
	}

	// The form takes an address or a file, not both and not none.
	form := func(values ...string) (code int, to string) {
		t.Helper()
		var body bytes.Buffer
		w := multipart.NewWriter(&body)
		for i := 0; i < len(values); i += 2 {
			if values[i] == "file" {
				f, err := w.CreateFormFile("file", values[i+1])
				if err != nil {
					t.Fatal(err)
				}
				if values[i+1] != "" {
					fmt.Fprintf(f, siteWalker, "return Move.UP")
				}
			} else if err := w.WriteField(values[i], values[i+1]); err != nil {
				t.Fatal(err)
			}
		}
		w.Close()
		resp, err := olga.Post(s.address+"/c/evening/submit", w.FormDataContentType(), &body)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		return resp.StatusCode, resp.Header.Get("Location")
	}
	code, page := form("new", "By form", "address", git+"walker?dir=mine", "branch", "good", "file", "")
	if code != 303 {
		t.Errorf("the form with an address: %d", code)
	}
	for name, values := range map[string][]string{
		"both": {"new", "By form", "address", git + "walker", "file", "bot.py"}, "none": {"new", "By form", "address", "", "file", ""},
		"no address": {"new", "By form", "address", "/etc/passwd", "file", ""},
	} {
		if code, _ := form(values...); code != 422 {
			t.Errorf("the form with %s: %d", name, code)
		}
	}
	olga.until(page, ">passed<", ">failed<")
	if text := olga.text(page); !strings.Contains(text, "git&#43;"+git+"walker@good?dir=mine") {
		t.Error(text)
	}

	// Both images play.
	olga.post("/c/hands/start")
	olga.until("/c/hands", ">finished<", ">stopped<")
	for _, name := range []string{"hand", "Other hand"} {
		if text := olga.text("/c/hands"); !strings.Contains(text, name) {
			t.Errorf("the table has no %s: %s", name, text)
		}
	}
	s.stop()

	// Without leave, a site reaches nothing that is not public.
	s.more = nil
	s.start()
	defer s.stop()
	for _, address := range []string{git + "walker", "https://" + h.Name + "/git/walker", docker + "team/hand:1"} {
		if code, out := submit(s.address+"/c/evening", address, "--name", "mine"); code != exitFault ||
			!strings.Contains(out, "private network") && !strings.Contains(out, "not https") {
			t.Errorf("%s: %d %s", address, code, out)
		}
	}
}
