package repo

import (
	"context"
	"errors"
	"net/http"
	"sync"

	"github.com/go-git/go-git/v5/plumbing/transport/client"
	githttp "github.com/go-git/go-git/v5/plumbing/transport/http"

	"agon/bot/reach"
)

// throughKey is the key of a context's transport.
type throughKey struct{}

// Through returns a context in which go-git speaks http and https by a transport, and by no other in this process any more.
func Through(ctx context.Context, by http.RoundTripper) context.Context {
	install()
	return context.WithValue(ctx, throughKey{}, by)
}

// install makes go-git, whose clients are those of the process, use the transport of each request's context.
var install = sync.OnceFunc(func() {
	by := githttp.NewClient(reach.Client(through{}))
	client.InstallProtocol("https", by)
	client.InstallProtocol("http", by)
})

// through sends requests by the transport of their context.
type through struct{}

func (through) RoundTrip(r *http.Request) (*http.Response, error) {
	by, ok := r.Context().Value(throughKey{}).(http.RoundTripper)
	if !ok {
		return nil, errors.New("a repository is fetched without a transport")
	}
	return by.RoundTrip(r)
}
