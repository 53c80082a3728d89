package repo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"agon/bot/reach"
)

// byUser runs the user's own git, which may have credentials; why is the error without them. By http and https it is led through a proxy of
// agon's, so that it connects to no other server either.
func (s *Fetcher) byUser(ctx context.Context, r Ref, why error, args ...string) error {
	program := s.Git
	if program == "" {
		var err error
		if program, err = exec.LookPath("git"); err != nil {
			return fmt.Errorf("fetch %s: %w (install git to use its logins)", r.Shown(), why)
		}
	}
	g := userGit{program: program, env: gitEnvironment()}
	refused := func() []string { return nil }
	if u, err := url.Parse(r.URL); err == nil && (u.Scheme == "http" || u.Scheme == "https") {
		if refused, err = s.lead(ctx, &g, r, u); err != nil {
			return err
		}
	}
	output, err := g.run(ctx, args...)
	also := refused()
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return late(ctx, r)
	}
	return fmt.Errorf("fetch %s: %w; git failed too: %s", r.Shown(), why, strings.Join(append([]string{lastLine(output)}, also...), "; "))
}

func gitEnvironment() []string {
	env := append(os.Environ(), "GIT_TERMINAL_PROMPT=0", "GIT_ALLOW_PROTOCOL=http:https:ssh:git", "LC_ALL=C")
	if os.Getenv("GIT_SSH_COMMAND") == "" {
		env = append(env, "GIT_SSH_COMMAND=ssh -oBatchMode=yes")
	}
	return env
}

// lead leads git through a proxy of agon's, until refused is called, which returns what the proxy refused.
func (s *Fetcher) lead(ctx context.Context, g *userGit, r Ref, u *url.URL) (refused func() []string, err error) {
	proxy := &reach.Proxy{}
	s.reached(r, &proxy.Servers, &proxy.Bounds)
	bare := *u
	bare.User = nil
	if own, err := g.run(ctx, "config", "--get-urlmatch", "http.proxy", bare.String()); err == nil {
		if at, err := url.Parse(strings.TrimSpace(own)); err == nil && at.Host != "" {
			proxy.Upstream = http.ProxyURL(at)
		}
	}
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("fetch %s: open a port for git's proxy: %w", r.Shown(), err)
	}
	served := make(chan struct{})
	go func() {
		defer close(served)
		proxy.Serve(l)
	}()
	at := "http://" + l.Addr().String()
	g.options = []string{"-c", "http.proxy=" + at, "-c", "http." + bare.String() + ".proxy=" + at}
	g.env = append(g.env, "NO_PROXY=", "no_proxy=")
	return func() []string {
		l.Close()
		<-served
		return proxy.Refused()
	}, nil
}

// userGit is the user's own git.
type userGit struct {
	program string
	options []string // before the arguments
	env     []string
}

// run runs git and returns what it prints.
func (g *userGit) run(ctx context.Context, args ...string) (output string, err error) {
	c := exec.CommandContext(ctx, g.program, append(g.options, args...)...)
	c.Env, c.Dir, c.WaitDelay = g.env, filepath.Dir(g.program), time.Second
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	err = c.Run()
	if errors.Is(err, exec.ErrWaitDelay) {
		err = nil
	}
	return out.String(), err
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(strings.ToValidUTF8(text, "\ufffd")), "\n")
	return strings.Map(func(c rune) rune {
		if c < ' ' {
			return -1
		}
		return c
	}, lines[len(lines)-1])
}
