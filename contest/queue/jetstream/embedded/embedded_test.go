package embedded

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"agon/contest/queue"
	"agon/contest/queue/invitation"
	"agon/contest/queue/jetstream"
	"agon/contest/queue/queuetest"
)

// site is a server with the workers anna, who takes python, and bert, who takes java.
type site struct {
	*Server
	link       *jetstream.Link
	anna, bert invitation.Invitation
}

func open(t *testing.T) *site {
	t.Helper()
	s, err := Start(Options{Dir: t.TempDir(), Listen: "127.0.0.1:0"})
	must(t, err)
	t.Cleanup(func() { must(t, s.Close()) })
	link, err := s.Dial(t.Context(), jetstream.Options{})
	must(t, err)
	t.Cleanup(func() { link.Close() })
	return &site{s, link, invite(t, s, "anna", "python"), invite(t, s, "bert", "java")}
}

func invite(t *testing.T, s *Server, name string, classes ...string) invitation.Invitation {
	t.Helper()
	i, err := Invite(s.options.Dir, s.options.Space, name, []string{s.Addr().String()}, classes, time.Time{})
	must(t, err)
	return i
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func dial(ctx context.Context, i invitation.Invitation) (*jetstream.Link, error) {
	return jetstream.Dial(ctx, i.URL(),
		jetstream.Options{Space: i.Space, Worker: i.Worker, Classes: i.Classes, Seed: i.Secret, Certificate: i.Certificate})
}

// raw connects with a worker's secret and a client that keeps no rules. What the server refuses arrives in the channel.
func raw(t *testing.T, i invitation.Invitation, more ...nats.Option) (*nats.Conn, <-chan error) {
	t.Helper()
	refused := make(chan error, 100)
	nc, err := nats.Connect(i.URL(), append([]nats.Option{
		identity(t, i.Secret), nats.Secure(&tls.Config{InsecureSkipVerify: true}), nats.TLSHandshakeFirst(),
		nats.CustomInboxPrefix("_INBOX." + i.Worker),
		nats.NoReconnect(), nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { refused <- err }),
	}, more...)...)
	must(t, err)
	t.Cleanup(nc.Close)
	return nc, refused
}

func identity(t *testing.T, seed string) nats.Option {
	t.Helper()
	pair, err := nkeys.FromSeed([]byte(seed))
	must(t, err)
	public, err := pair.PublicKey()
	must(t, err)
	return nats.Nkey(public, pair.Sign)
}

// file is a file that the server has put.
var file = queuetest.FileName([]byte("a bot"))

// fill puts something of each kind into the queue, none of which a worker may touch.
func (s *site) fill(t *testing.T) {
	t.Helper()
	q := s.link.Queues()
	must(t, q.Jobs.Offer(t.Context(), queue.Job{Name: "one", Class: "python"}, queue.Job{Name: "two", Class: "java"}))
	must(t, q.Files.Put(t.Context(), file, strings.NewReader("a bot")))
	bert, err := dial(t.Context(), s.bert)
	must(t, err)
	defer bert.Close()
	must(t, bert.Queues().Results.Offer(t.Context(), queue.Job{Name: "won"}))
	must(t, bert.Queues().Presence.Report(t.Context(), "bert", []byte("here")))
}

// whole checks that what fill put is there and nothing else: one result of bert's, his report, the file, a job of each class, no stream of
// a stranger's.
func (s *site) whole(t *testing.T) {
	t.Helper()
	q := s.link.Queues()
	reports, err := q.Presence.Reports(t.Context())
	if err != nil || string(reports["bert"]) != "here" {
		t.Errorf("bert's report is %q, %v", reports["bert"], err)
	}
	if r, err := q.Files.Get(t.Context(), file); err != nil {
		t.Errorf("the file: %v", err)
	} else {
		r.Close()
	}
	jsz, err := s.nats.Jsz(nil)
	must(t, err)
	if jsz.Streams != 4 {
		t.Errorf("there are %d streams, want 4", jsz.Streams)
	}
	l, err := q.Results.Take(t.Context())
	must(t, err)
	if j := l.Job(); j.From != "bert" || j.Name != "won" {
		t.Errorf("the first result is %q of %q", j.Name, j.From)
	}
	must(t, l.Done(t.Context()))
	java, err := dial(t.Context(), s.bert)
	must(t, err)
	defer java.Close()
	l, err = java.Queues().Jobs.Take(t.Context())
	must(t, err)
	if l.Job().Name != "two" || l.Delivery() != 1 {
		t.Errorf("bert gets delivery %d of %q", l.Delivery(), l.Job().Name)
	}
}

