package site

import (
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"mime"
	"net/http"
	"path"
	"slices"
	"strings"

	"agon/bot/program/clients"
	"agon/contest/config"
	"agon/contest/draft"
	"agon/format/tournament"
	"agon/game"
	"agon/show/report"
	"agon/site/contests"
	"agon/site/markdown"
	"agon/site/people"
)

// guidePage is the data of the page that says how a contest is played and how a bot is written for it.
type guidePage struct {
	page
	Line     contestLine
	Kind     *game.Kind
	Takes    bool // submissions, now
	Facts    []fact
	Stages   []guideStage
	Options  []setting
	Starters []starter
	Docker   bool          // some of them have a Dockerfile
	Rules    template.HTML // the kind's README; empty: it has none
}

// fact is a line of a contest's settings.
type fact struct{ Name, Text string }

// guideStage is a stage of a contest, with the settings of its format.
type guideStage struct {
	Name   string
	Format tournament.Spec
	Keys   []setting
}

// setting is an option with its value in a contest.
type setting struct {
	Name, Value, Usual, About string
	Changed                   bool // the value is not the usual one
}

// starter is a bot to begin with, as it is downloaded.
type starter struct {
	Language string // in its address
	Title    string
	Files    []string
	File     string // the name of the download
	content  []byte
}

// titles are the names of languages whose folders of starters have shorter ones.
var titles = map[string]string{
	"cpp": "C++", "csharp": "C#", "go": "Go", "java": "Java", "javascript": "JavaScript", "perl": "Perl", "php": "PHP", "python": "Python", "python-agon": "Python, with the agon protocol", "ruby": "Ruby", "rust": "Rust", "sh": "Shell", "typescript": "TypeScript",
}

func (s *Site) guide(w http.ResponseWriter, r *http.Request) error {
	c, f, k, err := s.played(r)
	if err != nil {
		return err
	}
	p := &guidePage{Line: s.line(c), Kind: k}
	p.Title = "Rules and a first bot: " + p.Line.Title
	state, _, _ := c.State()
	p.Takes = f.Folder != "" && state != contests.Over
	p.Facts = s.facts(c, f, k)
	if settings, err := k.Settings(f.Options); err == nil {
		p.Options = chosen(k.Options, settings)
	}
	for _, stage := range f.Stages {
		if g, ok := s.guideStage(stage, k); ok {
			p.Stages = append(p.Stages, g)
		}
	}
	for _, language := range clients.Languages(k.Files) {
		x, err := starterOf(k, language)
		if err != nil {
			return err
		}
		p.Starters = append(p.Starters, *x)
		p.Docker = p.Docker || slices.Contains(x.Files, "Dockerfile")
	}
	slices.SortStableFunc(p.Starters, func(a, b starter) int { return order(a) - order(b) })
	if p.Rules, err = rules(k); err != nil {
		return err
	}
	s.render(w, r, "guide", p)
	return nil
}

// order returns where a starter is listed: those that are uploaded as one file come first, and of the others the protocol's own last.
func order(x starter) int {
	switch {
	case len(x.Files) == 1 && x.File == x.Files[0]:
		return 0
	case x.Language == "python":
		return 1
	case strings.HasSuffix(x.Language, "-agon"):
		return 3
	}
	return 2
}

// starterFile serves the starter of a language as the form takes it.
func (s *Site) starterFile(w http.ResponseWriter, r *http.Request) error {
	_, _, k, err := s.played(r)
	if err != nil {
		return err
	}
	language := r.PathValue("language")
	if !slices.Contains(clients.Languages(k.Files), language) {
		s.missing(w, r)
		return nil
	}
	x, err := starterOf(k, language)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": x.File}))
	w.Header().Set("Cache-Control", "no-cache")
	_, err = w.Write(x.content)
	if err != nil {
		s.log.Debug("send a starter", "error", err) // the reader has gone
	}
	return nil
}

// played returns the contest of a request, its file and its kind.
func (s *Site) played(r *http.Request) (*contests.Contest, *config.File, *game.Kind, error) {
	c, err := s.contests.Find(r.PathValue("contest"))
	if err != nil {
		return nil, nil, nil, err
	}
	unknown := &people.Problem{Text: "The file of this contest cannot be read, so its rules cannot be shown. Tell its organiser."}
	f, err := s.contests.File(c)
	if err != nil {
		return nil, nil, nil, unknown
	}
	k, err := s.options.Kinds(f.Kind)
	if err != nil {
		return nil, nil, nil, unknown
	}
	return c, f, k, nil
}

// rules renders the README of a kind.
func rules(k *game.Kind) (template.HTML, error) {
	if k.Files == nil {
		return "", nil
	}
	text, err := fs.ReadFile(k.Files, "README.md")
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return markdown.HTML(text)
}

