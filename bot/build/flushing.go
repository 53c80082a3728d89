package build

import (
	"embed"

	"agon/bot/build/inside"
)

// addedFiles are files that agon adds to bots' sources, in their languages.
//
// The stubs of contests never flush, because a terminal sends each line at its end. A pipe would keep their answers, so programs get an
// output that is sent at the end of each line, or at the latest before they read: agon_flush_stub.c wraps the one function by which OCaml's
// runtime reads, since OCaml has no buffer of lines. Languages without a file here send each line by themselves.
//
//go:embed added
var addedFiles embed.FS

// added returns the text of such a file.
func added(name string) string {
	text, err := addedFiles.ReadFile("added/" + name)
	if err != nil {
		panic(err) // it is part of this binary
	}
	return string(text)
}

// helper adds one of those files to the sources, which is no part of the result, and returns its path.
func (p *plan) helper(file string) string {
	name := p.free(file)
	p.extra[name] = added(file)
	p.job.Omit = append(p.job.Omit, name)
	return "./" + name
}

// lineBuffered adds a file to the sources of a program in C, C++ or Objective-C by which its standard output is sent at the end of each
// line.
func (p *plan) lineBuffered() string { return p.helper("agon-line-buffered.c") }

// first has the last step tried with more arguments before its last one, the main file, and without them if it fails.
func (p *plan) first(args ...string) {
	step := &p.job.Steps[len(p.job.Steps)-1]
	last := len(step.Args) - 1
	plain := inside.Step{Path: step.Path, Args: step.Args}
	step.Args = append(append(append([]string(nil), plain.Args[:last]...), args...), plain.Args[last])
	step.Or = append(step.Or, plain)
}
