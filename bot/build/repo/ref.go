/*
Package repo finds bots in git repositories: a commit of a branch, or the last one before a date, as a folder of its files.

A repository of somebody else is mirrored once and read from there, until an update is asked for; one of this machine is read where it
is. The files of a commit are written once, under the commit's hash. Hooks, filters and submodules are no part of this: files are
written as the commit has them, and folders of submodules stay empty.

Who needs to log in is served by the user's own git, with whatever credentials it has.
*/
package repo

import (
	"errors"
	"fmt"
	"net/url"
	"path"
	"path/filepath"
	"strings"
	"time"

	"agon/internal/pattern"
)

// A Ref is a reference to a bot in a repository.
type Ref struct {
	URL    string
	Rev    string    // a branch, a tag or a commit; empty for HEAD
	Before time.Time // the last commit before this time; zero for the latest
	Dir    string    // the bot's folder in the repository, with slashes; empty for the root
}

// Prefix begins every reference to a repository.
const Prefix = "git+"

// Parse parses git+URL@REV?before=2022-11-30&dir=bots/mine; everything after the URL is optional.
func Parse(text string) (Ref, error) {
	rest, ok := strings.CutPrefix(text, Prefix)
	if !ok {
		return Ref{}, fmt.Errorf("%s: a reference to a repository begins with %s", text, Prefix)
	}
	var r Ref
	rest, query, _ := strings.Cut(rest, "?")
	if at := strings.LastIndexByte(rest, '@'); at > endOfHost(rest) {
		rest, r.Rev = rest[:at], rest[at+1:]
	}
	r.URL = rest
	if err := r.parameters(query); err != nil {
		return Ref{}, err
	}
	return r, r.check()
}

// endOfHost returns where a URL's path begins; an @ before that separates a user name.
func endOfHost(text string) int {
	if _, after, ok := strings.Cut(text, "://"); ok {
		if slash := strings.IndexByte(after, '/'); slash >= 0 {
			return len(text) - len(after) + slash
		}
		return len(text)
	}
	return strings.IndexByte(text, ':') // host:path, as in ssh
}

func (r *Ref) parameters(query string) error {
	values, err := url.ParseQuery(query)
	if err != nil {
		return fmt.Errorf("invalid parameters after ? (want key=value, separated by &): %w", err)
	}
	for key, v := range values {
		switch key {
		case "before":
			if r.Before, err = ParseDate(v[0]); err != nil {
				return err
			}
		case "dir":
			r.Dir = path.Clean(v[0])
			if !filepath.IsLocal(filepath.FromSlash(r.Dir)) {
				return fmt.Errorf("dir=%s is not a path below the repository", v[0])
			}
		default:
			return fmt.Errorf("unknown parameter %s=; a repository has before=DATE and dir=FOLDER", key)
		}
	}
	return nil
}

// ParseDate parses a date, which means 00:00 UTC of that day, or a time.
func ParseDate(text string) (time.Time, error) {
	for _, layout := range []string{"2006-01-02", "2006-01-02T15:04", "2006-01-02T15:04:05", time.RFC3339} {
		if t, err := time.Parse(layout, text); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("invalid date %q (want 2022-11-30 or 2022-11-30T18:00:00Z)", text)
}

var (
	sshLike = pattern.Of(`^[A-Za-z0-9_][\w.-]*@[A-Za-z0-9_][\w.-]*:[^-]`)
	schemes = pattern.Of(`^(https?|ssh|git|file)://[^-]`)
	userEnd = pattern.Of(`^\w+://[^/]*@-`)
)

// check returns an error for an address that git would interpret in another way.
func (r *Ref) check() error {
	if !sshLike().MatchString(r.URL) && !schemes().MatchString(r.URL) || userEnd().MatchString(r.URL) ||
		strings.ContainsAny(r.URL, "\x00\r\n") {
		return fmt.Errorf("unknown repository address %q (want git+https://HOST/PATH@BRANCH, git+ssh://USER@HOST/PATH or git+file:///PATH",
			r.Shown())
	}
	if strings.HasPrefix(r.Rev, "-") {
		return errors.New("no branch begins with a hyphen")
	}
	return nil
}

// local returns the folder of a repository on this machine.
func (r *Ref) local() (dir string, ok bool) {
	rest, ok := strings.CutPrefix(r.URL, "file://")
	if !ok {
		return "", false
	}
	if len(rest) > 2 && rest[0] == '/' && rest[2] == ':' {
		rest = rest[1:] // file:///C:/folder
	}
	return filepath.FromSlash(rest), true
}

// Shown returns the URL without a password.
func (r *Ref) Shown() string {
	if u, err := url.Parse(r.URL); err == nil && u.User != nil {
		return u.Redacted()
	}
	return r.URL
}

// String returns the reference, without a password.
func (r *Ref) String() string {
	text := Prefix + r.Shown()
	if r.Rev != "" {
		text += "@" + r.Rev
	}
	mark := "?"
	if !r.Before.IsZero() {
		text += mark + "before=" + strings.TrimSuffix(r.Before.UTC().Format(time.RFC3339), "T00:00:00Z")
		mark = "&"
	}
	if r.Dir != "" {
		text += mark + "dir=" + r.Dir
	}
	return text
}

// Base returns the default name of the bot: the folder's, or else the repository's.
func (r *Ref) Base() string {
	if r.Dir != "" && r.Dir != "." {
		return path.Base(r.Dir)
	}
	name := strings.TrimSuffix(strings.TrimSuffix(strings.TrimRight(r.URL, "/"), ".git"), "/")
	return name[strings.LastIndexAny(name, "/:")+1:]
}