// The digits are the tokens of the classes python and java, as in the package's documentation.
func token(text string) string {
	publish, _ := jetstream.Rights("agon", "w", []string{text})
	for _, subject := range publish {
		if token, ok := strings.CutPrefix(subject, "$JS.API.CONSUMER.MSG.NEXT.agon-jobs."); ok {
			return token
		}
	}
	panic("a worker has no right to take jobs of the class " + text)
}

func TestAWorkerMayPublishNothingElse(t *testing.T) {
	s := open(t)
	s.fill(t)
	nc, refused := raw(t, s.anna)
	for _, subject := range []string{
		"agon.results.bert." + token("won"), "agon.results.anna", "agon.results.anna.a.b", "agon.results.$server.x",
		"agon.presence.bert", "agon.frames.bert", "agon.frames", "agon.frames.anna.x", "agon.jobs." + token("python") + "." + token("one"),
		"agon.jobs." + token("java") + ".x",
		"agon.files." + file + ".0", "agon.files." + file + ".end",
		"$JS.API.INFO", "$JS.API.STREAM.NAMES", "$JS.API.STREAM.CREATE.mine", "$JS.API.STREAM.UPDATE.agon-files",
		"$JS.API.STREAM.DELETE.agon-files",
		"$JS.API.STREAM.PURGE.agon-jobs", "$JS.API.STREAM.INFO.agon-results", "$JS.API.STREAM.MSG.GET.agon-results",
		"$JS.API.STREAM.MSG.DELETE.agon-results",
		"$JS.API.STREAM.SNAPSHOT.agon-results", "$JS.API.STREAM.RESTORE.agon-results", "$JS.API.DIRECT.GET.agon-results",
		"$JS.API.DIRECT.GET.agon-files",
		"$JS.API.DIRECT.GET.agon-presence.agon.presence.bert",
		"$JS.API.CONSUMER.CREATE.agon-files", "$JS.API.CONSUMER.CREATE.agon-jobs.mine.>", "$JS.API.CONSUMER.DURABLE.CREATE.agon-jobs.mine",
		"$JS.API.CONSUMER.DELETE.agon-jobs." + token("python"), "$JS.API.CONSUMER.PAUSE.agon-jobs." + token("python"),
		"$JS.API.CONSUMER.LIST.agon-jobs",
		"$JS.API.CONSUMER.MSG.NEXT.agon-jobs." + token("java"), "$JS.API.CONSUMER.MSG.NEXT.agon-results.server",
		"$JS.ACK.agon-jobs." + token("java") + ".1.1.1.1.0", "$JS.ACK.agon-results.server.1.1.1.1.0",
		"$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.agon-jobs.x", "$SYS.REQ.SERVER.PING", "$SYS.REQ.ACCOUNT.PING.CONNZ", "_INBOX.bert.x",
		"_INBOX.x", "anything",
	} {
		must(t, nc.Publish(subject, nil))
		if err := <-refused; !errors.Is(err, nats.ErrPermissionViolation) || !strings.Contains(err.Error(), subject) {
			t.Errorf("%s: %v", subject, err)
		}
	}
	s.whole(t)
}

func TestAWorkerMayNotListen(t *testing.T) {
	s := open(t)
	nc, refused := raw(t, s.anna)
	for _, subject := range []string{
		">", "*", "agon.>", "agon.results.*.*", "agon.results.anna.*", "agon.presence.*", "agon.frames.*", "agon.frames.anna",
		"agon.jobs.>", "agon.files.>", "_INBOX.>", "_INBOX.bert.>", "_INBOX.*.x",
		"$JS.>", "$JS.EVENT.>", "$JS.ACK.>", "$JS.API.>", "$SYS.>", "$SYS.ACCOUNT.>", "$KV.>",
	} {
		_, err := nc.SubscribeSync(subject)
		must(t, err)
		if err := <-refused; !errors.Is(err, nats.ErrPermissionViolation) {
			t.Errorf("%s: %v", subject, err)
		}
	}
}

