package server

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"time"
)

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
		Handler: h, ReadHeaderTimeout: siteHeadTime, ReadTimeout: read, WriteTimeout: siteWriteTime, IdleTimeout: siteIdleTime, MaxHeaderBytes: siteHeadBytes,
		ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError),
	}
	stopped := make(chan error, 1)
	go func() { stopped <- server.Serve(l) }()
	select {
	case err := <-stopped:
		return err
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), siteGrace)
	defer cancel()
	if err := server.Shutdown(grace); err != nil {
		server.Close()
	}
	<-stopped
	return nil
}
