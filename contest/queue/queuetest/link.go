package queuetest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"time"

	"agon/contest/queue"
)

// Sides opens the two sides of a link. Every call returns a side of its own.
type Sides interface {
	Server() queue.Link
	Worker(name string, classes ...string) queue.Link
}

// A LinkMaker returns a link without jobs, files and reports.
type LinkMaker func(t *testing.T, lease, keep time.Duration) Sides

// RunLink checks that a link keeps the contract of [queue.Link].
func RunLink(t *testing.T, fresh LinkMaker) {
	t.Helper()
	for _, test := range []struct {
		name string
		run  func(t *testing.T, fresh LinkMaker)
	}{
		{"a worker takes jobs of its classes only", classes},
		{"a class may have any name", spelling},
		{"a worker without classes takes the empty class", unclassed},
		{"a worker that closes its queue leaves those of others open", leaves},
		{"a result carries its worker's name", signs},
		{"two workers may offer results of one name", twice},
		{"a job that is never done is poisoned", poisons},
		{"a withdrawn job is not delivered", withdraws},
		{"a job with a lease can be withdrawn", recalls},
		{"a file is read as it was put", stores},
		{"a file that does not match its name is refused", mismatched},
		{"names of files are hashes", misnamed},
		{"files are removed but those that are kept", retains},
		{"reports are replaced and expire", reports},
		{"frames come with their worker's name", streams},
		{"what is too long is refused", caps},
		{"a worker may do nothing else", forbids},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, fresh) })
	}
}

func classes(t *testing.T, fresh LinkMaker) {
	link := fresh(t, long, long)
	server, python, both := link.Server(), link.Worker("anna", "python"), link.Worker("bert", "python", "java")
	all := []queue.Job{{Name: "first", Class: "java"}, {Name: "second", Class: "java"}, {Name: "third", Class: "python"}}
	must(t, server.Jobs.Offer(t.Context(), all...))
	if l := take(t, python.Jobs); l.Job().Name != "third" || l.Job().Class != "python" {
		t.Errorf("the worker for python got %q of class %q", l.Job().Name, l.Job().Class)
	}
	var got []string
	for range 2 {
		got = append(got, take(t, both.Jobs).Job().Name)
	}
	if slices.Sort(got); !slices.Equal(got, []string{"first", "second"}) {
		t.Errorf("the worker for both got %q", got)
	}
}

func spelling(t *testing.T, fresh LinkMaker) {
	link := fresh(t, long, long)
	for i, class := range []string{"*", ">", "a.b", "a b", "ä", "py\x00\r\n", strings.Repeat("c", queue.MaxClass)} {
		must(t, link.Server().Jobs.Offer(t.Context(), queue.Job{Name: "for " + class[:1], Class: class}))
		l := take(t, link.Worker(fmt.Sprint("anna", i), class).Jobs)
		if l.Job().Class != class {
			t.Errorf("class %q came as %q", class, l.Job().Class)
		}
		must(t, l.Done(t.Context()))
	}
}

func unclassed(t *testing.T, fresh LinkMaker) {
	link := fresh(t, long, long)
	must(t, link.Server().Jobs.Offer(t.Context(), queue.Job{Name: "one", Class: "python"}, queue.Job{Name: "two"}))
	if l := take(t, link.Worker("anna").Jobs); l.Job().Name != "two" {
		t.Errorf("got %q", l.Job().Name)
	}
}

func leaves(t *testing.T, fresh LinkMaker) {
	link := fresh(t, long, long)
	one, other := link.Worker("anna"), link.Worker("bert")
	must(t, one.Jobs.Close())
	if _, err := one.Jobs.Take(t.Context()); !errors.Is(err, queue.ErrClosed) {
		t.Errorf("the closed queue returns %v", err)
	}
	must(t, link.Server().Jobs.Offer(t.Context(), jobs(1)...))
	must(t, take(t, other.Jobs).Done(t.Context()))
}

func signs(t *testing.T, fresh LinkMaker) {
	link := fresh(t, long, long)
	server, worker := link.Server(), link.Worker("anna")
	must(t, worker.Results.Offer(t.Context(), queue.Job{Name: "one", From: "bert", Body: []byte("won")}))
	l := take(t, server.Results)
	if j := l.Job(); j.Name != "one" || j.From != "anna" || string(j.Body) != "won" {
		t.Errorf("%q of %q came as %q", j.Name, j.From, j.Body)
	}
	must(t, l.Done(t.Context()))
}