// TestRepliesReachNothing names foreign subjects for the replies to permitted requests: JetStream publishes replies with rights of its own.
func TestRepliesReachNothing(t *testing.T) {
	s := open(t)
	s.fill(t)
	nc, _ := raw(t, s.anna)
	pull := "$JS.API.CONSUMER.MSG.NEXT.agon-jobs." + token("python")
	result, report, frame := "agon.results.anna."+token("x"), "agon.presence.anna", "agon.frames.anna"
	get := "$JS.API.DIRECT.GET.agon-files.agon.files." + file + ".0"
	for _, reply := range []string{
		"agon.results.bert." + token("forged"), "agon.presence.bert2", "$JS.API.STREAM.DELETE.agon-files",
		"$JS.API.STREAM.PURGE.agon-files",
		"$JS.API.STREAM.PURGE.agon-results", "$JS.API.STREAM.DELETE.agon-presence", "$JS.API.CONSUMER.DELETE.agon-jobs." + token("java"),
		"$JS.ACK.agon-jobs." + token("java") + ".1.2.1.1.0", "$JS.API.STREAM.CREATE.mine", "$SYS.REQ.SERVER.PING",
	} {
		for _, subject := range []string{pull, result, report, frame, get, get + "missing"} {
			must(t, nc.PublishRequest(subject, reply, nil))
		}
		must(t, nc.PublishRequest(pull, reply, []byte(`{"batch":1,"no_wait":true}`)))
		must(t, nc.PublishRequest(pull, reply, []byte(`{"batch":1,"expires":1000000}`)))
		must(t, nc.PublishRequest(pull, reply, []byte(`{"batch":100000,"expires":1}`)))
	}
	must(t, nc.Flush())
	s.whole(t)
}

// TestHeadersReachNothing uses headers with which a publisher may remove messages of others, where a stream allows that.
func TestHeadersReachNothing(t *testing.T) {
	s := open(t)
	s.fill(t)
	nc, _ := raw(t, s.anna)
	for _, header := range [][2]string{{"Nats-Rollup", "all"}, {"Nats-Rollup", "sub"}, {"Nats-TTL", "1s"}, {"KV-Operation", "PURGE"},
		{"Nats-Msg-Id", "won"}, {"Nats-Expected-Last-Sequence", "0"}, {"Nats-Schedule", "@at 2020-01-01T00:00:00Z"}} {
		for _, subject := range []string{"agon.results.anna." + token(header[1]), "agon.presence.anna"} {
			m := nats.NewMsg(subject)
			m.Header.Set(header[0], header[1])
			m.Header.Set("Nats-Schedule-Target", "agon.results.bert.x")
			must(t, nc.PublishMsg(m))
		}
	}
	must(t, nc.Flush())
	s.whole(t)
}

func TestStrangersDoNotConnect(t *testing.T) {
	s := open(t)
	other, _, err := newKey()
	must(t, err)
	pair, err := nkeys.FromSeed([]byte(s.anna.Secret))
	must(t, err)
	public, err := pair.PublicKey()
	must(t, err)
	insecure := nats.Secure(&tls.Config{InsecureSkipVerify: true})
	for _, tt := range []struct {
		name    string
		options []nats.Option
	}{
		{"no secret", []nats.Option{insecure, nats.TLSHandshakeFirst()}},
		{"another's secret", []nats.Option{insecure, nats.TLSHandshakeFirst(), identity(t, other)}},
		{"a user and password", []nats.Option{insecure, nats.TLSHandshakeFirst(), nats.UserInfo("anna", "anna")}},
		{"a key without its seed", []nats.Option{insecure, nats.TLSHandshakeFirst(),
			nats.Nkey(public, func([]byte) ([]byte, error) { return make([]byte, 64), nil })}},
		{"an authority of the system's", []nats.Option{nats.Secure(&tls.Config{}), nats.TLSHandshakeFirst(), identity(t, s.anna.Secret)}},
	} {
		if nc, err := nats.Connect(s.anna.URL(), append(tt.options, nats.NoReconnect(), nats.Timeout(5*time.Second))...); err == nil {
			nc.Close()
			t.Errorf("%s: connected", tt.name)
		}
	}
	wrong := s.anna
	wrong.Certificate = sha256.Sum256(nil)
	if _, err := dial(t.Context(), wrong); err == nil || !strings.Contains(err.Error(), "new invitation") {
		t.Errorf("with another certificate: %v", err)
	}
	wrong = s.anna
	wrong.Secret = other
	if _, err := dial(t.Context(), wrong); !errors.Is(err, nats.ErrAuthorization) {
		t.Errorf("with another secret: %v", err)
	}
}

