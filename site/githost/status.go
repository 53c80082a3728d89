package githost

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"agon/bot/reach"
)

// A Status is what a host is told about a commit.
type Status struct {
	Form       Form
	Repository string // its address, as it is handed in
	Token      string
	Commit     string // its whole hash
	State      string // "pending", "success" or "failure"
	Label      string // which tells it from statuses of others
	Text       string // a sentence; what is longer than 140 characters is cut
	Page       string // address of the page that says more
}

// A Sender sends statuses, to public addresses by https.
type Sender struct {
	Private    bool // to private networks too, and by http
	Unresolved bool // names that this machine cannot resolve are left to its proxy; see reach.Servers
}

// Send sends a status. The error is the rest of a sentence about the host, without the token and without what the host says.
func (s Sender) Send(ctx context.Context, x *Status) error {
	r, err := x.request(ctx)
	if err != nil {
		return err
	}
	t := &reach.Transport{Bounds: reach.Bounds{Bytes: 64 << 10, Time: 20 * time.Second}}
	t.Public, t.Private, t.Unresolved = true, s.Private, s.Unresolved
	defer t.CloseIdleConnections()
	answer, err := t.RoundTrip(r)
	if err != nil {
		return fmt.Errorf("cannot be reached: %w", err)
	}
	answer.Body.Close()
	if answer.StatusCode < 200 || answer.StatusCode > 299 {
		return fmt.Errorf("answers %d to the access token", answer.StatusCode)
	}
	return nil
}

// mostText bounds the text of a status, in characters.
const mostText = 140

// request returns the request that sends a status.
func (x *Status) request(ctx context.Context) (*http.Request, error) {
	u, err := url.Parse(strings.TrimPrefix(x.Repository, "git+"))
	if err != nil {
		return nil, err
	}
	text := []rune(x.Text)
	if len(text) > mostText {
		text = append(text[:mostText-1], '…')
	}
	at, path := u.Scheme+"://"+u.Host, (&url.URL{Path: pathOf(u)}).EscapedPath()
	head, login, state := "Authorization", "token "+x.Token, x.State
	switch {
	case x.Form == "gitlab":
		at, head, login = at+"/api/v4/projects/"+url.PathEscape(pathOf(u)), "Private-Token", x.Token
		state = strings.Replace(state, "failure", "failed", 1)
	case x.Form == "gitea":
		at += "/api/v1/repos/" + path
	case u.Hostname() == "github.com":
		at = "https://api.github.com/repos/" + path
	default:
		at += "/api/v3/repos/" + path
	}
	body, err := json.Marshal(map[string]string{"state": state, "target_url": x.Page, "description": string(text), "context": x.Label})
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, at+"/statuses/"+x.Commit, bytes.NewReader(body))
	if err == nil {
		r.Header = http.Header{"Content-Type": {"application/json"}, "User-Agent": {"agon"}, head: {login}}
	}
	return r, err
}
