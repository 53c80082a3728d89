/*
Package connection opens the queue between a contest's machine and its workers, as [agon/contest/fleet] needs it: one of this program with a
port for workers, or one of NATS servers that the organiser has.

What it keeps lies in the folder [contest.RemoteFolder] of the contest: the certificate of the port, the names of the workers with the
public halves of their keys, waiting orders, the address of the last run, and which worker has played which games. The contests of a site
have one queue, in the site's folder, and each which worker has played its games.
*/
package connection

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"agon/contest"
	"agon/contest/fleet"
	"agon/contest/queue"
	"agon/contest/queue/invitation"
	"agon/contest/queue/jetstream"
	"agon/contest/queue/jetstream/embedded"
	"agon/internal/wholefile"
)

// addressFile is the file in the folder of workers with the address on which the last run listened for them.
const addressFile = "address"

// Lease is how long a worker keeps an order without a sign of life, and how long it is shown as here.
const Lease = 10 * time.Second

// space is the name of a contest's queue in the server of this program, which has no other.
const space = "agon"

// Options describe where the workers of a contest or a site connect. One of Listen and NATS is set.
type Options struct {
	Dir    string // the contest's folder, or the site's
	Listen string // HOST:PORT of this machine, such as ":4222"

	NATS        string // URL of NATS servers with JetStream
	Credentials string // file with credentials for them; empty: none
	CA          string // PEM file with the authority of their certificates; empty: those that the system trusts

	Invite  string                      // command that invites a worker, for a note
	NoCores bool                        // no core of this machine plays
	Admit   func(s *fleet.State) string // as in [fleet.Options]
	Note    func(text string)           // receives messages for the organiser
}

// A Connection is an open queue to the workers of a contest, and what gives them its games.
type Connection struct {
	*fleet.Server
	*Queue
}

// Open opens the queue and the journal of a contest. The caller closes it after the run. Errors are the host's.
func Open(ctx context.Context, o Options) (*Connection, error) {
	q, err := OpenQueue(ctx, o)
	if err != nil {
		return nil, err
	}
	server, err := q.Serve(o.Dir, o.Note)
	if err != nil {
		return nil, errors.Join(err, q.Close())
	}
	return &Connection{server, q}, nil
}

// A Queue is an open queue to workers. It serves any number of contests, and is safe for concurrent use.
type Queue struct {
	options    Options
	link       queue.Link
	remove     func(worker string) error // ends the access of a worker; nil: this program cannot
	depot      *fleet.Depot
	calibrated time.Duration

	mu    sync.Mutex
	close []func() error // in this order
}

// OpenQueue opens the queue of a contest or of a site.
func OpenQueue(ctx context.Context, o Options) (q *Queue, err error) {
	q = &Queue{options: o, calibrated: fleet.Calibrate()}
	defer func() {
		if err != nil {
			err = errors.Join(err, q.Close())
		}
	}()
	dir := filepath.Join(o.Dir, contest.RemoteFolder)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return q, err
	}
	if q.link, q.remove, err = q.open(ctx, dir, &o); err != nil {
		return q, err
	}
	q.depot = fleet.NewDepot(q.link.Files)
	return q, nil
}

// Serve returns what gives workers the games of the contest in a folder, where the journal of its workers lies. It is closed with the
// queue.
func (q *Queue) Serve(dir string, note func(text string)) (*fleet.Server, error) {
	dir = filepath.Join(dir, contest.RemoteFolder)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	journal, err := fleet.OpenJournal(filepath.Join(dir, contest.RemoteJournal))
	if err != nil {
		return nil, err
	}
	o := &q.options
	server := fleet.New(q.link, fleet.Options{
		Lease: Lease, Calibrated: q.calibrated, Measure: fleet.Remeasure, NoCores: o.NoCores, Admit: o.Admit, Note: note,
		Depot: q.depot, Journal: journal, Remove: q.remove,
	})
	q.mu.Lock()
	q.close = append([]func() error{func() error { server.Wait(); return nil }}, append(q.close, journal.Close)...)
	q.mu.Unlock()
	return server, nil
}

