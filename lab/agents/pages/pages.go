package pages

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	text "text/template"

	"agon/internal/wholefile"
	"agon/lab/agents/verdict"
	"agon/show/web"
)

// A Contest is what the pages show.
type Contest struct {
	Title   string                       `json:"title"`
	Kind    string                       `json:"kind"`
	Verdict *verdict.Verdict             `json:"verdict"`
	Edits   []Edit                       `json:"edits"`
	Game    func(run, number int) string `json:"-"` // the address of a game's page, by the run from 0; empty: it has none. nil: no game has
	Public  bool                         `json:"-"` // leave out what is private
}

// An Edit is an edit of an agent in a round: its record, as package edit writes it, and texts beside it.
type Edit struct {
	Run         int             `json:"run"` // from 0
	Agent       string          `json:"agent"`
	Round       int             `json:"round"`
	Ended       string          `json:"ended"` // "done", "bell" …
	Code        int             `json:"code"`
	Text        string          `json:"text"`
	Wall        int64           `json:"wall"`   // ms
	CPU         int64           `json:"cpu"`    // ms
	Memory      int64           `json:"memory"` // bytes, at most
	Disk        int64           `json:"disk"`   // bytes
	Printed     int64           `json:"printed"`
	Remote      bool            `json:"remote"` // on a machine of its own: of CPU, Memory and Printed nothing is known
	Submissions int             `json:"submissions"`
	Practice    int             `json:"practice"` // games
	Handed      string          `json:"handed"`   // hash; empty: no version was handed in
	Rejected    string          `json:"rejected"` // why the last one was not accepted
	Refused     []string        `json:"refused"`  // connections that the proxy refused
	Report      json.RawMessage `json:"report,omitempty"`

	Transcript string `json:"-"`
	Diff       string `json:"-"`
}

//go:embed templates
var files embed.FS

var (
	html = sync.OnceValue(func() *template.Template {
		return template.Must(template.New("").Funcs(words).ParseFS(files, "templates/*.html"))
	})
	markdown = sync.OnceValue(func() *text.Template {
		return text.Must(text.New("").Funcs(words).ParseFS(files, "templates/*.md"))
	})
)

// Write writes the pages into a folder, which it makes.
func Write(dir string, c Contest) error {
	if c.Public {
		c.Edits = public(c.Edits)
	}
	if err := write(dir, &c); err != nil {
		return fmt.Errorf("write the pages of the agents in %s: %w", dir, err)
	}
	return nil
}

func write(dir string, c *Contest) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	whole, err := json.MarshalIndent(c, "", " ")
	if err != nil {
		return err
	}
	sheet, err := files.ReadFile("templates/agents.css")
	if err != nil {
		return err
	}
	written := map[string][]byte{"verdict.json": append(whole, '\n'), "agents.css": append([]byte(web.ReportSheets()), sheet...)}
	v, agents := newView(c)
	render := func(file string, execute func(io.Writer, string, any) error, name string, of *view) {
		var page bytes.Buffer
		err = errors.Join(err, execute(&page, name, of))
		written[file] = page.Bytes()
	}
	render("index.html", html().ExecuteTemplate, "index", v)
	render("verdict.md", markdown().ExecuteTemplate, "verdict.md", v)
	for _, agent := range agents {
		of := *v
		of.Agent = agent
		render(agent.Href, html().ExecuteTemplate, "agent", &of)
	}
	if err != nil {
		return err
	}
	for name, content := range written {
		if err := wholefile.WriteBytes(filepath.Join(dir, name), content); err != nil {
			return err
		}
	}
	return nil
}

// public returns edits without what is private.
func public(edits []Edit) []Edit {
	list := slices.Clone(edits)
	for i := range list {
		e := &list[i]
		numbers := e.Numbers()
		if e.Transcript, e.Diff, e.Report = "", "", nil; len(numbers) > 0 {
			e.Report, _ = json.Marshal(numbers) // numbers can always be encoded
		}
		e.Refused = nil
		if e.Rejected != "" {
			e.Rejected = "it did not pass its check"
		}
	}
	return list
}

// Numbers returns the numbers that an agent reports of itself, by name: tokens, cost.
func (e *Edit) Numbers() map[string]float64 {
	var all map[string]any
	if json.Unmarshal(e.Report, &all) != nil {
		return nil
	}
	numbers := make(map[string]float64)
	for name, value := range all {
		if n, ok := value.(float64); ok {
			numbers[name] = n
		}
	}
	return numbers
}
