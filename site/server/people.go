package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"agon/internal/httpserver"
	"agon/site/notify"
	"agon/site/openid"
)

// listenOn listens on an address that a flag names.
func listenOn(address, flag string) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w; name another address with %s", address, err, flag)
	}
	return l, nil
}

// base returns the address of the site as people reach it.
func (s *Setup) base(l net.Addr) string {
	if len(s.Site.Hosts) == 0 {
		return "http://" + l.String()
	}
	return map[bool]string{false: "http://", true: "https://"}[s.Site.Secure] + s.Site.Hosts[0]
}

// letters returns what mails letters, with the whole address of their page; nil if mail is not set up.
func (s *Setup) letters(base string) (notify.Writer, error) {
	if s.Mail.Server == "" && s.Mail.From == "" {
		return nil, nil
	}
	write, err := notify.Letters(s.Mail)
	if err != nil {
		return nil, fmt.Errorf("--mail and --mail-from: %w", err)
	}
	return func(ctx context.Context, l notify.Letter) error {
		l.Page = base + l.Page
		return write(ctx, l)
	}, nil
}

// addressed returns a sender that gives alerts the whole address of their page, nil for none.
func addressed(send notify.Sender, base string) notify.Sender {
	if send == nil {
		return nil
	}
	return func(ctx context.Context, a notify.Alert) error {
		a.Page = base + a.Page
		return send(ctx, a)
	}
}

// senders returns what sends alerts, nil if nothing does.
func (s *Setup) senders() (notify.Sender, error) {
	var list []notify.Sender
	if s.Webhook != "" {
		send, err := notify.Webhook(s.Webhook)
		if err != nil {
			return nil, fmt.Errorf("--webhook: %w", err)
		}
		list = append(list, send)
	}
	if s.Mail.Server != "" || s.Mail.From != "" {
		send, err := notify.Mail(s.Mail)
		if err != nil {
			return nil, fmt.Errorf("--mail and --mail-from: %w", err)
		}
		list = append(list, send)
	}
	return notify.All(list...), nil
}

// provider returns who signs people in as well, nil if nobody does.
func (s *Setup) provider() (*openid.Provider, error) {
	if s.Provider.Issuer == "" {
		if s.Provider.Client != "" || s.Provider.Name != "" {
			return nil, errors.New("--openid-client and --openid-name belong to a provider: name it with --openid URL")
		}
		return nil, nil
	}
	p, err := openid.New(s.Provider, nil)
	if err != nil {
		return nil, fmt.Errorf("--openid and --openid-client: %w", err)
	}
	return p, nil
}

// Limits of connections.
const (
	siteHeadTime  = 10 * time.Second
	siteReadTime  = time.Minute     // of a request, at least
	siteReadMiB   = 4 * time.Second // for each MiB of the largest file
	siteWriteTime = time.Minute
	siteIdleTime  = 2 * time.Minute
	siteHeadBytes = 32 << 10
	siteGrace     = 5 * time.Second // for requests at the end
)

// serveSite answers requests until ctx is done.
func serveSite(ctx context.Context, l net.Listener, h http.Handler, read time.Duration) error {
	server := &http.Server{
		Handler: h, ReadHeaderTimeout: siteHeadTime, ReadTimeout: read, WriteTimeout: siteWriteTime, IdleTimeout: siteIdleTime,
		MaxHeaderBytes: siteHeadBytes,
		ErrorLog:       slog.NewLogLogger(slog.DiscardHandler, slog.LevelError),
	}
	return httpserver.Run(ctx, l, server, siteGrace)
}
