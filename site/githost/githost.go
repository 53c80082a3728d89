/*
Package githost speaks with hosts of git repositories in their own forms: it verifies and reads what they send after a push (webhooks), and
sends them statuses of commits.

A body is read after its signature was verified, and which event it is follows from the body, since no signature covers headers. GitHub,
Gitea and Forgejo sign by HMAC-SHA256. So does GitLab with its signing tokens, together with the time; else it sends the secret itself. One
secret serves all: its end is the key of GitLab's signatures. A status goes to the repository's host alone: redirects are not followed.
*/
package githost

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/url"
	"strconv"
	"strings"
	"time"

	"agon/internal/pattern"
)

// A Form is how a host writes what it sends and reads: "github", "gitlab", or "gitea", which is that of Forgejo too.
type Form string

// signedBy are the headers with the signatures of each form, or with the secret. The first that is there counts.
var signedBy = map[Form][]string{
	"github": {"X-Hub-Signature-256"},
	"gitlab": {"Webhook-Signature", "X-Gitlab-Token"},
	"gitea":  {"X-Forgejo-Signature", "X-Gitea-Signature", "X-Hub-Signature-256"},
}

// Known reports whether there is such a form.
func (f Form) Known() bool { return signedBy[f] != nil }

// secretBegins begins a secret; a key in base64 follows. GitLab demands that of its signing tokens.
const secretBegins = "whsec_"

// NewSecret returns a new secret.
func NewSecret() string {
	key := make([]byte, 32)
	rand.Read(key)
	return secretBegins + base64.StdEncoding.EncodeToString(key)
}

// Why a request is not what a host has sent.
var (
	ErrForged = errors.New("the signature is wrong or missing: give the webhook the secret that the site has shown")
	ErrOld    = errors.New("the signature is older than five minutes, or the clocks differ by as much")
)

// lasts is how long a signature with a time is valid.
const lasts = 5 * time.Minute

// verify returns an error unless a body was signed by a secret, and not long before now if the signature has a time.
func (f Form) verify(header func(name string) string, body []byte, secret string, now time.Time) error {
	by, value, signed := "", "", now
	for _, by = range signedBy[f] {
		if value = header(by); value != "" {
			break
		}
	}
	given, err := hex.DecodeString(strings.TrimPrefix(value, "sha256="))
	want := sum([]byte(secret), body)
	switch by {
	case "X-Gitlab-Token":
		given, want, err = []byte(value), []byte(secret), nil
	case "Webhook-Signature": // in the form of Standard Webhooks
		at := header("Webhook-Timestamp")
		seconds, wrong := strconv.ParseInt(at, 10, 64)
		key, bad := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, secretBegins))
		given, err = base64.StdEncoding.DecodeString(strings.TrimPrefix(value, "v1,"))
		err, signed = errors.Join(err, wrong, bad), time.Unix(seconds, 0)
		want = sum(key, []byte(header("Webhook-Id")+"."+at+"."), body)
	}
	switch {
	case value == "" || err != nil || !hmac.Equal(given, want):
		return ErrForged
	case now.Sub(signed).Abs() > lasts:
		return ErrOld
	}
	return nil
}

func sum(key []byte, parts ...[]byte) []byte {
	h := hmac.New(sha256.New, key)
	for _, p := range parts {
		h.Write(p)
	}
	return h.Sum(nil)
}

// A Push is what a host says of a push to a branch.
type Push struct {
	Repository string // its path on the host: "me/bot"
	Branch     string
	Default    bool   // the branch is the default one
	Commit     string // the newest, its whole hash
}

// hash is the whole hash of a commit, which zeros are not: they stand for a branch that was deleted.
var hash = pattern.Of(`^[0-9a-f]{40}$`)

// Read verifies a body by the secret of its host, and reads it. header returns the first value of a header. The push is nil if the host
// tells something else. The error is [ErrForged] or [ErrOld], or says that the body is no JSON.
func (f Form) Read(header func(name string) string, body []byte, secret string, now time.Time) (*Push, error) {
	type repository struct {
		Name    string `json:"full_name"`
		Path    string `json:"path_with_namespace"` // GitLab's name
		Default string `json:"default_branch"`
	}
	var b struct {
		Ref, After          string
		Repository, Project repository
	}
	err := f.verify(header, body, secret, now)
	if err == nil {
		err = json.Unmarshal(body, &b)
	}
	branch, ok := strings.CutPrefix(b.Ref, "refs/heads/")
	if err != nil || !ok || !hash().MatchString(b.After) || strings.Trim(b.After, "0") == "" {
		return nil, err
	}
	usual := b.Repository.Default + b.Project.Default // GitLab's repository has neither
	return &Push{b.Repository.Name + b.Project.Path, branch, branch == usual, b.After}, nil
}

// Of reports whether the push is one to the repository of an address. Hosts may have repositories below a path of their own.
func (p *Push) Of(address string) bool {
	u, err := url.Parse(address)
	return err == nil && p.Repository != "" && strings.HasSuffix("/"+strings.ToLower(pathOf(u)), "/"+strings.ToLower(p.Repository))
}

// pathOf returns the path of a repository on its host.
func pathOf(u *url.URL) string { return strings.TrimSuffix(strings.Trim(u.Path, "/"), ".git") }
