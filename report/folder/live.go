package folder

import (
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"strings"

	"agon/bracket"
	"agon/internal/wholefile"
	"agon/tournament"
)

// livePage is a page with only the bracket, for a screen in the hall. It is rewritten as matches end, and reloads itself until the
// contest is over.
var livePage = template.Must(template.New("live").Parse(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
{{if not .Over}}<meta http-equiv="refresh" content="2">
{{end}}<title>{{.Title}}: bracket · agon</title>
<style>body{margin:2vh 3vw;background:#fff;color:#111;font:1.1rem system-ui,sans-serif}svg{width:100%;height:auto;max-height:86vh}</style>
</head>
<body>
{{.Drawing}}
<p>{{if .Over}}The contest is over: <a href="index.html">its report</a>.{{else}}{{.Done}} of {{.Games}} games are played; this page reloads itself.{{end}}</p>
</body>
</html>
`))

// Live is the state of a bracket during play.
type Live struct {
	Title       string
	Names       []string // of the line-up
	Bracket     *tournament.Bracket
	Done, Games int
	Over        bool
}

// WriteLive writes the page of a bracket into a report's folder.
func WriteLive(dir string, l Live) error {
	var drawing strings.Builder
	if err := (&bracket.Picture{Bracket: l.Bracket, Called: l.Names, Paper: true, Title: l.Title}).Write(&drawing); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return wholefile.Write(filepath.Join(dir, LiveFile), func(w io.Writer) error {
		err := livePage.Execute(w, struct {
			Live
			Drawing template.HTML
		}{l, template.HTML(drawing.String())}) // every name in drawing has been escaped
		if err != nil {
			return fmt.Errorf("write the page of the bracket: %w", err)
		}
		return nil
	})
}
