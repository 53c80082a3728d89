package build

import (
	"context"
	_ "embed"
	"errors"
	"strings"

	"agon/bot/build/inside"
	"agon/internal/traceback"
)

//go:embed imports.py
var importsPython string

//go:embed check.py
var checkPython string

//go:embed check.js
var checkJavaScript string

// checks has an interpreter read the bot's main file without running it, when the bot is built: a syntax error is then reported as
// that of a compiler is, and not as a crash in every game. The interpreter that will run the bot decides what its syntax is.
func (p *plan) checks(interpreter tool, args ...string) {
	p.uses(interpreter)
	p.check = &inside.Step{Path: interpreter.path, Args: args}
}

// checksPython has Python compile the entry, and the bot's modules that it imports in any case.
func (p *plan) checksPython(interpreter tool) {
	p.checks(interpreter, "-E", "-S", "-W", "ignore", "-c", importsPython+checkPython, p.source.Entry)
}

// look carries out the check of a plan on the bot's files in a folder.
func (b *Builder) look(ctx context.Context, p *plan, from string) error {
	if p.check == nil {
		return nil
	}
	only := *p
	only.job = inside.Job{From: from, Steps: []inside.Step{*p.check}, Look: true}
	err := b.construct(ctx, &only, from)
	if failed := (*Failed)(nil); errors.As(err, &failed) && !strings.Contains(failed.What, "was ended") {
		failed.What = "its syntax is wrong"
		if p.source.Language == "python" && traceback.Python2(failed.Words) {
			failed.What += "; " + traceback.Python2Advice
		}
	}
	return err
}