// open opens the queue, and returns its server's side and what ends the access of a worker; nil if this program cannot.
func (q *Queue) open(ctx context.Context, dir string, o *Options) (link queue.Link, remove func(worker string) error, err error) {
	if o.NATS != "" {
		space := spaceOf(o.Dir)
		l, err := jetstream.Dial(ctx, o.NATS, jetstream.Options{
			Space: space, Lease: Lease, Keep: Lease, Clear: true, Credentials: o.Credentials, CA: o.CA, Note: o.Note,
		})
		if err != nil {
			return link, nil, fmt.Errorf("--nats: %w", err)
		}
		q.opened(l)
		o.Note(fmt.Sprintf("workers join with: agon worker --nats %s --space %s --name NAME", bare(o.NATS), space))
		return l.Queues(), nil, nil
	}
	server, err := embedded.Start(embedded.Options{Dir: dir, Listen: o.Listen, Space: space})
	if err != nil {
		return link, nil, fmt.Errorf("--workers: %w", err)
	}
	q.close = append(q.close, server.Close)
	l, err := server.Dial(ctx, jetstream.Options{Lease: Lease, Keep: Lease, Clear: true, Volatile: true})
	if err == nil {
		q.opened(l)
		err = wholefile.WriteBytes(filepath.Join(dir, addressFile), []byte(server.Addr().String()+"\n"))
	}
	if err != nil {
		return link, nil, fmt.Errorf("--workers: %w", err)
	}
	o.Note(fmt.Sprintf("workers may connect to %s; invite one with: %s", server.Addr(), o.Invite))
	return l.Queues(), server.RemoveWorker, nil
}

// opened has a link closed before the server that it belongs to.
func (q *Queue) opened(l *jetstream.Link) {
	q.close = append([]func() error{func() error { l.Close(); return nil }}, q.close...)
}

// Close closes the queue. Workers wait for the next run.
func (q *Queue) Close() error {
	q.mu.Lock()
	defer q.mu.Unlock()
	var errs []error
	for _, end := range q.close {
		errs = append(errs, end())
	}
	q.close = nil
	debug.FreeOSMemory() // a thousand connections leave 300 MB, and a report follows
	return errors.Join(errs...)
}

// spaceOf returns the name of the queue of a contest's folder in servers that others may use too.
func spaceOf(dir string) string {
	if whole, err := filepath.Abs(dir); err == nil {
		dir = whole
	}
	sum := sha256.Sum256([]byte(dir))
	return "agon-" + hex.EncodeToString(sum[:6])
}

// bare returns a URL without a password.
func bare(url string) string {
	if at := strings.LastIndex(url, "@"); at >= 0 {
		if scheme := strings.Index(url, "://"); scheme >= 0 {
			return url[:scheme+3] + url[at+1:]
		}
	}
	return url
}

// An Unaddressed is the error of an invitation to a machine of which no address is known.
type Unaddressed struct{}

func (Unaddressed) Error() string {
	return "no run has listened for workers yet, so this machine's port is unknown"
}

// Invite adds a worker to a contest or a site in a folder, before a run or during one. The addresses are those by which it reaches this
// machine, each HOST:PORT; without any they are this machine's own, with the port of the last run. A zero expires means never.
func Invite(dir, name string, addresses []string, expires time.Time) (invitation.Invitation, error) {
	dir = filepath.Join(dir, contest.RemoteFolder)
	if len(addresses) == 0 {
		text, err := os.ReadFile(filepath.Join(dir, addressFile))
		if err != nil {
			return invitation.Invitation{}, Unaddressed{}
		}
		if addresses, err = reachable(strings.TrimSpace(string(text))); err != nil {
			return invitation.Invitation{}, err
		}
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return invitation.Invitation{}, err
	}
	return embedded.Invite(dir, space, name, addresses, fleet.Classes(name), expires)
}

// mostAddresses is how many addresses of this machine an invitation has.
const mostAddresses = 8

// reachable returns the addresses under which other machines reach a listener.
func reachable(listen string) ([]string, error) {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return nil, fmt.Errorf("address %q: want HOST:PORT", listen)
	}
	if ip := net.ParseIP(host); host != "" && (ip == nil || !ip.IsUnspecified()) {
		return []string{listen}, nil
	}
	var list []string
	if name, err := os.Hostname(); err == nil && !strings.Contains(name, "localhost") {
		list = append(list, net.JoinHostPort(name, port))
	}
	own, err := net.InterfaceAddrs()
	if err != nil {
		return nil, err
	}
	for _, a := range own {
		if ip, ok := a.(*net.IPNet); ok && !ip.IP.IsLinkLocalUnicast() && len(list) < mostAddresses {
			list = append(list, net.JoinHostPort(ip.IP.String(), port))
		}
	}
	return list, nil
}
