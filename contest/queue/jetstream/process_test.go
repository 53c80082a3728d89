package jetstream_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"agon/contest/queue"
	"agon/contest/queue/invitation"
	"agon/contest/queue/jetstream"
	"agon/contest/queue/jetstream/embedded"
	"agon/internal/natscluster"
	"agon/internal/tier"
)

// child names the part that this test binary plays as a process of its own.
const child = "AGON_QUEUE_TEST"

func TestMain(m *testing.M) {
	natscluster.Node()
	part, argument, _ := strings.Cut(os.Getenv(child), " ")
	if part == "" {
		os.Exit(m.Run())
	}
	parts := map[string]func(string) error{"taker": playTaker, "server": playServer}
	if err := parts[part](argument); err != nil {
		fmt.Println("failed:", err)
		os.Exit(1)
	}
	io.Copy(io.Discard, os.Stdin) // until the test ends
}

// process starts this binary in a part, and returns what it prints, line by line.
func process(t *testing.T, part, argument string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), child+"="+part+" "+argument)
	cmd.Stderr = os.Stderr
	if _, err := cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { kill(cmd) })
	return cmd, bufio.NewScanner(out)
}

// kill ends a process as a failing machine does. A second call does nothing.
func kill(cmd *exec.Cmd) {
	cmd.Process.Kill() // an error means that it has ended
	cmd.Wait()
}

// line returns the next line that a process prints.
func line(t *testing.T, out *bufio.Scanner) string {
	t.Helper()
	if !out.Scan() {
		t.Fatalf("the process ended: %v", out.Err())
	}
	return out.Text()
}

// playTaker takes a job with an invitation, prints its name, and falls silent.
func playTaker(text string) error {
	i, err := invitation.Parse(text)
	if err != nil {
		return err
	}
	l, err := jetstream.Dial(context.Background(), i.URL(), jetstream.Options{
		Space: i.Space, Worker: i.Worker, Classes: i.Classes, Seed: i.Secret, Certificate: i.Certificate, Lease: time.Minute,
	})
	if err != nil {
		return err
	}
	fmt.Println("ready")
	job, err := l.Queues().Jobs.Take(context.Background())
	if err == nil {
		fmt.Println(job.Job().Name)
	}
	return err
}

func TestTheJobOfAKilledTakerIsDeliveredElsewhere(t *testing.T) {
	s := start(t, embedded.Options{Listen: "127.0.0.1:0"})
	own := serve(t, s, jetstream.Options{Lease: time.Second}).Queues()
	i, err := embedded.Invite(s.dir, "agon", "anna", []string{s.Addr().String()}, nil, time.Time{})
	check(t, err)
	other := join(t, s, time.Second, "bert").Queues()

	cmd, out := process(t, "taker", i.String())
	line(t, out)
	check(t, own.Jobs.Offer(t.Context(), queue.Job{Name: "one"}))
	if got := line(t, out); got != "one" {
		t.Fatalf("the process took %s", got)
	}
	kill(cmd)
	l, err := other.Jobs.Take(t.Context())
	check(t, err)
	if l.Job().Name != "one" || l.Delivery() != 2 {
		t.Errorf("delivery %d of %q", l.Delivery(), l.Job().Name)
	}

	// A process that is killed while it waits may be sent a job too.
	cmd, out = process(t, "taker", i.String())
	line(t, out)
	kill(cmd)
	check(t, l.Done(t.Context()))
	check(t, own.Jobs.Offer(t.Context(), queue.Job{Name: "two"}))
	l, err = other.Jobs.Take(t.Context())
	check(t, err)
	check(t, l.Done(t.Context()))
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// playServer offers jobs in a folder's queue without end, and prints each that was accepted.
func playServer(dir string) error {
	s, err := embedded.Start(embedded.Options{Dir: dir})
	if err != nil {
		return err
	}
	l, err := s.Dial(context.Background(), jetstream.Options{})
	if err != nil {
		return err
	}
	for n := 0; ; n++ {
		if err := l.Queues().Jobs.Offer(context.Background(), queue.Job{Name: strconv.Itoa(n)}); err != nil {
			return err
		}
		fmt.Println(n)
	}
}

func TestAKilledServerKeepsEveryOfferedJob(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "queue")
	cmd, out := process(t, "server", dir)
	last := 0
	for last < 500 {
		n, err := strconv.Atoi(line(t, out))
		check(t, err)
		last = n
	}
	kill(cmd)
	for out.Scan() { // what it printed before it died
		if n, err := strconv.Atoi(out.Text()); err == nil {
			last = n
		}
	}
	q := serve(t, start(t, embedded.Options{Dir: dir}), jetstream.Options{}).Queues()
	seen := map[string]bool{}
	for n := 0; n <= last; n++ {
		for !seen[strconv.Itoa(n)] {
			l, err := q.Jobs.Take(t.Context()) // waits for ever if the job is lost
			check(t, err)
			seen[l.Job().Name] = true
			check(t, l.Done(t.Context()))
		}
	}
}

// TestAKilledLeaderLosesNothing kills the server that leads the stream of jobs while jobs are offered and taken.
func TestAKilledLeaderLosesNothing(t *testing.T) {
	tier.Long(t)
	const jobs, takers = 4000, 8
	cluster := natscluster.Start(t, 3, false, jetstream.MaxMessage)
	url := cluster.URL()
	offering, err := jetstream.Dial(t.Context(), url, jetstream.Options{Lease: 5 * time.Second})
	check(t, err)
	defer offering.Close()
	var mu sync.Mutex
	finished := map[string]bool{}
	half, all := make(chan struct{}), make(chan struct{})
	ctx, stop := context.WithCancel(t.Context())
	var wait sync.WaitGroup
	for range takers {
		link, err := jetstream.Dial(t.Context(), url, jetstream.Options{Worker: "taker", Lease: 5 * time.Second})
		check(t, err)
		defer link.Close()
		wait.Go(func() {
			for {
				l, err := link.Queues().Jobs.Take(ctx)
				if err != nil {
					if ctx.Err() == nil {
						t.Errorf("take: %v", err)
					}
					return
				}
				if err := l.Done(ctx); err != nil && ctx.Err() == nil && !errors.Is(err, queue.ErrExpired) {
					t.Errorf("done: %v", err)
				}
				mu.Lock()
				if !finished[l.Job().Name] {
					finished[l.Job().Name] = true
					switch len(finished) {
					case jobs / 4:
						close(half)
					case jobs:
						close(all)
					}
				}
				mu.Unlock()
			}
		})
	}
	wait.Go(func() {
		<-half
		number, err := cluster.Leader(ctx, "jobs")
		if err != nil {
			t.Errorf("leader: %v", err)
			return
		}
		cluster.Kill(number)
	})
	for from := 0; from < jobs; from += 100 {
		var some []queue.Job
		for i := from; i < from+100; i++ {
			some = append(some, queue.Job{Name: strconv.Itoa(i)})
		}
		check(t, offering.Queues().Jobs.Offer(t.Context(), some...))
	}
	<-all
	stop()
	wait.Wait()
}
