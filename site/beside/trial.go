package beside

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"agon/internal/clean"
	"agon/internal/corebound"
	"agon/site/people"
	"agon/site/trials"
)

// Compare plays a comparison of a trial by agon compare, in a process of its own on one of the cores for matches.
func (p *Program) Compare(ctx context.Context, c trials.Comparison, log io.Writer) (*trials.Result, error) {
	args := []string{"compare", c.File, c.Old, c.New, "--json", "--jobs", "1", "--out", c.Dir, "--games", fmt.Sprint(c.Games)}
	for _, ref := range c.Against {
		args = append(args, "--against", `"`+strings.ReplaceAll(ref, `"`, `""`)+`"`) // the flag takes lists
	}
	if len(c.Against) > 0 {
		args = append(args, "--seats", fmt.Sprint(c.Seats))
	}
	cmd, err := p.command(ctx, args...)
	if err != nil {
		return nil, err
	}
	cmd.Env = append(os.Environ(), "AGON_STORE=") // its ledger is a file in its folder
	var out, complaint limited
	cmd.Stdout, cmd.Stderr = &out, io.MultiWriter(&complaint, progress{log})
	err = corebound.Run(corebound.Last(max(1, p.Cores)), cmd)
	var result trials.Result
	code := cmd.ProcessState.ExitCode() // -1 if it did not start
	switch played := json.Unmarshal(out.Bytes(), &result) == nil && len(result.Bots) == 2; {
	case played && (err == nil || code == fault || ctx.Err() != nil):
		return &result, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case code == fault || code == usage && len(c.Against) > 0:
		p.Log.Warn("a trial cannot begin", "said", clean.End(complaint.Bytes()))
		return nil, &people.Problem{Text: "Its trial cannot begin: a bot of it does not start."}
	}
	return nil, fmt.Errorf("agon compare: %w: %s", err, clean.End(complaint.Bytes()))
}

// A progress passes on the lines that say how a comparison stands: others may name folders of the site.
type progress struct{ to io.Writer }

func (p progress) Write(text []byte) (int, error) {
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, " of at most ") {
			io.WriteString(p.to, line)
		}
	}
	return len(text), nil
}
