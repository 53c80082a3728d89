package live

import (
	"bufio"
	"context"
	"io"
	"strings"
	"time"

	"agon/bot"
	"agon/bot/human"
	"agon/bot/lineup"
	"agon/game"
)

// A Keyboard is one input shared by several people. Before each turn they are prompted in the order of their seats, each for a line and
// with the current board, as the original's console players are. After the last line all players are silent.
type Keyboard struct {
	In      io.Reader         // read from the deal on, on a goroutine that ends with the input
	Board   func(text string) // shows a board
	Say     func(text string) // prints prompts and news of the game
	Unknown func(word string) // called with a line that is no move
	Limit   time.Duration     // for a person's move; 0: none

	players []keyboardPlayer
	lines   chan string // closed after the last
}

// A keyboardPlayer is a player at the keyboard.
type keyboardPlayer struct {
	name   string
	seat   game.Seat
	player *human.Player
	gone   bool // "plays no more" was printed
}

// Seat gives the keyboard to all people of a line-up who play by keys. It must be called before the game.
func (k *Keyboard) Seat(entries []lineup.Entry) {
	for i, e := range entries {
		if p, ok := e.Person.(*human.Player); ok {
			k.players = append(k.players, keyboardPlayer{name: e.Name, seat: game.Seat(i), player: p})
			p.Enter()
		}
	}
}

// Look prompts each player who must move in the turn that begins.
func (k *Keyboard) Look(ctx context.Context, t *game.Table, _ []*bot.Call) {
	if k.lines == nil {
		k.lines = make(chan string)
		go k.read()
	}
	for i := range k.players {
		s := &k.players[i]
		refused, over := t.Feedback(s.seat)
		if refused != "" && t.Turns() > 0 && !s.gone {
			k.Say(s.name + ": " + refused)
		}
		if over && !s.gone {
			s.gone = true
			k.Say(s.name + " plays no more")
		}
	}
	if t.Over() {
		return
	}
	owes := t.Owes()
	for i := range k.players {
		s := &k.players[i]
		if !owes.Has(s.seat) {
			continue
		}
		s.player.Refused = func(why string) {
			k.Say(s.name + ": " + why)
			k.ask(ctx, s)
		}
		k.Board(string(t.Print(nil, s.seat)))
		k.ask(ctx, s)
	}
}

// read passes the lines of the input on.
func (k *Keyboard) read() {
	defer close(k.lines)
	for scan := bufio.NewScanner(k.In); scan.Scan(); {
		k.lines <- scan.Text()
	}
}

// ask prompts a player until a line is a move, or the time for it is over.
func (k *Keyboard) ask(ctx context.Context, s *keyboardPlayer) {
	var late <-chan time.Time
	if k.Limit > 0 {
		timer := time.NewTimer(k.Limit)
		defer timer.Stop()
		late = timer.C
	}
	for {
		k.Say("Movement for player " + s.name)
		select {
		case line, ok := <-k.lines:
			if !ok {
				s.player.End()
				return
			}
			if takeLine(s.player, line, k.Unknown) {
				return
			}
		case <-late:
			s.player.Pass()
			return
		case <-ctx.Done():
			s.player.End()
			return
		}
	}
}

// ReadMoves has a person play by lines, one line per move; after the last line the player is silent. unknown gets a line that is no
// move. The returned function ends reading.
func ReadMoves(ctx context.Context, p *human.Player, in io.Reader, unknown func(word string)) (end func()) {
	ctx, stop := context.WithCancel(ctx)
	p.Enter()
	go func() {
		defer p.End()
		turns := 0
		for scan := bufio.NewScanner(in); scan.Scan(); {
			var err error
			if turns, err = p.Asked(ctx, turns); err != nil {
				return
			}
			for !takeLine(p, scan.Text(), unknown) && scan.Scan() {
			}
		}
	}()
	return stop
}

// takeLine takes a line as a move: a key, or the move's own name. Any other line counts as silence; in games without it, unknown gets
// the line and take returns false.
func takeLine(p *human.Player, line string, unknown func(word string)) bool {
	word := strings.ToLower(strings.TrimSpace(line))
	for _, k := range p.Keys() {
		if word == k.Name || strings.EqualFold(word, k.Move) {
			p.Press(k.Name)
			return true
		}
	}
	if p.Pass() {
		return true
	}
	unknown(word)
	return false
}