func twice(t *testing.T, fresh LinkMaker) {
	link := fresh(t, long, long)
	server := link.Server()
	for _, name := range []string{"anna", "bert"} {
		must(t, link.Worker(name).Results.Offer(t.Context(), queue.Job{Name: "one", Body: []byte(name)}))
	}
	seen := map[string]string{}
	for range 2 {
		j := take(t, server.Results).Job()
		seen[j.From] = string(j.Body)
	}
	if seen["anna"] != "anna" || seen["bert"] != "bert" {
		t.Errorf("got %q", seen)
	}
}

// poison returns the list as soon as it is not empty.
func poison(t *testing.T, server queue.Link) []queue.Poisoned {
	t.Helper()
	for {
		list, err := server.Poison.Poisoned(t.Context())
		must(t, err)
		if len(list) > 0 {
			return list
		}
		time.Sleep(short)
	}
}

func poisons(t *testing.T, fresh LinkMaker) {
	link := fresh(t, long, long)
	server, worker := link.Server(), link.Worker("anna", "java")
	bad := queue.Job{Name: "bad", Class: "java", Body: []byte("kills")}
	must(t, server.Jobs.Offer(t.Context(), bad))
	for delivery := 1; delivery <= queue.MaxDeliveries; delivery++ {
		l := take(t, worker.Jobs)
		if l.Delivery() != delivery {
			t.Errorf("delivery %d counts as %d", delivery, l.Delivery())
		}
		must(t, l.Return(t.Context()))
	}
	must(t, server.Jobs.Offer(t.Context(), bad, queue.Job{Name: "good", Class: "java"}))
	if l := take(t, worker.Jobs); l.Job().Name != "good" {
		t.Errorf("%q is delivered again", l.Job().Name)
	}
	list := poison(t, server)
	if p := list[0]; len(list) != 1 || p.Job.Name != "bad" || p.Job.Class != "java" || string(p.Job.Body) != "kills" ||
		p.Deliveries != queue.MaxDeliveries {
		t.Errorf("the list is %+v", list)
	}
	must(t, server.Jobs.Offer(t.Context(), bad))
	must(t, server.Poison.Withdraw(t.Context(), "bad"))
	list, err := server.Poison.Poisoned(t.Context())
	if err != nil || len(list) != 0 {
		t.Errorf("after its withdrawal the list is %+v, %v", list, err)
	}
	must(t, server.Jobs.Offer(t.Context(), bad))
	if l := take(t, worker.Jobs); l.Job().Name != "bad" || l.Delivery() != 1 {
		t.Errorf("offered again it is delivery %d of %q", l.Delivery(), l.Job().Name)
	}
}

func withdraws(t *testing.T, fresh LinkMaker) {
	link := fresh(t, long, long)
	server := link.Server()
	must(t, server.Jobs.Offer(t.Context(), jobs(3)...))
	for _, name := range []string{"job 0", "job 1", "unknown"} {
		must(t, server.Poison.Withdraw(t.Context(), name))
	}
	if l := take(t, link.Worker("anna").Jobs); l.Job().Name != "job 2" {
		t.Errorf("%q is delivered", l.Job().Name)
	}
}

func recalls(t *testing.T, fresh LinkMaker) {
	link := fresh(t, long, long)
	server, worker := link.Server(), link.Worker("anna")
	must(t, server.Jobs.Offer(t.Context(), jobs(1)...))
	out := take(t, worker.Jobs)
	must(t, server.Poison.Withdraw(t.Context(), "job 0"))
	must(t, server.Jobs.Offer(t.Context(), jobs(1)...))
	again := take(t, worker.Jobs)
	if again.Delivery() != 1 {
		t.Errorf("delivery %d", again.Delivery())
	}
	if err := out.Done(t.Context()); err != nil && !errors.Is(err, queue.ErrExpired) {
		t.Errorf("the lease of a withdrawn job returns %v", err)
	}
	must(t, again.Done(t.Context()))
}

