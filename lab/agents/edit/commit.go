package edit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/plumbing/object"

	"agon/bot"
)

// commitWord has [Main] commit the workspace.
const commitWord = "commit"

// Bounds of a commit.
const (
	commitTime   = 2 * time.Minute // wall time and processor time
	commitMemory = 1 << 30         // bytes
	mostWords    = 1 << 10         // bytes of its complaint
)

// Commit records what stands in the workspace in its git repository, which is begun anew if it is missing, broken, or too large together
// with what it records; note says so. It is made inside the sandbox, since the repository is the agent's work. No program of an edit runs
// meanwhile.
func Commit(ctx context.Context, s Setup, message string) (note string, err error) {
	why, err := s.commit(ctx, message)
	if err == nil && why != "" {
		note = fmt.Sprintf("the git repository of %s was broken and is begun anew: %s", s.Name, why)
		if err = remove(s.Workspace, ".git"); err == nil {
			why, err = s.commit(ctx, message)
		}
	}
	if err != nil {
		return "", fmt.Errorf("commit the workspace of %s: %w", s.Name, err)
	}
	if why != "" {
		note = fmt.Sprintf("the workspace of %s cannot be committed: %s", s.Name, why)
	}
	e := &edit{Setup: s}
	if used, err := e.used(); err != nil || used > s.Limits.Disk {
		note = fmt.Sprintf("the git repository of %s was removed: with it the workspace and the home hold %d MiB, and may hold %d MiB",
			s.Name, used>>20, s.Limits.Disk>>20)
		return note, errors.Join(err, remove(s.Workspace, ".git"))
	}
	return note, nil
}

// commit has the sandbox commit the workspace. why is the reason if that failed by what is in it.
func (s *Setup) commit(ctx context.Context, message string) (why string, err error) {
	command := s.confined(commitWord, message)
	command.Env = []string{"LANG=C.UTF-8"}
	command.Limits = bot.Limits{Memory: commitMemory, CPU: commitTime, FileSize: s.Limits.Disk}
	p, err := s.Launcher.Start(command)
	if err != nil {
		return "", err
	}
	p.In.Close()
	late := time.AfterFunc(commitTime, p.Kill)
	defer late.Stop()
	defer context.AfterFunc(ctx, p.Kill)()
	var words []byte
	read := make(chan struct{})
	go func() {
		defer close(read)
		words, _ = io.ReadAll(io.LimitReader(p.Err, mostWords))
		io.Copy(io.Discard, p.Err)
	}()
	p.Wait()
	exit := p.CloseAfter(func() { <-read })
	switch {
	case ctx.Err() != nil || exit.Host != nil:
		return "", errors.Join(ctx.Err(), exit.Host)
	case exit.Killed:
		return fmt.Sprintf("it took more than %v", commitTime), nil
	case exit.Code != 0:
		return strings.TrimSpace(exit.String() + ": " + string(s.Secrets.Blank(words))), nil
	}
	return "", nil
}

// commit commits the working folder.
func commit(message string) error {
	repository, err := git.PlainOpen(".")
	if errors.Is(err, git.ErrRepositoryNotExists) {
		repository, err = git.PlainInit(".", false)
	}
	if err != nil {
		return err
	}
	tree, err := repository.Worktree()
	if err != nil {
		return err
	}
	if err := tree.AddWithOptions(&git.AddOptions{All: true}); err != nil {
		return err
	}
	by := &object.Signature{Name: "agon", Email: "agon@localhost", When: time.Now()}
	_, err = tree.Commit(message, &git.CommitOptions{Author: by, AllowEmptyCommits: true})
	return err
}
