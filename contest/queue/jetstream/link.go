package jetstream

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"agon/contest/queue"
)

// A Link is one side of a link over a connection of its own. It is safe for concurrent use.
type Link struct {
	names
	conn    *conn
	options Options
	jobs    *jobs
	results *results
	heard   *heard // nil at a worker
}

// Dial connects to NATS servers, whose addresses url lists with commas, and opens a side of a link. The server's side creates what is
// missing of the streams. Attempts are repeated until ctx ends, unless the server refuses the connection.
func Dial(ctx context.Context, url string, o Options) (*Link, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	c, err := dial(ctx, url, o)
	if err != nil {
		return nil, err
	}
	l := &Link{names: names{o.Space}, conn: c, options: o}
	if most := c.MaxPayload(); most < MaxMessage {
		err = fmt.Errorf("%s takes messages of %d bytes: set its max_payload to %d", c.name(), most, MaxMessage)
	} else if o.Worker == "" {
		err = errors.Join(l.create(ctx), l.listen())
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	l.jobs = &jobs{link: l, known: map[string]*class{}, puller: newPuller(c, l.names.jobs(), o.Lease, l.consumers())}
	l.results = &results{link: l}
	if o.Worker == "" {
		l.results.puller = newPuller(c, l.names.results(), o.Lease, []string{collector})
		l.results.patience, l.jobs.patience = pullServer, pullServer
	}
	return l, nil
}

// Queues returns the link as the rest of the program uses it.
func (l *Link) Queues() queue.Link {
	all := queue.Link{Jobs: l.jobs, Results: l.results, Files: files{l}, Presence: presence{l}, Frames: frames{l}}
	if l.options.Worker == "" {
		all.Poison = poison{l}
	}
	return all
}

// Connected reports whether the link has a connection at the moment; if not, why.
func (l *Link) Connected() (bool, error) { return l.conn.IsConnected(), l.conn.LastError() }

// Close ends the connection, after jobs that are on their way here were given back. Existing leases expire.
func (l *Link) Close() error {
	l.jobs.Close()
	l.results.Close()
	l.jobs.late.Wait()
	if l.results.puller != nil {
		l.results.late.Wait()
	}
	if l.conn.IsConnected() {
		l.conn.FlushTimeout(time.Second) // else the leases expire
	}
	l.conn.Close()
	return nil
}

// collector is the consumer of results.
const collector = "server"

func (l *Link) consumers() []string {
	var list []string
	for _, class := range l.options.Classes {
		list = append(list, token(class))
	}
	return list
}

// mostConsumers is the number of consumers of a stream, one for each worker. A server has a limit of its own for streams that name none, by
// default 1000.
const mostConsumers = 100_000

// limited reports whether a server refuses a number of consumers: its account may have fewer, and earlier servers change none.
func limited(err error) bool {
	var api jetstream.JetStreamError
	if !errors.As(err, &api) || api.APIError() == nil {
		return false
	}
	code := api.APIError().ErrorCode
	return code == jetstream.JSErrCodeMaximumConsumersLimit || code == invalidConfig
}

// invalidConfig is the code of a server that does not change a stream in this way.
const invalidConfig = 10052

// create makes the streams and the consumers that are known already, or brings them up to date.
func (l *Link) create(ctx context.Context) error {
	o := l.options
	if o.Replicas == 0 {
		o.Replicas = 1
		if len(l.conn.Servers()) >= 3 {
			o.Replicas = 3
		}
	}
	work := func(name, subjects string) jetstream.StreamConfig {
		return jetstream.StreamConfig{
			Name: name, Subjects: []string{subjects}, Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage,
			Replicas: o.Replicas,
			Discard:  jetstream.DiscardNew, DiscardNewPerSubject: true, MaxMsgsPerSubject: 1, MaxBytes: o.StoreBytes,
			MaxMsgSize: MaxMessage, MaxConsumers: mostConsumers,
		}
	}
	for _, config := range []jetstream.StreamConfig{
		work(l.names.jobs(), l.space+".jobs.*.*"),
		work(l.names.results(), l.space+".results.*.*"),
		{
			Name: l.names.files(), Subjects: []string{l.space + ".files.*.*"}, Storage: jetstream.FileStorage, Replicas: o.Replicas,
			Discard: jetstream.DiscardNew, MaxMsgsPerSubject: 1, MaxBytes: o.StoreBytes, MaxMsgSize: chunkSize + overhead,
			AllowDirect: true,
		},
		{
			Name: l.names.poison(), Subjects: []string{"$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES." + l.names.jobs() + ".*"},
			Storage:  jetstream.FileStorage,
			Replicas: o.Replicas, MaxMsgs: 100_000, MaxBytes: 64 << 20,
		},
	} {
		err := l.conn.persist(ctx, "create stream "+config.Name, func(ctx context.Context) error {
			_, err := l.conn.js.CreateOrUpdateStream(ctx, config)
			if config.MaxConsumers > 0 && limited(err) {
				config.MaxConsumers = 0
				_, err = l.conn.js.CreateOrUpdateStream(ctx, config)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	if o.Clear {
		for _, name := range []string{l.names.jobs(), l.names.results()} {
			if err := l.clear(ctx, name); err != nil {
				return err
			}
		}
	}
	for _, class := range o.Classes {
		if err := l.consumer(ctx, l.names.jobs(), token(class), l.space+".jobs."+token(class)+".*", o.Deliveries); err != nil {
			return err
		}
	}
	return l.consumer(ctx, l.names.results(), collector, l.space+".results.*.*", -1)
}

// clear removes the messages of a stream.
func (l *Link) clear(ctx context.Context, name string) error {
	return l.conn.persist(ctx, "clear stream "+name, func(ctx context.Context) error {
		stream, err := l.conn.js.Stream(ctx, name)
		if err != nil {
			return err
		}
		return stream.Purge(ctx)
	})
}

func (l *Link) consumer(ctx context.Context, stream, name, subject string, deliveries int) error {
	return l.conn.persist(ctx, "create consumer "+name+" of "+stream, func(ctx context.Context) error {
		config := jetstream.ConsumerConfig{
			Durable: name, FilterSubject: subject, AckPolicy: jetstream.AckExplicitPolicy, AckWait: l.options.Lease, MaxDeliver: deliveries,
			MaxAckPending: -1, MaxWaiting: 10_000, MaxRequestBatch: 1, MaxRequestExpires: time.Minute,
			MemoryStorage: l.options.Volatile,
		}
		_, err := l.conn.js.CreateOrUpdateConsumer(ctx, stream, config)
		if limited(err) {
			return fmt.Errorf("%w: each worker needs a consumer; let the account have more in the configuration of NATS, or use "+
				"fewer workers", err)
		}
		var api jetstream.JetStreamError
		if errors.As(err, &api) && api.APIError() != nil && !passing(err) { // one of an earlier program, whose kind does not change
			if err := l.conn.js.DeleteConsumer(ctx, stream, name); err != nil {
				return err
			}
			_, err = l.conn.js.CreateOrUpdateConsumer(ctx, stream, config)
		}
		return err
	})
}
