package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"agon/site/wire"
)

// text returns the text of a page.
func (c *visitor) text(path string) string {
	c.t.Helper()
	resp, err := c.Get(c.at + path)
	if err != nil {
		c.t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return string(text)
}

// until asks for a page until it has one text, which must come before another. It pauses between: what is waited for needs the processor.
func (c *visitor) until(path, wanted, never string) {
	c.t.Helper()
	for text := ""; !strings.Contains(text, wanted); text = c.text(path) {
		if strings.Contains(text, never) || c.t.Context().Err() != nil {
			c.t.Fatal(text)
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// token makes a token on the account page.
func (c *visitor) token() string {
	c.t.Helper()
	c.post("/account/tokens", "note", "test")
	found := regexp.MustCompile(`agon_[A-Z0-9]+`).FindString(c.text("/account"))
	if found == "" {
		c.t.Fatal("the page shows no token")
	}
	return found
}

// TestSubmit: agon submit hands bots in to a site that plays, prints the verdict, and exits as agon check does.
func TestSubmit(t *testing.T) {
	t.Parallel()
	agon := program(t)
	s := &servedSite{t: t, agon: agon, dir: t.TempDir()}
	s.writeContest("evening", evening)
	s.start()
	token := s.join(s.invited, "Olga").token()
	bots := t.TempDir()
	for path, text := range map[string]string{"broken.py": fmt.Sprintf(siteWalker, "return enemies[99]"),
		"good/bot.py": fmt.Sprintf(siteWalker, "return Move.UP"), "text.txt": "no bot"} {
		at := filepath.Join(bots, path)
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	submit := func(token string, args ...string) (code int, out, complaint string) {
		t.Helper()
		cmd := exec.Command(agon, append([]string{"submit"}, args...)...)
		cmd.Env = append(os.Environ(), tokenVariable+"="+token)
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		err := cmd.Run()
		var exited *exec.ExitError
		if err != nil && !errors.As(err, &exited) {
			t.Fatal(err)
		}
		if strings.Contains(stdout.String()+stderr.String(), token) && token != "" {
			t.Error("the token is printed")
		}
		return cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()
	}
	contest := s.address + "/c/evening"
	for _, tt := range []struct {
		name, token string
		args        []string
		code        int
		says        string
	}{
		{"a broken bot", token, []string{contest, filepath.Join(bots, "broken.py"), "--name", "Flood"}, exitFault,
			"Flood, version 1: failed"},
		{"a folder that plays", token, []string{contest + "/", filepath.Join(bots, "good"), "--name", "Flood"}, exitDone,
			"Flood, version 2: passed, and plays"},
		{"a wrong token", "agon_WRONG", []string{contest, filepath.Join(bots, "broken.py")}, exitUsage, "This token is not valid"},
		{"no token", "", []string{contest, filepath.Join(bots, "broken.py")}, exitUsage, "no token: make one at " + s.address + "/account"},
		{"no such contest", token, []string{s.address + "/c/none", filepath.Join(bots, "broken.py")}, exitUsage, "There is no such thing"},
		{"an address of no contest", token, []string{s.address, filepath.Join(bots, "broken.py")}, exitUsage, "want /c/NAME"},
		{"an address of another kind", token, []string{"ftp://x/c/a", filepath.Join(bots, "broken.py")}, exitUsage,
			"not the address of a contest"},
		{"no such file", token, []string{contest, filepath.Join(bots, "none.py")}, exitUsage, "none.py"},
		{"a file that is no bot", token, []string{contest, filepath.Join(bots, "text.txt")}, exitUsage,
			"neither a bot's file nor an archive"},
		{"no site", token, []string{"http://127.0.0.1:1/c/evening", filepath.Join(bots, "broken.py")}, exitHost, "does not answer"},
	} {
		code, out, complaint := submit(tt.token, tt.args...)
		if code != tt.code || !strings.Contains(out+complaint, tt.says) {
			t.Errorf("%s: it exits with %d:\n%s%s", tt.name, code, out, complaint)
		}
	}
	code, out, complaint := submit(token, contest, filepath.Join(bots, "good"), "--name", "Flood", "--json")
	var v wire.Version
	if err := json.Unmarshal([]byte(out), &v); err != nil || code != exitDone || v.Number != 3 || v.State != "good" ||
		len(v.Findings) == 0 {
		t.Errorf("%d %v: %s%s", code, err, out, complaint)
	}
	s.stop()
	if code, out, complaint := submit(token, contest, filepath.Join(bots, "good")); code != exitHost {
		t.Errorf("the site is stopped: %d %s%s", code, out, complaint)
	}
}

// A caller is a program that uses the site's interface.
type caller struct {
	t     *testing.T
	at    string
	token string
}

// call calls an operation with a file, and returns the status and the answer.
func (c *caller) call(method, path string, content []byte) (int, string) {
	c.t.Helper()
	return c.send(method, path, "application/octet-stream", content)
}

// callJSON is call with JSON.
func (c *caller) callJSON(method, path string, content []byte) (int, string) {
	c.t.Helper()
	return c.send(method, path, "application/json", content)
}

func (c *caller) send(method, path, kind string, content []byte) (int, string) {
	c.t.Helper()
	r, err := http.NewRequest(method, c.at+path, bytes.NewReader(content))
	if err != nil {
		c.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+c.token)
	r.Header.Set("Content-Type", kind)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return resp.StatusCode, string(text)
}

// contest returns a contest when a condition holds.
func (c *caller) contest(name string, holds func(*wire.Contest) bool) *wire.Contest {
	c.t.Helper()
	for begun := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		_, text := c.call("GET", "/api/v1/contests/"+name, nil)
		var now wire.Contest
		if err := json.Unmarshal([]byte(text), &now); err != nil {
			c.t.Fatal(err, text)
		}
		if holds(&now) {
			return &now
		}
		if time.Since(begun) > patience {
			c.t.Fatalf("never: %s", text)
		}
	}
}

// TestNothingIsFetchedForStrangersWithoutASandbox: a site that runs bots without a sandbox starts no package manager for one that is handed
// in.
func TestNothingIsFetchedForStrangersWithoutASandbox(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(err)
	}
	s := &servedSite{t: t, agon: program(t), dir: t.TempDir(), more: []string{"--sandbox", "none", "--matches", "0"}}
	s.writeContest("hands", hands)
	s.start()
	defer s.stop()
	bot := filepath.Join(t.TempDir(), "thief")
	for name, text := range map[string]string{
		"bot.toml": "language = \"go\"\nrun = \"sh bot.sh\"\n[build]\ncommand = \"true\"\nnetwork = true\n",
		"bot.sh":   "cat vendor/victim/brain.go >&2\n",
		"go.mod":   "module thief\n\ngo 1.20\n\nrequire victim v0.0.0\n\nreplace victim => " + s.dir + "\n",
		"main.go":  "package main\n\nimport _ \"victim\"\n\nfunc main() {}\n",
	} {
		if err := errors.Join(os.MkdirAll(bot, 0o755), os.WriteFile(filepath.Join(bot, name), []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(s.agon, "submit", s.address+"/c/hands", bot)
	cmd.Env = append(os.Environ(), tokenVariable+"="+s.join(s.invited, "Olga").token())
	output, _ := cmd.CombinedOutput()
	want := "agon runs here without a sandbox (level none); put the dependencies into the bot's folder, or have agon started without " +
		"--sandbox none"
	if cmd.ProcessState.ExitCode() != exitFault || !strings.Contains(strings.Join(strings.Fields(string(output)), " "), want) {
		t.Errorf("exit %d: %s", cmd.ProcessState.ExitCode(), output)
	}
}
