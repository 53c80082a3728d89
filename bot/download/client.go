package download

import (
	"errors"
	"net/http"
	"net/url"

	"agon/bot/reach"
)

// Limits bound a download.
type Limits struct {
	Bytes      int64 // bytes that servers send, and of the file
	Private    bool  // addresses of private networks may be connected to, and http is spoken
	Unresolved bool  // names that this machine cannot resolve are left to its proxy; see reach.Servers

	Token string // by which the host of a repository lets it be read; sent to the server of the address alone, not where that redirects to
}

// newTransport returns the transport of a download.
func newTransport(l Limits) *reach.Transport {
	t := &reach.Transport{Bounds: reach.Bounds{Bytes: l.Bytes}}
	t.Public, t.Private, t.Unresolved = true, l.Private, l.Unresolved
	return t
}

// login adds a token to the requests for one server, "https://HOST". Hosts take it as the password of any user.
type login struct {
	http.RoundTripper
	server, token string
}

func newLogin(address string, l Limits) http.RoundTripper {
	u, err := url.Parse(address)
	if err != nil || l.Token == "" {
		return newTransport(l)
	}
	return login{newTransport(l), u.Scheme + "://" + u.Host, l.Token}
}

func (g login) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Scheme+"://"+r.URL.Host == g.server {
		r = r.Clone(r.Context())
		r.SetBasicAuth("x-access-token", g.token)
	}
	return g.RoundTripper.RoundTrip(r)
}

func (l *Limits) large() error {
	return refuse("It has more than %d MiB.", l.Bytes>>20)
}

// unreached returns the refusal for an error of the transport, nil for others. It is without the address, which may be that of a neighbour
// of the site.
func (l *Limits) unreached(err error) error {
	switch {
	case errors.Is(err, reach.ErrPrivate):
		return refuse("The address leads into a private network: the site fetches from public addresses only.")
	case errors.Is(err, reach.ErrPlain):
		return refuse("The address, or one that it leads to, is not https.")
	case errors.Is(err, reach.ErrUnresolved):
		return refuse("The address, or one that it leads to, is of a server whose name has no address on the site's machine.")
	case errors.Is(err, reach.ErrMost):
		return l.large()
	}
	return nil
}
