package console_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"agon/bot"
	"agon/bot/console"
	"agon/game"
)

// patience is the time limit on a busy machine; no test depends on anything taking less.
const patience = time.Minute

func TestAMessageIsADigitABarATextAndItsEnd(t *testing.T) {
	if got, want := (console.Message{Kind: console.Command, Text: "w"}).Append(nil),
		[]byte("3\x00|\x00w\x00<\x00"); !bytes.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
	if got := (console.Message{Kind: console.Register, Text: "a<b"}).Append(nil); bytes.Count(got, []byte("<")) != 1 {
		t.Errorf("a name ends its message early: %q", got)
	}
}

// Messages are separated by their terminators, however the bytes arrive.
func TestReading(t *testing.T) {
	messages := []console.Message{{Kind: console.Registered, Text: "B"}, {Kind: console.Map, Text: "Map Width: 21\n#é𝄞"},
		{Kind: console.Complete}}
	var all []byte
	for _, m := range messages {
		all = m.Append(all)
	}
	all = append(all, "x\x00<\x00"...) // no message
	all = console.Message{Kind: console.Port, Text: "20001"}.Append(all)
	for name, in := range map[string]io.Reader{"all at once": bytes.NewReader(all),
		"a byte at a time": iotest.OneByteReader(bytes.NewReader(all)),
		"cut off":          bytes.NewReader(append(all[:len(all):len(all)], '3', 0, '|'))} {
		r := console.NewReader(in)
		var got []console.Message
		for {
			m, err := r.Read()
			if err != nil {
				if !errors.Is(err, io.EOF) {
					t.Errorf("%s: %v", name, err)
				}
				break
			}
			got = append(got, m)
		}
		if want := append(slices.Clone(messages), console.Message{Kind: console.Port, Text: "20001"}); !slices.Equal(got, want) {
			t.Errorf("%s: %q", name, got)
		}
	}
	if _, err := console.NewReader(bytes.NewReader(make([]byte, 1<<20))).Read(); err == nil || errors.Is(err, io.EOF) {
		t.Errorf("a message without a terminator: %v", err)
	}
}

// A room is a host with a table of two seats, for a kind whose moves are words only.
type room struct {
	*testing.T
	host  *console.Host
	seats []*console.Player
	table *game.Table
	came  chan string
}

func newRoom(t *testing.T, seats int) *room {
	t.Helper()
	r := &room{T: t, table: table(t, seats), came: make(chan string, 100)}
	for range seats {
		r.seats = append(r.seats, console.NewPlayer(keyboard))
	}
	h, err := console.Listen("127.0.0.1:0", r.seats, func(text string) { r.came <- text })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	r.host = h
	return r
}

// join connects a client, and waits until it has its seat.
func (r *room) join(name string) *console.Client {
	r.Helper()
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	c, err := console.Dial(ctx, r.host.Addr().String(), name)
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(func() { c.Close() })
	r.expects(name + " is here")
	return c
}

func (r *room) expects(want string) {
	r.Helper()
	select {
	case got := <-r.came:
		if got != want {
			r.Fatalf("the operator is told %q, not %q", got, want)
		}
	case <-time.After(patience):
		r.Fatalf("the operator is never told %q", want)
	}
}

func (r *room) sit() {
	for i, p := range r.seats {
		p.Sit(0, r.table, game.Seat(i))
	}
}

// turn plays one turn as a referee does.
func (r *room) turn() {
	var calls [][]*bot.Call
	for i, p := range r.seats {
		c := []*bot.Call{{Table: r.table, Seat: game.Seat(i)}}
		if owes := r.table.Owes(); owes.Has(game.Seat(i)) {
			p.Ask(c)
			calls = append(calls, c)
		}
	}
	for _, c := range calls {
		r.seats[c[0].Seat].Answer(c)
	}
	r.table.Step()
	for _, p := range r.seats {
		p.Traits().Turned(0, r.table)
	}
}

