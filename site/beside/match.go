package beside

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"

	"agon/internal/clean"
	"agon/internal/corebound"
	"agon/record/replay/files"
	"agon/site/matches"
)

// mostOutcome bounds what a match prints, in bytes.
const mostOutcome = 1 << 20

// Match plays a match by agon play, in a process of its own on the cores for matches, so that whatever the bots do to it, the site and its
// contests go on.
func (p *Program) Match(ctx context.Context, g matches.Game) (result *matches.Result, ok bool, err error) {
	logs := filepath.Join(g.Dir, matches.LogsName)
	args := []string{"play", g.File}
	args = append(args, g.Refs...)
	args = append(args, "--json", "--seed", fmt.Sprint(g.Seed), "--replay", filepath.Join(g.Dir, matches.ReplayName), "--live",
		filepath.Join(g.Dir, matches.LiveName), "--log", logs, "--log-turns")
	cmd, err := p.command(ctx, args...)
	if err != nil {
		return nil, false, err
	}
	var out, complaint limited
	cmd.Stdout, cmd.Stderr = &out, &complaint
	err = corebound.Run(corebound.Last(p.Cores), cmd)
	var exited *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return nil, false, ctx.Err()
	case errors.As(err, &exited) && exited.ExitCode() == usage: // a bot does not load
		return nil, false, nil
	case err != nil:
		return nil, false, fmt.Errorf("agon play: %w: %s", err, clean.End(complaint.Bytes()))
	}
	var output struct {
		Rounds int                  `json:"rounds"`
		Seats  []matches.SeatResult `json:"seats"`
	}
	if err := json.Unmarshal(out.Bytes(), &output); err != nil {
		return nil, false, fmt.Errorf("agon play: read its outcome: %w", err)
	}
	if len(output.Seats) != len(g.Refs) { // a folder has several bots
		return nil, false, nil
	}
	for seat := range output.Seats {
		found, err := filepath.Glob(filepath.Join(files.EscapeGlob(logs), fmt.Sprintf("%02d-*.log", seat)))
		if err != nil || len(found) != 1 {
			continue // it printed nothing
		}
		if err := os.Rename(found[0], g.LogName(seat)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, false, err
		}
	}
	return &matches.Result{Seats: output.Seats, Rounds: output.Rounds}, true, nil
}

// A limited buffer keeps the beginning of what is written to it.
type limited struct{ bytes.Buffer }

// Write keeps what there is room for.
func (l *limited) Write(p []byte) (int, error) {
	l.Buffer.Write(p[:min(len(p), max(0, mostOutcome-l.Len()))])
	return len(p), nil
}

// Moves starts the process of a session.
func (p *Program) Moves(ctx context.Context, file, ref string) (io.ReadWriteCloser, error) {
	cmd, err := p.command(ctx, "moves", file, ref)
	if err != nil {
		return nil, err
	}
	var complaint limited // stays here: bots may have printed some of it
	cmd.Stderr = &complaint
	m := &movesProcess{wait: func() {
		var exited *exec.ExitError
		if err := cmd.Wait(); errors.As(err, &exited) && exited.Exited() { // not killed with its session
			p.Log.Error("make moves for a game elsewhere", "error", err, "said", clean.End(complaint.Bytes()))
		}
	}}
	if m.WriteCloser, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if m.Reader, err = cmd.StdoutPipe(); err != nil {
		return nil, err
	}
	if err := corebound.Do(corebound.Last(p.Cores), cmd.Start); err != nil {
		return nil, fmt.Errorf("agon moves: %w", err)
	}
	return m, nil
}

// A movesProcess is the process of a session.
type movesProcess struct {
	io.Reader
	io.WriteCloser
	wait func()
}

// Close ends the process's input and waits for its end. Its answers show how it ends.
func (m *movesProcess) Close() error {
	m.WriteCloser.Close()
	m.wait()
	return nil
}