func TestWorkersComeAndGo(t *testing.T) {
	s := open(t)
	link, err := dial(t.Context(), s.anna)
	must(t, err)
	defer link.Close()
	if _, err := Invite(s.options.Dir, s.options.Space, "anna", []string{"a:1"}, nil, time.Time{}); err == nil {
		t.Error("a second worker has the same name")
	}
	must(t, s.RemoveWorker("anna"))
	if _, err := link.Queues().Jobs.Take(t.Context()); !errors.Is(err, queue.ErrClosed) {
		t.Errorf("a removed worker takes: %v", err)
	}
	if _, err := dial(t.Context(), s.anna); !errors.Is(err, nats.ErrAuthorization) {
		t.Errorf("a removed worker connects: %v", err)
	}
	again, err := dial(t.Context(), invite(t, s.Server, "anna", "python"))
	must(t, err)
	must(t, again.Close())
	var names []string
	for _, w := range s.door.workers {
		names = append(names, w.Name)
	}
	if slices.Sort(names); !slices.Equal(names, []string{"anna", "bert"}) {
		t.Errorf("the workers are %q", names)
	}
	late, err := Invite(s.options.Dir, s.options.Space, "carl", []string{s.Addr().String()}, nil, time.Now().Add(-time.Minute))
	must(t, err)
	if _, err := dial(t.Context(), late); !errors.Is(err, nats.ErrAuthorization) {
		t.Errorf("an expired worker connects: %v", err)
	}
}

// TestConnectionsAreLimited: each connection over the limit ends the oldest.
func TestConnectionsAreLimited(t *testing.T) {
	s := open(t)
	ended := make(chan int, 10)
	for n := range MaxConnections + 2 {
		raw(t, s.anna, nats.ClosedHandler(func(*nats.Conn) { ended <- n }))
	}
	got := []int{<-ended, <-ended}
	if slices.Sort(got); !slices.Equal(got, []int{0, 1}) {
		t.Errorf("connections %v ended", got)
	}
}

func TestSubscriptionsAndMessagesAreLimited(t *testing.T) {
	s := open(t)
	closed := make(chan struct{})
	nc, refused := raw(t, s.anna, nats.ClosedHandler(func(*nats.Conn) { close(closed) }))
	for range subscriptions + 1 {
		if _, err := nc.SubscribeSync(nc.NewInbox()); err != nil {
			break
		}
	}
	select {
	case err := <-refused:
		if !strings.Contains(err.Error(), "maximum subscriptions exceeded") {
			t.Error(err)
		}
	case <-closed:
	}
	nc, _ = raw(t, s.anna)
	if err := nc.Publish("agon.presence.anna", make([]byte, jetstream.MaxMessage+1)); !errors.Is(err, nats.ErrMaxPayload) {
		t.Errorf("a long message: %v", err)
	}
	must(t, nc.Publish("agon.presence.anna", make([]byte, 2*queue.MaxReport)))
	must(t, nc.Flush())
	bert, err := dial(t.Context(), s.bert)
	must(t, err)
	defer bert.Close()
	must(t, bert.Queues().Presence.Report(t.Context(), "bert", nil)) // the server has heard what came before
	if all, err := s.link.Queues().Presence.Reports(t.Context()); err != nil || len(all) != 1 {
		t.Errorf("a long report: %d are heard, %v", len(all), err)
	}
}

func TestAFullStreamRefusesResults(t *testing.T) {
	s, err := Start(Options{Dir: t.TempDir(), Listen: "127.0.0.1:0"})
	must(t, err)
	defer s.Close()
	link, err := s.Dial(t.Context(), jetstream.Options{StoreBytes: 1 << 20})
	must(t, err)
	defer link.Close()
	worker, err := dial(t.Context(), invite(t, s, "anna"))
	must(t, err)
	defer worker.Close()
	q := worker.Queues()
	must(t, q.Results.Offer(t.Context(), queue.Job{Name: "one", Body: make([]byte, 900<<10)}))
	if err := q.Results.Offer(t.Context(), queue.Job{Name: "two", Body: make([]byte, 900<<10)}); err == nil ||
		!strings.Contains(err.Error(), "the queue is full") {
		t.Errorf("got %v", err)
	}
	l, err := link.Queues().Results.Take(t.Context())
	must(t, err)
	must(t, l.Done(t.Context()))
	must(t, q.Results.Offer(t.Context(), queue.Job{Name: "two", Body: make([]byte, 900<<10)}))
}

