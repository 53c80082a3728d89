//go:build linux

package pyhost

import (
	"bytes"
	"encoding/binary"
	"os"
	"strings"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/sandbox"
	"agon/game"
	"agon/internal/rawpipe"
)

// framed returns an answer as a host process sends it.
func framed(sequence uint32, body string) string {
	head := binary.LittleEndian.AppendUint32(nil, uint32(len(body)))
	return string(binary.LittleEndian.AppendUint32(head, sequence)) + body
}

// FuzzReceive: whatever a bot writes into the channel, the host accepts only a whole answer to its last frame. It neither panics nor waits
// for more than there is. (Bytes after a whole answer are refused with it or with the next one.)
func FuzzReceive(f *testing.F) {
	const sequence = 7
	for _, seed := range []string{"", "x", framed(sequence, ""), framed(sequence, "hello"), framed(sequence, "hello") + "!",
		framed(6, "hello"), framed(sequence, "hello")[:10],
		"\xff\xff\xff\xff\x07\x00\x00\x00", "\x00\x00\x10\x00\x07\x00\x00\x00x", framed(sequence, "a") + framed(sequence, "b"),
		framed(sequence, string(make([]byte, 50000)))} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, sent []byte) {
		if len(sent) > 60000 {
			t.Skip("more than a pipe holds")
		}
		in, unread := pipe(t)
		out, write := pipe(t)
		defer in.Close()
		if _, err := write.Write(sent); err != nil {
			t.Fatal(err)
		}
		write.Close()
		pipes, err := rawpipe.NewPair(unread, out, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer pipes.Close()
		h := &host{process: &bot.Process{}, pipes: pipes, answer: make([]byte, 16), sequence: sequence}
		body, err := h.receive(time.Now().Add(time.Minute), nil)
		whole := len(sent) >= 8 && string(sent) == framed(sequence, string(sent[8:]))
		if err == nil && !strings.HasPrefix(string(sent), framed(sequence, string(body))) {
			t.Fatalf("%.100q is accepted as the answer %.100q", sent, body)
		}
		if whole && (err != nil || !bytes.Equal(body, sent[8:])) {
			t.Fatalf("the host turns %.100q into %.100q, %v", sent, body, err)
		}
	})
}

func pipe(t *testing.T) (r, w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close(); w.Close() })
	return r, w
}

// FuzzRead: a whole frame of invalid answers is refused or accepted without a panic, and no answer is longer than the frame.
func FuzzRead(f *testing.F) {
	f.Add([]byte{}, 1)
	f.Add(make([]byte, 19), 1)
	f.Add(append([]byte{1, 0}, append(make([]byte, 17), '5')...), 1)
	f.Add(append([]byte{255, 255}, make([]byte, 40)...), 1)
	f.Add(bytes.Repeat([]byte{1, 0, 0, 0}, 30), 3)
	f.Add(bytes.Repeat([]byte{0xff}, 200), 4)
	f.Fuzz(func(t *testing.T, body []byte, lanes int) {
		n := min(max(lanes, 1), 8)
		p := New(Config{Launcher: sandbox.Plain(), Log: bot.NewLog(0)})
		h := p.group
		h.host = &host{}
		h.host.watch.process = &bot.Process{}
		calls := make([]bot.Call, n)
		for i := range calls {
			calls[i].Lane = i
			p.lanes = append(p.lanes, lane{seated: true, opened: true})
			h.asked = append(h.asked, question{p, &calls[i]})
		}
		if h.read(body, time.Millisecond) != nil {
			return
		}
		total := 0
		for i := range calls {
			total += len(calls[i].Reply.Out)
			if why := calls[i].Reply.Fault; why != game.NoFault && why != game.Crashed {
				t.Fatalf("lane %d has the fault %v", i, why)
			}
		}
		if total > len(body) {
			t.Fatalf("%d bytes came, the answers have %d", len(body), total)
		}
	})
}

// TestPatience: each call has its own limit from when the process begins with it, and nothing that a bot writes into the note extends it.
func TestPatience(t *testing.T) {
	note, err := newNotePage()
	if err != nil || note == nil {
		t.Skip("this system has no shared pages")
	}
	defer note.close()
	const limit = 30 * time.Millisecond
	h := &Group{host: &host{note: note}}
	for range 3 {
		h.asked = append(h.asked, question{nil, &bot.Call{Limit: limit}})
	}
	for _, tt := range []struct {
		name  string
		write func(n int) int // the note at the nth check
	}{
		{"nothing is noted", func(int) int { return -1 }},
		{"it stays with the first", func(int) int { return 0 }},
		{"it goes to the last and stays there", func(n int) int { return min(n, 2) }},
		{"back and forth", func(n int) int { return n % 3 }},
		{"far out", func(n int) int { return n * 97 % 65000 }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			note.clear()
			wait := h.patience()
			for n := 0; wait(); n++ {
				if n > 2000 {
					t.Fatal("it waits for ever")
				}
				if at := tt.write(n); at >= 0 {
					note.page[0], note.page[1] = byte(at), byte(at>>8)+1
				}
				time.Sleep(time.Millisecond)
			}
		})
	}
}