func stores(t *testing.T, fresh LinkMaker) {
	link := fresh(t, long, long)
	server, worker := link.Server(), link.Worker("anna")
	for _, size := range []int{0, 1, 64 << 10, 1<<20 + 7} {
		content := bytes.Repeat([]byte{1, 2, 3, 0, 255}, size/5+1)[:size]
		name := FileName(content)
		for range 2 {
			must(t, server.Files.Put(t.Context(), name, bytes.NewReader(content)))
		}
		for _, files := range []queue.Files{server.Files, worker.Files} {
			if got := read(t, files, name); !bytes.Equal(got, content) {
				t.Errorf("%d bytes came as %d", size, len(got))
			}
		}
	}
	if _, err := worker.Files.Get(t.Context(), FileName([]byte("none"))); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file returns %v", err)
	}
}

func read(t *testing.T, files queue.Files, name string) []byte {
	t.Helper()
	r, err := files.Get(t.Context(), name)
	must(t, err)
	content, err := io.ReadAll(r)
	must(t, err)
	must(t, r.Close())
	return content
}

func mismatched(t *testing.T, fresh LinkMaker) {
	link := fresh(t, long, long)
	server := link.Server()
	content := bytes.Repeat([]byte("content"), 100_000)
	name := FileName(content)
	if err := server.Files.Put(t.Context(), name, bytes.NewReader(content[1:])); !errors.Is(err, queue.ErrContent) {
		t.Errorf("put returns %v", err)
	}
	if _, err := server.Files.Get(t.Context(), name); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("get returns %v", err)
	}
	must(t, server.Files.Put(t.Context(), name, bytes.NewReader(content)))
	if got := read(t, server.Files, name); !bytes.Equal(got, content) {
		t.Errorf("%d bytes came as %d", len(content), len(got))
	}
}

func retains(t *testing.T, fresh LinkMaker) {
	link := fresh(t, long, long)
	server, worker := link.Server(), link.Worker("anna")
	var names []string
	for _, size := range []int{1, 300 << 10, 600 << 10} {
		content := bytes.Repeat([]byte{byte(size), 1}, size)
		names = append(names, FileName(content))
		must(t, server.Files.Put(t.Context(), names[len(names)-1], bytes.NewReader(content)))
	}
	for range 2 {
		must(t, server.Files.Retain(t.Context(), func(name string) bool { return name == names[1] }))
	}
	for i, name := range names {
		if i == 1 {
			if got := read(t, worker.Files, name); len(got) != 600<<10 {
				t.Errorf("the file that is kept has %d bytes", len(got))
			}
		} else if _, err := worker.Files.Get(t.Context(), name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("a file that is not kept: %v", err)
		}
	}
	content := bytes.Repeat([]byte{1, 1}, 1)
	must(t, server.Files.Put(t.Context(), names[0], bytes.NewReader(content))) // it can be stored again
	if got := read(t, worker.Files, names[0]); !bytes.Equal(got, content) {
		t.Errorf("stored again it has %d bytes", len(got))
	}
}

func misnamed(t *testing.T, fresh LinkMaker) {
	server := fresh(t, long, long).Server()
	for _, name := range []string{"", "bot.py", "../../etc/passwd", strings.Repeat("*", 64), strings.ToUpper(FileName([]byte("a")))} {
		put := server.Files.Put(t.Context(), name, strings.NewReader("content"))
		_, get := server.Files.Get(t.Context(), name)
		if put == nil || get == nil {
			t.Errorf("%q: put returns %v, get %v", name, put, get)
		}
	}
}

func reports(t *testing.T, fresh LinkMaker) {
	const keep = 20 * short
	link := fresh(t, long, keep)
	server, anna, bert := link.Server(), link.Worker("anna"), link.Worker("bert")
	report := func(w queue.Link, name, text string) { must(t, w.Presence.Report(t.Context(), name, []byte(text))) }
	seen := func() map[string][]byte {
		t.Helper()
		all, err := server.Presence.Reports(t.Context())
		must(t, err)
		return all
	}
	for i := range 5 {
		report(anna, "anna", fmt.Sprint("old", i))
	}
	report(bert, "bert", "b")
	report(anna, "anna", "new")
	if all := seen(); string(all["anna"]) != "new" {
		t.Errorf("anna reports %q", all["anna"])
	}
	for seen()["bert"] != nil { // until bert, who is silent, has disappeared
		report(anna, "anna", "here")
		time.Sleep(short)
	}
	for len(seen()) > 0 {
		time.Sleep(short)
	}
}

