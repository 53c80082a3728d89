package embedded

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/gofrs/flock"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"agon/contest/queue/jetstream"
)

// Limits of the server.
const (
	MaxConnections = 4    // of one worker
	allConnections = 2000 // of all workers, and of those that have not proved who they are
	subscriptions  = 64   // of one connection
	unsent         = 16 << 20
	starting       = 30 * time.Second
)

// errBusy refuses a connection for now.
var errBusy = errors.New("many workers connect at this moment: come again")

// Options describe an embedded server. Dir must be set.
type Options struct {
	Dir        string        // created, for the owner alone
	Listen     string        // HOST:PORT for workers; empty: no port
	Space      string        // of the contest's queue; empty: "agon"
	Sync       time.Duration // time after which writes are flushed to the disk; 0: 1 s, negative: each write
	StoreBytes int64         // limit of all streams; 0: 16 GiB
}

// A Server is a running NATS server. It is safe for concurrent use.
type Server struct {
	options Options
	nats    *server.Server
	lock    *flock.Flock
	door    *door
	health
}

// Start starts a server and waits until it is ready.
func Start(o Options) (*Server, error) {
	if o.Space == "" {
		o.Space = "agon"
	}
	if o.StoreBytes <= 0 {
		o.StoreBytes = 16 << 30
	}
	if err := private(o.Dir); err != nil {
		return nil, fmt.Errorf("folder of the queue: %w", err)
	}
	lock := flock.New(filepath.Join(o.Dir, "lock"), flock.SetPermissions(0o600))
	switch held, err := lock.TryLock(); {
	case err != nil:
		return nil, fmt.Errorf("folder of the queue: %w", err)
	case !held:
		return nil, fmt.Errorf("another process uses the queue in %s: stop it, or use another folder", o.Dir)
	}
	s := &Server{options: o, lock: lock}
	if err := s.start(); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// private makes a folder that others cannot read.
func private(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return os.Chmod(dir, 0o700)
}

func (s *Server) start() error {
	o := s.options
	config := &server.Options{
		ServerName: "agon", NoSigs: true, NoLog: true, DontListen: o.Listen == "", DisableJetStreamBanner: true,
		JetStream: true, StoreDir: o.Dir, JetStreamMaxStore: o.StoreBytes, JetStreamMaxMemory: 256 << 20,
		SyncInterval: o.Sync, SyncAlways: o.Sync < 0,
		MaxPayload: jetstream.MaxMessage, MaxPending: unsent, MaxConn: allConnections, MaxSubs: subscriptions, MaxSubTokens: 12,
		AuthTimeout: 5, TLSTimeout: 5, PingInterval: 10 * time.Second, MaxPingsOut: 2,
		AlwaysEnableNonce: true,
		NoSublistCache:    true, // each worker has an account, whose cache would fill with names of orders that never come again
	}
	if o.Sync == 0 {
		config.SyncInterval = time.Second
	} else if o.Sync < 0 {
		config.SyncInterval = 0
	}
	var err error
	if s.door, err = openDoor(o.Dir, o.Space); err != nil {
		return err
	}
	config.CustomClientAuthentication = s.door
	if o.Listen != "" {
		if err := s.listen(config); err != nil {
			return err
		}
	}
	if s.nats, err = server.NewServer(config); err != nil {
		return fmt.Errorf("start the queue's server: %w", err)
	}
	if err := s.door.opened(s.nats); err != nil {
		return err
	}
	if !s.nats.ReadyForConnections(starting) {
		return fmt.Errorf("the queue's server in %s did not start within %s: is the address %q free, and the disk writable?", o.Dir,
			starting, o.Listen)
	}
	return nil
}

// listen adds what a port needs to the configuration.
func (s *Server) listen(config *server.Options) error {
	host, port, err := net.SplitHostPort(s.options.Listen)
	if err != nil {
		return fmt.Errorf("address %q for workers: want HOST:PORT", s.options.Listen)
	}
	number, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return fmt.Errorf("address %q for workers: the port is not a number", s.options.Listen)
	}
	config.Host, config.Port = host, int(number)
	if number == 0 {
		config.Port = server.RANDOM_PORT
	}
	probe, err := net.Listen("tcp", s.options.Listen) // the NATS server would end the process instead of returning an error
	if err != nil {
		return fmt.Errorf("listen for workers: %w", err)
	}
	if err := probe.Close(); err != nil {
		return err
	}
	var pair tls.Certificate
	err = locked(filepath.Join(s.options.Dir, "workers.json"), func() (err error) {
		pair, err = certificate(s.options.Dir)
		return err
	})
	if err != nil {
		return fmt.Errorf("certificate for workers: %w", err)
	}
	at := newWelcome()
	config.TLSConfig = &tls.Config{
		MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{pair},
		GetConfigForClient: func(hello *tls.ClientHelloInfo) (*tls.Config, error) {
			if !at.admits(hello.Conn.RemoteAddr(), time.Now()) {
				return nil, errBusy
			}
			return nil, nil
		},
	}
	config.TLS, config.TLSHandshakeFirst = true, true
	return nil
}

// Addr returns the address for workers; nil without one.
func (s *Server) Addr() net.Addr {
	if s.options.Listen == "" {
		return nil
	}
	return s.nats.Addr()
}

// Dial opens the server's side of the link, through memory.
func (s *Server) Dial(ctx context.Context, o jetstream.Options) (*jetstream.Link, error) {
	o.Space, o.Worker, o.Replicas = s.options.Space, "", 1
	o.Seed, o.Broken = s.door.seed, s.broken
	o.Connect = append(o.Connect, nats.InProcessServer(s.nats))
	return jetstream.Dial(ctx, "nats://in-process", o)
}

// closing is how long a server may take to stop. With a full disk NATS may wait for itself.
const closing = 10 * time.Second

// Close stops the server, after which the folder can be used again.
func (s *Server) Close() error {
	if s.nats != nil {
		stopped := make(chan struct{})
		go func() {
			defer close(stopped)
			s.nats.Shutdown()
			s.nats.WaitForShutdown()
		}()
		select {
		case <-stopped:
		case <-time.After(closing):
			return errors.Join(fmt.Errorf("the queue in %s did not stop within %v: its disk may be full", s.options.Dir, closing),
				s.lock.Unlock())
		}
	}
	return s.lock.Unlock()
}
