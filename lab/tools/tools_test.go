package tools

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// echo is a table with one tool, which returns its input.
var echo = Table{{Name: "echo", About: "echo", Fields: []Field{
	{Name: "bot", Type: Text, Needed: true, About: "a bot"}, {Name: "games", Type: Number, Least: 1, Most: 9},
	{Name: "bots", Type: List, Most: 2}, {Name: "fast", Type: Yes},
}, Do: func(_ context.Context, in Input) (Result, error) {
	if in.Text("bot") == "wrong" {
		return Result{}, errors.New("it went wrong")
	}
	data, err := json.Marshal(in)
	return Result{Data: data, Files: map[string][]byte{"out/it": []byte("#!x")}}, err
}}}

func TestInputs(t *testing.T) {
	for input, want := range map[string]string{
		``:                                      `required: missing properties: ["bot"]`,
		`[]`:                                    "the input is not a JSON object",
		`null`:                                  "missing properties",
		`{"bot":`:                               "the input is not a JSON object",
		`{"bot":null}`:                          "missing properties",
		`{"bot":7}`:                             "bot: type: 7",
		`{"bot":"a","gaems":3}`:                 `unexpected additional properties ["gaems"]`,
		`{"bot":"a","games":0}`:                 "games: minimum: 0",
		`{"bot":"a","games":1.5}`:               "games: type: 1.5",
		`{"bot":"a","games":1e300}`:             "games: maximum",
		`{"bot":"a","games":"3"}`:               "games: type: 3",
		`{"bot":"a","bots":"b"}`:                "bots: type: b",
		`{"bot":"a","bots":["b","c","d"]}`:      "bots: maxItems: array length 3",
		`{"bot":"a","bots":["b",7]}`:            "bots",
		`{"bot":"a","fast":"yes"}`:              "fast: type: yes",
		`{"bot":"wrong"}`:                       "it went wrong",
		`{"bot":"a","games":3.0,"bots":["-x"]}`: "",
	} {
		r, err := echo.Call(t.Context(), "echo", json.RawMessage(input))
		if err != nil || r.Failed != (want != "") || !strings.Contains(r.Text, want) {
			t.Errorf("%.60s: %+v, %v; want %q", input, r, err, want)
		}
	}
	if _, err := echo.Call(t.Context(), "ehco", nil); !errors.Is(err, ErrUnknown) || !strings.Contains(err.Error(), `did you mean "echo"`) {
		t.Errorf("an unknown tool: %v", err)
	}
}

// TestWords: tools are called with KEY=VALUE as with JSON, here and through another process, whose files are written here.
func TestWords(t *testing.T) {
	s := httptest.NewServer(Handler(echo))
	defer s.Close()
	dir := t.TempDir()
	remote := &Keeper{NewRemote(s.URL + "/"), dir}
	for name, c := range map[string]Caller{"here": &Keeper{echo, dir}, "there": remote} {
		all, err := c.Tools(t.Context())
		if err != nil || len(all) != 1 || all[0].Inputs()[0].Name != "bot" || !all[0].Inputs()[0].Needed {
			t.Fatalf("%s: %+v, %v", name, all, err)
		}
		input, err := Words(all[0], []string{"bot=a=b", "games=3", "bots=x,y", "fast=true"})
		if err != nil {
			t.Fatal(err)
		}
		r, err := c.Call(t.Context(), "echo", input)
		if err != nil || r.Content() != `{"bot":"a=b","bots":["x","y"],"fast":true,"games":3}` || r.Files != nil {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
		info, err := os.Stat(filepath.Join(dir, "out", "it"))
		if err != nil || info.Mode()&0o100 == 0 {
			t.Errorf("%s: the file: %v, %v", name, info, err)
		}
		os.Remove(filepath.Join(dir, "out", "it"))
		for _, word := range []string{"games=many", "fast=maybe", "gamse=3", "games"} {
			if _, err := Words(all[0], []string{word}); err == nil {
				t.Errorf("%s: %s is taken", name, word)
			}
		}
		if _, err := c.Call(t.Context(), "other", nil); !errors.Is(err, ErrUnknown) {
			t.Errorf("%s: an unknown tool: %v", name, err)
		}
	}
	if err := os.RemoveAll(filepath.Join(dir, "out")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(t.TempDir(), filepath.Join(dir, "out")); err != nil {
		t.Skip("no links here")
	}
	if r, err := remote.Call(t.Context(), "echo", json.RawMessage(`{"bot":"a"}`)); err != nil || !r.Failed {
		t.Errorf("a file was written through a link: %+v, %v", r, err)
	}
	for _, body := range []string{"", "nonsense", `{"name":`} {
		got, err := http.Post(s.URL+"/call", "application/json", strings.NewReader(body))
		if err != nil || got.StatusCode != http.StatusBadRequest {
			t.Errorf("%q: %v, %v", body, got, err)
		}
	}
}

// TestHome: no name at home leads out of the folder, and none becomes a flag.
func TestHome(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	if err := errors.Join(os.WriteFile(filepath.Join(dir, "bot.py"), nil, 0o600),
		os.Symlink(outside, filepath.Join(dir, "link"))); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	h := &home{Commands{Dir: dir}, root}
	for name, want := range map[string]string{
		"bot.py": "./bot.py", "./bot.py": "./bot.py", "bot.py:Class": "./bot.py:Class", filepath.Join(dir, "bot.py"): "./bot.py",
		"builtin:steve?a=1": "builtin:steve?a=1", "../bot.py": "", "/etc/passwd": "", "link": "", "link/x": "", "nothing": "", "human": "",
		"builtin:x y": "", "http://127.0.0.1:80": "", "docker-daemon:x": "", "console:19010": "", "--web": "", "": "", "script:bot.py": "",
	} {
		if got, err := h.Bot(t.Context(), name); (err == nil) != (want != "") || err == nil && got != want {
			t.Errorf("%q: %q, %v", name, got, err)
		}
	}
	for _, name := range []string{"../x", "link/x", "link", "/x", "bot.py/x"} {
		if got, err := h.New(name); err == nil {
			t.Errorf("%q may be written: %q", name, got)
		}
	}
}

// TestNoWordIsControl: texts of inputs become words of commands, without control characters.
func TestNoWordIsControl(t *testing.T) {
	for _, word := range []string{"a\x00b", "a\n--set=x", "\xff"} {
		_, _, err := (&Commands{Own: "nothing"}).Run(t.Context(), nil, "play", word)
		if err == nil || !strings.Contains(err.Error(), "control") {
			t.Errorf("%q: %v", word, err)
		}
	}
}

func TestPicker(t *testing.T) {
	p := &picker{kept: head{most: 6}, first: 2, last: 3}
	for _, part := range []string{"a\nb", "b\ncc", "c\nd\n"} {
		io.Copy(p, struct{ io.Reader }{strings.NewReader(part)}) // as package os/exec does
	}
	if p.kept.text.String() != "bb\nccc" || p.lines != 4 || p.kept.rest != 1 {
		t.Errorf("%q, %d lines, %d more", p.kept.text.String(), p.lines, p.kept.rest)
	}
}
