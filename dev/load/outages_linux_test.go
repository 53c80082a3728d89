package load

import (
	"context"
	"errors"
	"flag"
	"net"
	"net/url"
	"os"
	"regexp"
	"sync"
	"testing"
	"time"

	"agon/contest/queue/jetstream"
	"agon/internal/apart"
	"agon/internal/natscluster"
	"agon/internal/pgserver"
)

// The sizes of outages.
var (
	outs   = flag.Int("outages", 3, "how often NATS or the database is killed, or the disk is full")
	parted = flag.Duration("partition", 20*time.Second, "time for which workers and server do not reach each other")
	writes = flag.Int("writes", 20, "writes a second of the slow disk")
)

// bound is how long a storm may last; a longer partition comes on top.
const bound = 30 * time.Minute

// outages are the storms of what is beyond workers and server. Each prepares what its contest needs, and returns what blows while it is
// played. It skips the test where that cannot be had.
var outages = map[string]func(*test, *swarm, *server) (blow func(context.Context) error, err error){
	"nats": (*test).nats, "postgres": (*test).postgres, "failover": (*test).failover, "partition": (*test).partition,
	"slow-disk": (*test).slowDisk, "full-disk": (*test).fullDisk,
}

// TestMain lets the test binary be a NATS server, and gives the tests mounts of their own, which end with them.
func TestMain(m *testing.M) {
	natscluster.Node()
	if code, ran := apart.Again(os.Args); ran {
		os.Exit(code)
	}
	os.Exit(m.Run())
}

// nats has the queue in a NATS server with accounts, which is killed and started again.
func (t *test) nats(w *swarm, s *server) (func(context.Context) error, error) {
	c := natscluster.Start(t.T, 1, true, jetstream.MaxMessage)
	s.how = []string{"--no-cores", "--nats", c.URL(), "--nats-creds", c.Credentials()}
	space := regexp.MustCompile(`agon worker --nats \S+ --space (\S+)`)
	w.nats = func(ctx context.Context, url *string, o *jetstream.Options) {
		*url, o.Credentials, o.Seed, o.Certificate = c.URL(), c.Credentials(), "", [32]byte{}
		for ctx.Err() == nil {
			if text, _ := os.ReadFile(s.log()); space.Match(text) { // it comes with the run
				o.Space = string(space.FindSubmatch(text)[1])
				return
			}
			rest(ctx, 50*time.Millisecond)
		}
	}
	return func(ctx context.Context) error {
		return t.again(ctx, w, *outs, func() error {
			c.Kill(0)
			c.Restart(0)
			return nil
		})
	}, nil
}

// database starts a PostgreSQL server.
func (t *test) database() (*pgserver.Server, error) {
	db, err := pgserver.New(pgserver.ForTests)
	if errors.Is(err, pgserver.ErrMissing) {
		t.Skip(err)
	}
	if err == nil {
		t.Cleanup(func() { db.Close() })
	}
	return db, err
}

// postgres has the ledger in a database, which is stopped as by a crash and started again.
func (t *test) postgres(w *swarm, s *server) (func(context.Context) error, error) {
	db, err := t.database()
	if err != nil {
		return nil, err
	}
	s.env = []string{"AGON_STORE=" + db.URL()}
	return func(ctx context.Context) error {
		return t.again(ctx, w, *outs, func() error { return errors.Join(db.Stop(), db.Start()) })
	}, nil
}

// failover has the ledger in a database with a synchronous replica, which takes its place when it crashes.
func (t *test) failover(w *swarm, s *server) (func(context.Context) error, error) {
	first, err := t.database()
	if err != nil {
		return nil, err
	}
	second, err := first.Replica()
	if err != nil {
		return nil, err
	}
	t.Cleanup(func() { second.Close() })
	one, err := url.Parse(first.LoopbackURL())
	other, bad := url.Parse(second.LoopbackURL())
	if err := errors.Join(err, bad); err != nil {
		return nil, err
	}
	one.Host, one.User = one.Host+","+other.Host, url.UserPassword("guest", pgserver.Password)
	one.RawQuery = "target_session_attrs=read-write"
	s.env = []string{"AGON_STORE=" + one.String()}
	return func(ctx context.Context) error {
		w.until(ctx, w.reported.Load()+int64(t.games/3))
		return errors.Join(first.Stop(), second.Promote())
	}, nil
}

// partition has workers reach the server through a relay that passes nothing for a while, twice: then it goes on with all that was sent,
// and the second time it ends all connections.
func (t *test) partition(w *swarm, s *server) (func(context.Context) error, error) {
	r := &relay{to: s.address, open: map[net.Conn]bool{}}
	var err error
	if r.Listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		return nil, err
	}
	s.at = r.Addr().String()
	r.all.Go(r.serve)
	t.Cleanup(func() {
		r.Close()
		r.cut()
		r.all.Wait()
	})
	return func(ctx context.Context) error {
		for _, last := range []bool{false, true} {
			r.gate.Lock()
			rest(ctx, *parted)
			if last {
				r.cut()
			}
			r.gate.Unlock()
			w.until(ctx, w.reported.Load()+int64(t.games/6))
		}
		return nil
	}, nil
}

// A relay passes connections on to a server.
type relay struct {
	net.Listener
	to   string
	all  sync.WaitGroup
	gate sync.RWMutex // held while nothing passes

	mu   sync.Mutex
	open map[net.Conn]bool
}

func (r *relay) serve() {
	for {
		from, err := r.Accept()
		if err != nil {
			return
		}
		r.gate.RLock() // who comes meanwhile waits
		to, err := net.Dial("tcp", r.to)
		r.gate.RUnlock()
		if err != nil { // the server is not there
			from.Close()
			continue
		}
		r.mu.Lock()
		r.open[from], r.open[to] = true, true
		r.mu.Unlock()
		r.all.Go(func() { r.pass(to, from) })
		r.all.Go(func() { r.pass(from, to) })
	}
}

// pass passes on what one side sends, and that it has ended.
func (r *relay) pass(to, from net.Conn) {
	buffer := make([]byte, 64<<10)
	for {
		n, err := from.Read(buffer)
		r.gate.RLock()
		if _, failed := to.Write(buffer[:n]); err != nil || failed != nil {
			r.mu.Lock()
			delete(r.open, to)
			r.mu.Unlock()
			to.Close()
			r.gate.RUnlock()
			return
		}
		r.gate.RUnlock()
	}
}

// cut ends all connections, with all that was not passed on.
func (r *relay) cut() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for c := range r.open {
		c.(*net.TCPConn).SetLinger(0)
		c.Close()
	}
	clear(r.open)
}