func streams(t *testing.T, fresh LinkMaker) {
	link := fresh(t, long, long)
	server, anna, bert := link.Server(), link.Worker("anna"), link.Worker("bert")
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	got, ended := make(chan string, 1000), make(chan error, 1)
	full := bytes.Repeat([]byte("f"), queue.MaxFrame)
	go func() {
		ended <- server.Frames.Receive(ctx, func(worker string, frame []byte) {
			got <- fmt.Sprintf("%s %.10s %d", worker, frame, len(frame))
		})
	}()
	for _, want := range []string{"anna one 3", "bert two 3", fmt.Sprintf("anna ffffffffff %d", len(full))} {
		for seen := ""; seen != want; { // one that was sent before anybody received is lost
			must(t, anna.Frames.Send("anna", []byte("one")))
			must(t, bert.Frames.Send("bert", []byte("two")))
			must(t, anna.Frames.Send("anna", full))
			select {
			case seen = <-got:
			case <-time.After(short):
			}
		}
	}
	stop()
	if err := <-ended; err != nil {
		t.Errorf("receiving ends with %v", err)
	}
	must(t, anna.Frames.Send("anna", []byte("nobody receives this")))
}

func caps(t *testing.T, fresh LinkMaker) {
	link := fresh(t, long, long)
	server, worker := link.Server(), link.Worker("anna")
	full := queue.Job{Name: strings.Repeat("n", queue.MaxName), Class: strings.Repeat("c", queue.MaxClass),
		Body: make([]byte, queue.MaxBody)}
	must(t, server.Jobs.Offer(t.Context(), full))
	must(t, worker.Results.Offer(t.Context(), full))
	must(t, worker.Presence.Report(t.Context(), "anna", make([]byte, queue.MaxReport)))
	if j := take(t, server.Results).Job(); j.Name != full.Name || len(j.Body) != len(full.Body) {
		t.Errorf("%d bytes came as %d", len(full.Body), len(j.Body))
	}
	for name, err := range map[string]error{
		"no name":       server.Jobs.Offer(t.Context(), queue.Job{}),
		"a long name":   server.Jobs.Offer(t.Context(), queue.Job{Name: full.Name + "n"}),
		"a long class":  server.Jobs.Offer(t.Context(), queue.Job{Name: "a", Class: full.Class + "c"}),
		"a long body":   server.Jobs.Offer(t.Context(), queue.Job{Name: "a", Body: make([]byte, queue.MaxBody+1)}),
		"a long result": worker.Results.Offer(t.Context(), queue.Job{Name: "a", Body: make([]byte, queue.MaxBody+1)}),
		"a long frame":  worker.Frames.Send("anna", make([]byte, queue.MaxFrame+1)),
		"a long report": worker.Presence.Report(t.Context(), "anna", make([]byte, queue.MaxReport+1)),
	} {
		if err == nil || !strings.Contains(err.Error(), "bytes, want") {
			t.Errorf("%s returns %v", name, err)
		}
	}
}

func forbids(t *testing.T, fresh LinkMaker) {
	link := fresh(t, long, long)
	server, worker := link.Server(), link.Worker("anna", "python")
	must(t, server.Jobs.Offer(t.Context(), jobs(1)...))
	must(t, link.Worker("bert").Results.Offer(t.Context(), jobs(1)...))
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	_, result := worker.Results.Take(ctx)
	_, all := worker.Presence.Reports(ctx)
	for name, err := range map[string]error{
		"offer a job":       worker.Jobs.Offer(ctx, jobs(1)...),
		"take a result":     result,
		"put a file":        worker.Files.Put(ctx, FileName(nil), bytes.NewReader(nil)),
		"read reports":      all,
		"remove files":      worker.Files.Retain(ctx, func(string) bool { return false }),
		"report as another": worker.Presence.Report(ctx, "bert", nil),
		"send as another":   worker.Frames.Send("bert", nil),
		"receive frames":    worker.Frames.Receive(ctx, func(string, []byte) {}),
	} {
		if !errors.Is(err, fs.ErrPermission) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if worker.Poison != nil {
		t.Error("a worker has the list of poisoned jobs")
	}
}

// FileName returns the name of a file with this content, as [queue.Files] wants it.
func FileName(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}
