package download

import (
	"errors"
	"fmt"
	"net/url"
	"path"
	"strings"

	"github.com/google/go-containerregistry/pkg/name"

	"agon/bot/build/repo"
	"agon/bot/image"
	"agon/internal/diskfree"
)

// A Source is what an address names: a commit or an image.
type Source struct {
	commit repo.Ref
	image  name.Reference // nil: it is a commit
}

// A Refused describes in a sentence why what an address names cannot be handed in. Other errors are the host's.
type Refused struct{ Why string }

func (r *Refused) Error() string { return r.Why }

func refuse(format string, args ...any) error { return &Refused{fmt.Sprintf(format, args...)} }

// mostAddress bounds an address, in bytes.
const mostAddress = 500

// Is reports whether somebody who could name a file means an address.
func Is(text string) bool {
	return strings.HasPrefix(text, repo.Prefix) || strings.HasPrefix(text, string(image.Registry)) || strings.HasPrefix(text, "https://") ||
		strings.HasPrefix(text, "http://")
}

// Parse reads an address as a person writes it. branch is the branch, tag or commit of a repository if the address does not name it; it may
// be empty. The error is a [*Refused].
func Parse(address, branch string) (Source, error) {
	address, branch = strings.TrimSpace(address), strings.TrimSpace(branch)
	switch {
	case len(address)+len(branch) > mostAddress:
		return Source{}, refuse("The address has more than %d bytes.", mostAddress)
	case !Is(address):
		return Source{}, refuse("%q is no address: a repository's begins with https://, an image's with docker://.", address)
	case strings.ContainsFunc(address+branch, func(c rune) bool { return c <= ' ' || c == 0x7f }):
		return Source{}, refuse("An address has no blanks and control characters.")
	}
	if strings.HasPrefix(address, string(image.Registry)) {
		return parseImage(address, branch)
	}
	return parseCommit(address, branch)
}

func parseImage(address, branch string) (Source, error) {
	const example = "docker://registry.example/team/bot:1"
	if branch != "" {
		return Source{}, refuse("An image has no branch: name its tag in the address, as in %s.", example)
	}
	ref, err := name.ParseReference(strings.TrimPrefix(address, string(image.Registry)))
	if err != nil {
		return Source{}, refuse("%q is no address of an image, as in %s.", address, example)
	}
	return Source{image: ref}, nil
}

func parseCommit(address, branch string) (Source, error) {
	r, err := repo.Parse(repo.Prefix + strings.TrimPrefix(address, repo.Prefix))
	if err != nil {
		return Source{}, refuse("%q is no address of a repository: %v.", address, err)
	}
	u, err := url.Parse(r.URL)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http":
		return Source{}, refuse("%q is no address of a repository, as in https://git.example/me/bot.", address)
	case u.User != nil:
		return Source{}, refuse("The address has a name or a password in it: only repositories that everybody can read can be handed in.")
	case !r.Before.IsZero():
		return Source{}, refuse("Name a branch, a tag or a commit; the parameter before belongs to agon play and contest files.")
	case branch != "" && r.Rev != "" && r.Rev != branch:
		return Source{}, refuse("The address names %q and the branch is %q: name one of them.", r.Rev, branch)
	case branch != "":
		r.Rev = branch
	}
	if strings.HasPrefix(r.Rev, "-") {
		return Source{}, refuse("No branch begins with a hyphen.")
	}
	return Source{commit: r}, nil
}

// Repository returns the commit of a repository; ok is false for an image.
func (s Source) Repository() (r repo.Ref, ok bool) { return s.commit, s.image == nil }

// String returns the address, which Parse reads.
func (s Source) String() string {
	if s.image != nil {
		return string(image.Registry) + s.image.Name()
	}
	return s.commit.String()
}

// Base returns a name for the bot, without an ending.
func (s Source) Base() string {
	base := s.commit.Base()
	if s.image != nil {
		base = path.Base(s.image.Context().RepositoryStr())
	}
	base = strings.Map(func(c rune) rune {
		if c < 0x80 && (c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '-' || c == '_') {
			return c
		}
		return '-'
	}, base)
	if base = strings.Trim(base[:min(len(base), 40)], "-"); base == "" {
		return "bot"
	}
	return base
}

// explained makes a refusal of an error, unless the disk is full; what says what was tried.
func (l *Limits) explained(what string, err error) error {
	var own *Refused
	if errors.As(err, &own) {
		return own
	}
	if err := l.unreached(err); err != nil {
		return err
	}
	if diskfree.IsFull(err) {
		return err
	}
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	return refuse("%s: %v.", what, err)
}