// starterOf returns a kind's starter in a language: a Python file that stands alone as it is, anything else in an archive.
func starterOf(k *game.Kind, language string) (*starter, error) {
	files, err := clients.ForKind(k, language)
	if err != nil {
		return nil, fmt.Errorf("read the starter %s of %s: %w", language, k.Name, err)
	}
	x := &starter{Language: language, Title: titles[language], Files: slices.Sorted(maps.Keys(files))}
	if x.Title == "" {
		x.Title = language
	}
	if len(x.Files) == 1 && path.Ext(x.Files[0]) == ".py" {
		x.File, x.content = x.Files[0], []byte(files[x.Files[0]])
		return x, nil
	}
	x.File = k.Name + "-" + language + ".zip"
	if x.content, err = clients.Zip(files); err != nil {
		return nil, fmt.Errorf("pack the starter %s of %s: %w", language, k.Name, err)
	}
	return x, nil
}

// facts returns what a contest says of bots and their limits, in words.
func (s *Site) facts(c *contests.Contest, f *config.File, k *game.Kind) (list []fact) {
	add := func(name, text string) { list = append(list, fact{name, text}) }
	l := f.Limits
	add("A game", k.SeatsText())
	if settings, err := k.Settings(f.Options); err == nil {
		text := k.Clock(settings).Text(l.Guard)
		if l.CPUClock {
			text += "; processor time alone counts"
		}
		add("Time", text)
	}
	if l.Average > 0 {
		add("Average time", fmt.Sprintf("%v a move; slower bots are %s", l.Average, map[bool]string{true: "not ranked", false: "flagged"}[l.Enforce]))
	}
	if l.CPU > 0 {
		add("Processor time", l.CPU.String())
	}
	usual := l.OrUsual()
	add("Memory", size(usual.Memory))
	add("Processes and threads", fmt.Sprint(usual.Tasks))
	add("Files in /tmp", size(usual.Disk))
	switch {
	case l.Packages == nil:
		add("Python libraries", "all that the server has")
	case len(*l.Packages) == 0:
		add("Python libraries", "the standard library only")
	default:
		add("Python libraries", "the standard library, "+strings.Join(*l.Packages, ", "))
	}
	if f.Folder != "" {
		upload := s.entries.Limits()
		add("Bots of one person or team", fmt.Sprint(s.mostBots(c)))
		add("A submission", fmt.Sprintf("at most %d MiB, and %d in an hour", upload.Bytes>>20, upload.Hourly))
	}
	if names := builtins(f); len(names) > 0 {
		add("Built-in bots that play", strings.Join(names, ", "))
	}
	return list
}

// size describes a number of bytes.
func size(bytes int64) string {
	if bytes%(1<<20) != 0 {
		return report.Counted(bytes, "byte")
	}
	return fmt.Sprintf("%d MiB", bytes>>20)
}

// builtins returns the names of the built-in bots that a contest's file names.
func builtins(f *config.File) (names []string) {
	for _, b := range f.Bots {
		name, ref, named := strings.Cut(b.Ref, "=")
		if !named || strings.HasPrefix(name, "builtin:") { // the first = may be in a parameter
			name, ref = "", b.Ref
		}
		if kind, ok := strings.CutPrefix(ref, "builtin:"); ok {
			kind, _, _ = strings.Cut(kind, "?")
			if name == "" {
				name = kind
			}
			names = append(names, name)
		}
	}
	return names
}

// guideStage returns a stage with its format's settings; ok is false if the site does not know the format.
func (s *Site) guideStage(stage config.Stage, k *game.Kind) (g guideStage, ok bool) {
	name := stage.Format
	if name == "" {
		name = k.Format
	}
	format, err := tournament.Find(s.options.Formats, name)
	if err != nil {
		return g, false
	}
	keys, err := game.NewSettings(format.Keys, stage.Keys)
	if err != nil {
		return g, false
	}
	g = guideStage{Name: stage.Name, Format: format, Keys: chosen(format.Keys, keys)}
	if g.Name == "" {
		g.Name = name
	}
	return g, true
}

// secretOptions are options of every kind from which deals or dice could be foreseen.
var secretOptions = []string{"deal", "draws"}

// chosen returns options with their values, those that were changed first. Options without a value are left out.
func chosen(options []game.Option, values game.Settings) (list []setting) {
	all := values.Values()
	for _, o := range options {
		v := all[o.Name]
		if text := fmt.Sprint(v); text != "" && !slices.Contains(secretOptions, o.Name) {
			list = append(list, setting{Name: o.Name, Value: plain(v), Usual: plain(o.Default), About: o.About, Changed: v != o.Default})
		}
	}
	slices.SortStableFunc(list, func(a, b setting) int {
		switch {
		case a.Changed == b.Changed:
			return 0
		case a.Changed:
			return -1
		}
		return 1
	})
	return list
}

// plain returns a value as people read it.
func plain(v any) string {
	if text, ok := v.(string); ok {
		return text
	}
	return draft.Value(v)
}
