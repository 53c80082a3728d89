package desk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"agon/internal/corebound"
	"agon/lab/tools"
	"agon/record/replay"
	"agon/record/replay/archive"
)

// mostWritten bounds what the commands of one call write for the agent, in bytes.
const mostWritten = 8 << 20

// A room is where one call runs.
type room struct {
	*Desk
	tools.Commands
	dir     string // for the call
	copies  int
	counted int
	core    int // -1: none
}

// enter waits for the agent's turn and for a processor.
func (d *Desk) enter(ctx context.Context) (tools.Room, error) {
	r := &room{Desk: d, core: -1}
	select {
	case <-d.turn:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if d.Cores != nil {
		select {
		case r.core = <-d.Cores:
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), r.Leave(nil))
		}
	}
	var err error
	if r.dir, err = os.MkdirTemp(d.temp, "call-"); err != nil {
		return nil, errors.Join(err, r.Leave(nil))
	}
	r.Commands = tools.Commands{Own: d.Setup.Own, Dir: r.dir}
	if last := corebound.Last(r.core + 1); r.core >= 0 && r.core < len(last) {
		r.Commands.Cores = last[r.core:]
	}
	return r, nil
}

// Bot returns the reference of a bot.
func (r *room) Bot(ctx context.Context, name string) (string, error) {
	scheme, rest, _ := strings.Cut(name, ":")
	agent, round, versioned := strings.Cut(rest, "@")
	switch {
	case tools.Builtin(name):
		return name, nil
	case strings.HasPrefix(name, "mine@"):
		return r.version(r.Name, strings.TrimPrefix(name, "mine@"))
	case scheme == "rival" && r.Sees != "all-code":
		return "", fmt.Errorf("%q: this contest does not show rivals' bots (sees = %q)", name, r.Sees)
	case scheme == "rival" && (!versioned || agent == r.Name || !slices.Contains(r.Agents, agent)):
		return "", fmt.Errorf("%q is no rival: the tool opponents lists all bots to play against", name)
	case scheme == "rival":
		return r.version(agent, round)
	}
	file, class := tools.Class(name)
	folder, err := r.File(ctx, file)
	if err != nil {
		return "", err
	}
	return r.called(name) + "=" + folder + class, nil
}

// version returns the reference of a version.
func (r *room) version(agent, round string) (string, error) {
	n, err := strconv.Atoi(round)
	if err == nil && r.Versions != nil && 0 <= n && n <= r.Rounds {
		if folder, ok := r.Versions(agent, n); ok {
			return fmt.Sprintf("%s round %d=%s", agent, n, folder), nil
		}
	}
	return "", fmt.Errorf("there is no version of round %q of %s: the tool opponents lists all bots to play against", round, agent)
}

// called returns the name under which a bot of the workspace plays.
func (r *room) called(path string) string {
	if path = filepath.ToSlash(filepath.Clean(path)); path == "." {
		return r.Name
	}
	return strings.Trim(strings.Map(func(c rune) rune {
		if strings.ContainsRune(`/\:?.@=`, c) {
			return '-'
		}
		return c
	}, path), "-")
}

// File returns a copy of a file or folder.
func (r *room) File(ctx context.Context, name string) (string, error) {
	to := r.fresh()
	file, err := r.copy(ctx, name, to)
	return filepath.Join(to, file), err
}

// fresh returns a path for a copy.
func (r *room) fresh() string {
	r.copies++
	return filepath.Join(r.dir, fmt.Sprintf("in-%d", r.copies))
}

// Game returns a recorded game of the workspace, or one of the rounds before that the agent may see.
func (r *room) Game(ctx context.Context, file string, number int) ([]string, error) {
	switch {
	case file != "":
		file, err := r.File(ctx, file)
		return []string{"--", file}, err
	case number == 0:
		return nil, errors.New("name a game: file, of a game in the workspace, or game, of one of the rounds before")
	}
	if err := r.seen(number); err != nil {
		return nil, err
	}
	return []string{fmt.Sprintf("--game=%d", number), "--", r.Desk.Dir}, nil
}

// seen returns an error if the agent may not see a game of the contest.
func (r *room) seen(number int) error {
	if r.Sees == "all-replays" || r.Sees == "all-code" {
		return nil
	}
	if r.Sees != "own-replays" {
		return fmt.Errorf("game %d: this contest shows no replays (sees = %q); the tool logs has what your bot was sent", number, r.Sees)
	}
	games, err := archive.Open(filepath.Join(r.Desk.Dir, "replays"))
	if err != nil {
		return fmt.Errorf("game %d: no game has been played yet", number)
	}
	defer games.Close()
	packed, err := games.Get(int64(number) - 1)
	if err != nil {
		return fmt.Errorf("there is no game %d", number)
	}
	game, err := replay.Decode(packed)
	if err != nil {
		return err
	}
	for _, seat := range game.Seats {
		if name, _, _ := strings.Cut(seat.Name, "@"); name == r.Name {
			return nil
		}
	}
	return fmt.Errorf("game %d: your bot did not play in it, and this contest shows an agent its own games alone (sees = %q)", number,
		r.Sees)
}

// New returns a path in the folder that becomes files of the result; for "" one outside it.
func (r *room) New(name string) (string, error) {
	if name == "" {
		return filepath.Join(r.dir, "scratch"), nil
	}
	below, err := tools.Below(r.Workspace, name)
	if err != nil {
		return "", err
	}
	to := filepath.Join(r.dir, "out", below)
	return to, os.MkdirAll(filepath.Dir(to), 0o700)
}

// Count counts practice games.
func (r *room) Count(games int) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if left := r.Limits.Practice - r.used.practice; games > left {
		return fmt.Errorf("this takes %d practice games, and %d of %d are left in this edit", games, left, r.Limits.Practice)
	}
	r.used.practice += games
	r.counted = games
	return nil
}

// back gives counted games back.
func (r *room) back(games int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	games = max(min(games, r.counted), 0)
	r.used.practice -= games
	r.counted -= games
}

// Run runs a command. If it refuses to do anything its games are given back, and so are those that a comparison did not need.
func (r *room) Run(ctx context.Context, out io.Writer, words ...string) (code int, told string, err error) {
	code, told, err = r.Commands.Run(ctx, out, words...)
	if err == nil && code == usage {
		r.back(r.counted)
	}
	return code, told, err
}

// Leave ends the call, and puts what its commands have written into the result.
func (r *room) Leave(result *tools.Result) error {
	defer func() { r.turn <- struct{}{} }()
	if r.core >= 0 {
		defer func() { r.Desk.Cores <- r.core }()
	}
	if r.dir != "" {
		defer os.RemoveAll(r.dir)
	}
	if result == nil {
		return nil
	}
	var played struct {
		Games int `json:"games"`
	}
	if json.Unmarshal(result.Data, &played) == nil && played.Games > 0 {
		r.back(r.counted - played.Games)
	}
	if result.Failed {
		return nil
	}
	return r.collect(result)
}

// collect puts what commands have written into a result.
func (r *room) collect(result *tools.Result) error {
	total := 0
	err := fs.WalkDir(os.DirFS(filepath.Join(r.dir, "out")), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		content, err := os.ReadFile(filepath.Join(r.dir, "out", filepath.FromSlash(name)))
		if total += len(content); total > mostWritten {
			return fmt.Errorf("what it writes has more than %d MiB: ask for less", mostWritten>>20)
		}
		if result.Files == nil {
			result.Files = map[string][]byte{}
		}
		result.Files[name] = content
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
