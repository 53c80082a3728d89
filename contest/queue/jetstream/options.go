package jetstream

import (
	"crypto/sha256"
	"crypto/subtle"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"agon/contest/queue"
)

// Options describe one side of a link. The zero value is a server's side with the defaults.
type Options struct {
	Space   string   // of the contest, made like a worker's name; empty: "agon"
	Worker  string   // the worker's name; empty: the server's side
	Classes []string // those that are taken here; none: the empty class

	// The server's side decides these.
	Lease      time.Duration // of a job or result; 0: 30 s
	Keep       time.Duration // of a report; 0: 30 s
	Deliveries int           // before a job is poisoned; 0: [queue.MaxDeliveries], -1: no limit
	Replicas   int           // copies of each stream; 0: 3 if the cluster has three servers or more, else 1
	StoreBytes int64         // limit of each of the streams of jobs, results and files; 0: 4 GiB
	Volatile   bool          // which jobs are leased is forgotten with the server, which is as old as this side: nothing is written for it
	Clear      bool          // remove the jobs and results of an earlier server, which nobody waits for

	// How to connect. At most one of Seed, Credentials and User.
	Seed        string            // of an nkey, as in an invitation
	Credentials string            // file of NATS credentials
	User        string            // with Password
	Password    string            //
	Certificate [sha256.Size]byte // SHA-256 of the only certificate that is accepted; zero: those that this system trusts
	CA          string            // PEM file of further accepted authorities
	Connect     []nats.Option     // further options of the connection
	Note        func(text string) // receives messages while there is no first connection; may be nil
	Broken      func() error      // why the server of this process stores nothing any more; nil, and nil as its result: it does
}

func (o Options) withDefaults() (Options, error) {
	if o.Space == "" {
		o.Space = "agon"
	}
	if err := queue.CheckWorker(o.Space); err != nil {
		return o, fmt.Errorf("space of the queue: %w", err)
	}
	if o.Worker != "" {
		if err := queue.CheckWorker(o.Worker); err != nil {
			return o, err
		}
	}
	o.Classes = orEmpty(o.Classes)
	for _, class := range o.Classes {
		if len(class) > queue.MaxClass {
			return o, fmt.Errorf("class %.40q has %d bytes, want at most %d", class, len(class), queue.MaxClass)
		}
	}
	if o.Lease <= 0 {
		o.Lease = 30 * time.Second
	}
	if o.Keep <= 0 {
		o.Keep = 30 * time.Second
	}
	if o.Deliveries == 0 {
		o.Deliveries = queue.MaxDeliveries
	}
	if o.StoreBytes <= 0 {
		o.StoreBytes = 4 << 30
	}
	if o.Broken == nil {
		o.Broken = func() error { return nil }
	}
	return o, nil
}

// errCertificate reports that a server is not the one of the invitation.
var errCertificate = errors.New("the server's certificate is not the invited one: ask the organiser for a new invitation")

// connection returns the options of the connection to NATS.
func (o Options) connection(url string) ([]nats.Option, error) {
	list := []nats.Option{
		nats.Name("agon " + o.Worker),
		nats.MaxReconnects(-1),
		nats.ReconnectBufSize(-1), // calls wait and retry by themselves, so that none is believed done while it sits in a buffer
		nats.CustomReconnectDelay(pause),
		nats.PingInterval(5 * time.Second),
		nats.MaxPingsOutstanding(2),
		nats.SyncQueueLen(16), // a pull has one answer; the usual room for 65536 costs half a megabyte each time
		nats.Timeout(5 * time.Second),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // each call reports its own failure
	}
	if o.Worker != "" {
		list = append(list, nats.CustomInboxPrefix(inbox(o.Worker)))
	}
	switch {
	case o.Seed != "":
		pair, err := nkeys.FromSeed([]byte(o.Seed))
		if err != nil {
			return nil, fmt.Errorf("the secret of worker %q: %w", o.Worker, err)
		}
		public, err := pair.PublicKey()
		if err != nil {
			return nil, err
		}
		list = append(list, nats.Nkey(public, pair.Sign))
	case o.Credentials != "":
		if _, err := os.ReadFile(o.Credentials); err != nil {
			return nil, fmt.Errorf("credentials: %w", err)
		}
		list = append(list, nats.UserCredentials(o.Credentials))
	case o.User != "":
		list = append(list, nats.UserInfo(o.User, o.Password))
	}
	if o.Certificate != ([sha256.Size]byte{}) {
		list = append(list, nats.Secure(&tls.Config{
			MinVersion:         tls.VersionTLS13,
			InsecureSkipVerify: true, // the certificate itself is compared instead
			VerifyConnection: func(s tls.ConnectionState) error {
				got := sha256.Sum256(s.PeerCertificates[0].Raw)
				if subtle.ConstantTimeCompare(got[:], o.Certificate[:]) != 1 {
					return errCertificate
				}
				return nil
			},
		}), nats.TLSHandshakeFirst())
	} else if strings.HasPrefix(url, "tls://") {
		list = append(list, nats.Secure(&tls.Config{MinVersion: tls.VersionTLS12}))
	}
	if o.CA != "" {
		text, err := os.ReadFile(o.CA)
		if err != nil {
			return nil, fmt.Errorf("certificates of authorities: %w", err)
		}
		if !x509.NewCertPool().AppendCertsFromPEM(text) {
			return nil, fmt.Errorf("%s has no certificate in PEM", o.CA)
		}
		list = append(list, nats.RootCAs(o.CA))
	}
	return append(list, o.Connect...), nil
}

// pause returns the time before the next attempt to connect, after some that failed: half to one and a half times what doubles with each
// attempt up to five seconds, so that workers that have lost the server together do not come back together.
func pause(attempts int) time.Duration {
	usual := min(50*time.Millisecond<<min(attempts, 10), 5*time.Second)
	return usual/2 + rand.N(usual)
}
