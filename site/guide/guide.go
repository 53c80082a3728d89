/*
Package guide makes the guide of a contest: how it is played, under which limits, and a first bot in each language.

Everything in it comes from the contest's file and from the files of its kind. Options from which deals or dice could be foreseen are left
out, and so is what names files of the host.
*/
package guide

import (
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"agon/bot/program/clients"
	"agon/contest/config"
	"agon/contest/draft"
	"agon/format/tournament"
	"agon/game"
	"agon/show/markdown"
	"agon/show/report"
)

// A Guide describes how a contest is played and how a bot is written for it.
type Guide struct {
	Kind     *game.Kind
	Facts    []Fact
	Stages   []Stage
	Options  []Setting
	Starters []Starter
	Docker   bool          // some of them have a Dockerfile
	Rules    template.HTML // the kind's README; empty: it has none
}

// A Fact is a line of a contest's settings.
type Fact struct{ Name, Text string }

// A Stage is a stage of a contest, with the settings of its format.
type Stage struct {
	Name   string
	Format tournament.Spec
	Keys   []Setting
}

// A Setting is an option with its value in a contest.
type Setting struct {
	Name, Value, Usual, About string
	Changed                   bool // the value is not the usual one
}

// A Starter is a bot to begin with, as it is downloaded.
type Starter struct {
	Language string // in its address
	Title    string
	Files    []string
	File     string // the name of the download
	Content  []byte
}

// titles are the names of languages whose folders of starters have shorter ones.
var titles = map[string]string{
	"cpp": "C++", "c++": "C++", "csharp": "C#", "c#": "C#", "f#": "F#", "vb.net": "VB.NET", "ocaml": "OCaml", "objective-c": "Objective-C",
	"go": "Go", "java": "Java", "javascript": "JavaScript", "perl": "Perl", "php": "PHP", "python": "Python",
	"python-agon": "Python, with the agon protocol", "ruby": "Ruby", "rust": "Rust", "sh": "Shell", "typescript": "TypeScript",
}

// Title returns the name of a language, or of a folder of starters, as people write it.
func Title(language string) string {
	if title := titles[language]; title != "" || language == "" {
		return title
	}
	return strings.ToUpper(language[:1]) + language[1:]
}

// Limits are those of submissions to a contest.
type Limits struct {
	Bots   int   // of one person or team
	Bytes  int64 // of a submission
	Hourly int   // submissions
}

// New returns the guide of a contest by its file and its kind.
func New(f *config.File, k *game.Kind, formats []tournament.Spec, limits Limits) (*Guide, error) {
	g := &Guide{Kind: k, Facts: facts(f, k, limits)}
	if settings, err := k.Settings(f.Options); err == nil {
		g.Options = chosen(k.Options, settings)
	}
	for _, stage := range f.Stages {
		if x, ok := stageOf(stage, k, formats); ok {
			g.Stages = append(g.Stages, x)
		}
	}
	for _, language := range clients.Languages(k.Files) {
		x, err := StarterOf(k, language)
		if err != nil {
			return nil, err
		}
		g.Starters = append(g.Starters, *x)
		g.Docker = g.Docker || slices.Contains(x.Files, "Dockerfile")
	}
	slices.SortStableFunc(g.Starters, func(a, b Starter) int { return order(a) - order(b) })
	var err error
	g.Rules, err = Rules(k)
	return g, err
}

// order returns where a starter is listed: those that are uploaded as one file come first, and of the others the protocol's own last.
func order(x Starter) int {
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

// Rules renders the README of a kind.
func Rules(k *game.Kind) (template.HTML, error) {
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

// StarterOf returns a kind's starter in a language: a Python file that stands alone as it is, anything else in an archive.
func StarterOf(k *game.Kind, language string) (*Starter, error) {
	files, err := clients.ForKind(k, language)
	if err != nil {
		return nil, fmt.Errorf("read the starter %s of %s: %w", language, k.Name, err)
	}
	x := &Starter{Language: language, Title: Title(language), Files: slices.Sorted(maps.Keys(files))}
	if len(x.Files) == 1 && path.Ext(x.Files[0]) == ".py" {
		x.File, x.Content = x.Files[0], []byte(files[x.Files[0]])
		return x, nil
	}
	x.File = k.Name + "-" + language + ".zip"
	if x.Content, err = clients.Zip(files); err != nil {
		return nil, fmt.Errorf("pack the starter %s of %s: %w", language, k.Name, err)
	}
	return x, nil
}

// facts returns what a contest says of bots and their limits, in words.
func facts(f *config.File, k *game.Kind, limits Limits) (list []Fact) {
	add := func(name, text string) { list = append(list, Fact{name, text}) }
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
		slower := map[bool]string{true: "not ranked", false: "flagged"}[l.Enforce]
		add("Average time", fmt.Sprintf("%v a move; slower bots are %s", l.Average, slower))
	}
	if l.CPU > 0 {
		add("Processor time", l.CPU.String())
	}
	if k.Uncertain {
		add("Verification", k.Unproved())
	}
	if together := k.Shared(); together != "" {
		add("Isolation", together)
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
		add("Bots of one person or team", fmt.Sprint(limits.Bots))
		add("A submission", fmt.Sprintf("at most %d MiB, and %d in an hour", limits.Bytes>>20, limits.Hourly))
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

// stageOf returns a stage with its format's settings; ok is false if the site does not know the format.
func stageOf(stage config.Stage, k *game.Kind, formats []tournament.Spec) (g Stage, ok bool) {
	name := stage.Format
	if name == "" {
		name = k.Format
	}
	format, err := tournament.Find(formats, name)
	if err != nil {
		return g, false
	}
	keys, err := game.NewSettings(format.Keys, stage.Keys)
	if err != nil {
		return g, false
	}
	g = Stage{Name: stage.Name, Format: format, Keys: chosen(format.Keys, keys)}
	if g.Name == "" {
		g.Name = name
	}
	return g, true
}

// secretOptions are options of every kind from which deals or dice could be foreseen.
var secretOptions = []string{"deal", "draws"}

// chosen returns options with their values, those that were changed first. Options without a value are left out.
func chosen(options []game.Option, values game.Settings) (list []Setting) {
	all := values.Values()
	for _, o := range options {
		v := all[o.Name]
		if text := fmt.Sprint(v); text != "" && !slices.Contains(secretOptions, o.Name) {
			list = append(list, Setting{Name: o.Name, Value: plain(v), Usual: plain(o.Default), About: o.About, Changed: v != o.Default})
		}
	}
	slices.SortStableFunc(list, func(a, b Setting) int {
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