// TestFilesArePrivate: the folder holds no secret of a worker's, and only its owner can read it.
func TestFilesArePrivate(t *testing.T) {
	s := open(t)
	s.fill(t)
	dir := s.options.Dir
	for name, mode := range map[string]fs.FileMode{"": 0o700, "workers.json": 0o600, "key.pem": 0o600, "certificate.pem": 0o600,
		"lock": 0o600} {
		info, err := os.Stat(filepath.Join(dir, name))
		must(t, err)
		if info.Mode().Perm() != mode {
			t.Errorf("%q has mode %o, want %o", name, info.Mode().Perm(), mode)
		}
	}
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(file)
		if bytes.Contains(content, []byte(s.anna.Secret)) || bytes.Contains(content, []byte(s.door.seed)) {
			t.Errorf("%s holds a secret", file)
		}
		return err
	})
	must(t, err)
}

func TestAFolderServesOnce(t *testing.T) {
	s := open(t)
	if _, err := Start(Options{Dir: s.options.Dir}); err == nil || !strings.Contains(err.Error(), "another process") {
		t.Errorf("a second server: %v", err)
	}
	if _, err := Start(Options{Dir: t.TempDir(), Listen: s.Addr().String()}); err == nil ||
		!strings.Contains(err.Error(), "listen for workers") {
		t.Errorf("a used port: %v", err)
	}
}

// TestARestartKeepsInvitations: certificate and workers outlast the process.
func TestARestartKeepsInvitations(t *testing.T) {
	dir := t.TempDir()
	s, err := Start(Options{Dir: dir, Listen: "127.0.0.1:0"})
	must(t, err)
	i := invite(t, s, "anna")
	must(t, s.Close())
	s, err = Start(Options{Dir: dir, Listen: "127.0.0.1:0"})
	must(t, err)
	defer s.Close()
	link, err := s.Dial(t.Context(), jetstream.Options{})
	must(t, err)
	defer link.Close()
	i.Addresses = []string{s.Addr().String()}
	worker, err := dial(t.Context(), i)
	must(t, err)
	must(t, worker.Close())
}

// TestAServerClearsTheQueue: what an earlier server offered is not played any more, nor taken from workers, and a worker that has a job of
// it ends that and takes one of the new server's.
func TestAServerClearsTheQueue(t *testing.T) {
	s := open(t)
	before := s.link.Queues()
	must(t, before.Jobs.Offer(t.Context(), queue.Job{Name: "one", Class: "python"}, queue.Job{Name: "two", Class: "python"}))
	link, err := dial(t.Context(), s.anna)
	must(t, err)
	defer link.Close()
	anna := link.Queues()
	held, err := anna.Jobs.Take(t.Context())
	must(t, err)
	must(t, anna.Results.Offer(t.Context(), queue.Job{Name: "early"}))
	server, err := s.Dial(t.Context(), jetstream.Options{Clear: true, Volatile: true}) // it keeps consumers in another way
	must(t, err)
	defer server.Close()
	now := server.Queues()
	must(t, now.Jobs.Offer(t.Context(), queue.Job{Name: "new", Class: "python"}))
	must(t, held.Done(t.Context()))
	got, err := anna.Jobs.Take(t.Context())
	must(t, err)
	if got.Job().Name != "new" {
		t.Errorf("the worker gets %q, want the new server's job", got.Job().Name)
	}
	must(t, anna.Results.Offer(t.Context(), queue.Job{Name: "late"}))
	result, err := now.Results.Take(t.Context())
	must(t, err)
	if result.Job().Name != "late" {
		t.Errorf("the server gets %q, want the new result", result.Job().Name)
	}
}

// TestMoreThanAThousandWorkers: each has a class of its own, for which jobs are offered.
func TestMoreThanAThousandWorkers(t *testing.T) {
	link, err := open(t).Dial(t.Context(), jetstream.Options{Volatile: true}) // as runs do; files of so many take long to close
	must(t, err)
	defer link.Close()
	for n := range 1100 {
		must(t, link.Queues().Jobs.Offer(t.Context(), queue.Job{Name: "job", Class: fmt.Sprint("worker ", n)}))
	}
}