func (r *room) reads(c *console.Client, want ...string) {
	r.Helper()
	for _, w := range want {
		m, err := c.Read()
		if err != nil {
			r.Fatalf("waiting for %q: %v", w, err)
		}
		if got := fmt.Sprintf("%c|%s", m.Kind, m.Text); got != w {
			r.Fatalf("the client reads %q, not %q", got, w)
		}
	}
}

func send(t *testing.T, c *console.Client, command string) {
	t.Helper()
	if err := c.Send(command); err != nil {
		t.Fatal(err)
	}
}

func TestAGame(t *testing.T) {
	r := newRoom(t, 2)
	ann, ben := r.join("Ann"), r.join("Ben")
	if r.host.Free() != 0 || r.seats[0].Name() != "Ann" {
		t.Errorf("%d seats are free, the first is of %q", r.host.Free(), r.seats[0].Name())
	}
	r.sit()
	r.reads(ann, "8|A", "2|0: ")
	r.reads(ben, "8|B", "2|0: ")
	send(t, ann, "W") // keys in any case
	send(t, ben, "?") // no key: idles
	r.turn()
	r.reads(ann, "2|1: up wait ")
	r.reads(ben, "2|1: up wait ")
	send(t, ann, "x") // refused
	send(t, ben, "k") // dies
	r.turn()
	r.reads(ann, "6|there is nothing", "2|2: fail die ")
	r.reads(ben, "4|2: fail die ")
	send(t, ann, "w")
	r.turn()
	r.reads(ann, "2|3: up die ")
	for _, p := range r.seats {
		p.Leave(0)
	}
	r.reads(ann, "7|")
	r.reads(ben, "7|")
}

// A player who disconnects idles, is not waited for, and can reconnect by name.
func TestWhoVanishesMayComeBack(t *testing.T) {
	r := newRoom(t, 1)
	ann := r.join("Ann")
	r.sit()
	send(t, ann, "w")
	r.turn()
	ann.Close()
	r.expects("Ann has left")
	r.turn()
	ann = r.join("Ann")
	r.reads(ann, "8|A", "2|2: wait ")
	send(t, ann, "w")
	r.turn()
	r.reads(ann, "2|3: up ")
}

func TestNobodyTakesASeatThatIsTaken(t *testing.T) {
	r := newRoom(t, 1)
	r.join("Ann")
	if _, err := console.Dial(context.Background(), r.host.Addr().String(), "Ben"); err == nil ||
		!strings.Contains(err.Error(), "no seat is free") {
		t.Errorf("%v", err)
	}
}

func TestASeatThatNobodyTookDoesNothing(t *testing.T) {
	r := newRoom(t, 1)
	r.sit()
	r.turn()
	if text := string(r.table.Print(nil, 0)); text != "1: wait " {
		t.Errorf("%q", text)
	}
}

// raw registers like a client that knows only the protocol, and returns the registration port's answer.
func (r *room) raw(name string) console.Message {
	r.Helper()
	c, err := net.Dial("tcp", r.host.Addr().String())
	if err != nil {
		r.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(patience))
	c.Write(console.Message{Kind: console.Register, Text: name}.Append(nil))
	m, err := console.NewReader(c).Read()
	if err != nil {
		r.Fatal(err)
	}
	return m
}

// Somebody who registers and leaves takes no seat, however often.
func TestAVisitorTakesNoSeat(t *testing.T) {
	r := newRoom(t, 2)
	for i := range 50 {
		if m := r.raw(fmt.Sprintf("Visitor %d", i%2)); m.Kind != console.Port {
			t.Fatalf("visit %d: the registration port says %q", i, m.Text)
		}
	}
	if m := r.raw("Visitor 3"); m.Kind != console.Refused || !strings.Contains(m.Text, "try again in a moment") {
		t.Errorf("with both seats held the registration port says %q", m.Text)
	}
	if r.host.Free() != 2 {
		t.Errorf("%d seats are free, want 2", r.host.Free())
	}
	r.join("Visitor 0") // registered and now connecting
}

