package main

import (
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"strings"

	"agon/bracket"
	"agon/contest"
	"agon/internal/wholefile"
	"agon/tournament"
)

// livePage is a page with nothing but the bracket, for a screen in the hall. It is written anew while matches end, and reloads itself
// until the contest is over.
var livePage = template.Must(template.New("live").Parse(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
{{if not .Over}}<meta http-equiv="refresh" content="2">
{{end}}<title>{{.Title}} · agon</title>
<style>body{margin:2vh 3vw;background:#fff;color:#111;font:1.1rem system-ui,sans-serif}svg{width:100%;height:auto;max-height:86vh}</style>
</head>
<body>
{{.Drawing}}
<p>{{if .Over}}The contest is over: <a href="index.html">its report</a>.{{else}}{{.Done}} of {{.Games}} games are played; this page reloads itself.{{end}}</p>
</body>
</html>
`))

// livePath is where the page of a contest with a knockout is; empty for any other.
func livePath(c *contest.Contest) string {
	for _, s := range c.Stages {
		if s.Format == "knockout" {
			return filepath.Join(c.Dir, "report", "bracket.html")
		}
	}
	return ""
}

// writeLive writes the page of a table with a bracket; others have none.
func writeLive(c *contest.Contest, t *tournament.Table, done, games int, over bool) error {
	name := livePath(c)
	if name == "" || t.Bracket == nil {
		return nil
	}
	var drawing strings.Builder
	if err := (&bracket.Picture{Bracket: t.Bracket, Called: called(c), Paper: true, Title: c.File.Name}).Write(&drawing); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return wholefile.Write(name, func(w io.Writer) error {
		err := livePage.Execute(w, map[string]any{
			"Title": c.File.Name, "Drawing": template.HTML(drawing.String()), // every name in it has been escaped
			"Done": done, "Games": games, "Over": over,
		})
		if err != nil {
			return fmt.Errorf("write the page of the bracket: %w", err)
		}
		return nil
	})
}