// A player who leaves before the game begins frees the seat.
func TestASeatIsFreeAgainBeforeTheGame(t *testing.T) {
	r := newRoom(t, 1)
	r.join("Ann").Close()
	r.expects("Ann has left")
	ben := r.join("Ben")
	r.sit()
	r.reads(ben, "8|A", "2|0: ")
}

// A seat belongs to its owner while the owner is connected, even if somebody else uses the same name.
func TestNobodyTakesOverAConnectedSeat(t *testing.T) {
	r := newRoom(t, 2)
	ann := r.join("Ann")
	if _, err := console.Dial(context.Background(), r.host.Addr().String(), "Ann"); err == nil ||
		!strings.Contains(err.Error(), "Ann is already playing") {
		t.Errorf("%v", err)
	}
	r.sit()
	r.reads(ann, "8|A", "2|0: ")
	send(t, ann, "w")
	r.turn()
	r.reads(ann, "2|1: up wait ")
}

// During a game a seat's owner can reconnect only from the same address.
func TestComingBackFromElsewhere(t *testing.T) {
	r := newRoom(t, 1)
	ann := r.join("Ann")
	r.sit()
	ann.Close()
	r.expects("Ann has left")
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)}}
	c, err := d.Dial("tcp", r.host.Addr().String())
	if err != nil {
		t.Skipf("this machine has one loopback address: %v", err)
	}
	defer c.Close()
	c.Write(console.Message{Kind: console.Register, Text: "Ann"}.Append(nil))
	m, err := console.NewReader(c).Read()
	if err != nil || m.Kind != console.Refused || !strings.Contains(m.Text, "address") {
		t.Errorf("%v %q", err, m.Text)
	}
	r.join("Ann")
}

// A client shows a host's text without control characters.
func TestAHostCannotWriteToTheTerminal(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, kind := range []byte{console.Refused, console.Port} {
		go func() {
			c, err := l.Accept()
			if err != nil {
				return
			}
			defer c.Close()
			console.NewReader(c).Read()
			c.Write(console.Message{Kind: kind, Text: "\x1b[2J\x1b]0;owned\a\nno" + strings.Repeat("o", 1<<12)}.Append(nil))
		}()
		_, err := console.Dial(context.Background(), l.Addr().String(), "Ann")
		if err == nil || strings.ContainsAny(err.Error(), "\x1b\a\n") || len(err.Error()) > 400 {
			t.Errorf("%q", err)
		}
	}
}

// Connections to the registration port that do not follow the protocol disturb nobody.
func TestStrangersAtTheDoor(t *testing.T) {
	r := newRoom(t, 1)
	for _, text := range []string{"", "GET / HTTP/1.1\r\n\r\n", "3\x00|\x00w\x00<\x00", strings.Repeat("\x00", 1<<19)} {
		c, err := net.Dial("tcp", r.host.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(c, text)
		c.Close()
	}
	r.join("Ann")
}

// The client plays a whole game from lines, and idles after their end.
func TestTheClientPlays(t *testing.T) {
	r := newRoom(t, 1)
	c := r.join("Ann")
	keys := make(chan string, 3)
	keys <- "w"
	keys <- "x"
	close(keys)
	var out bytes.Buffer
	played := make(chan error, 1)
	go func() { played <- c.Play(context.Background(), console.Screen{Out: &out, Keys: keys}) }()
	r.sit()
	for range 3 {
		r.turn()
	}
	r.seats[0].Leave(0)
	if err := <-played; err != nil {
		t.Fatal(err)
	}
	want := "You are player A.\n0: \n1: up \nthere is nothing\n2: fail \n3: wait \nThe game is over.\n"
	if out.String() != want {
		t.Errorf("it showed %q, want %q", out.String(), want)
	}
}

// A disconnect by the host is reported.
func TestTheHostHangsUp(t *testing.T) {
	r := newRoom(t, 1)
	c := r.join("Ann")
	go r.host.Close()
	if err := c.Play(context.Background(), console.Screen{Out: io.Discard}); err == nil ||
		!strings.Contains(err.Error(), "disconnected before the end") {
		t.Errorf("%v", err)
	}
}
