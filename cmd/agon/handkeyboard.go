package main

import (
	"bufio"
	"context"
	"fmt"
	"time"

	"agon/bot/human"
	"agon/game"
)

// A keyboard is standard input shared by several people. Before each turn they are prompted in the order of their seats, each for a line
// and with the current board, as the original's console players are. After the last line all players are silent. A nil keyboard prompts
// nobody.
type keyboard struct {
	game    *oneGame
	players []keyboardPlayer
	lines   chan string // closed after the last
}

// A keyboardPlayer is a player at the keyboard.
type keyboardPlayer struct {
	seat   game.Seat
	player *human.Player
	gone   bool // "plays no more" was printed
}

// shareKeyboard gives several people one keyboard. It returns nil if there are fewer than two, or if each has a page.
func (g *oneGame) shareKeyboard() *keyboard {
	if g.web || len(g.humans.all) < 2 {
		return nil
	}
	k := &keyboard{game: g, lines: make(chan string)}
	for i := range g.entries {
		if p, ok := g.entries[i].Person.(*human.Player); ok {
			k.players = append(k.players, keyboardPlayer{seat: game.Seat(i), player: p})
			p.Enter()
		}
	}
	fmt.Fprintf(g.world.err, "agon: %s; then Enter. --web gives each player a page instead\n", keyText(g.kind.Keyboard))
	go func() {
		defer close(k.lines)
		for scan := bufio.NewScanner(g.world.in); scan.Scan(); {
			k.lines <- scan.Text()
		}
	}()
	return k
}

// turn prompts each player who must move in the turn that begins.
func (k *keyboard) turn(ctx context.Context, t *game.Table) {
	if k == nil {
		return
	}
	out := k.game.words()
	for i := range k.players {
		s := &k.players[i]
		name := printable(k.game.entries[s.seat].Name)
		refused, over := t.Told(s.seat)
		if refused != "" && t.Turns() > 0 && !s.gone {
			fmt.Fprintf(out, "%s: %s\n", name, printable(refused))
		}
		if over && !s.gone {
			s.gone = true
			fmt.Fprintf(out, "%s plays no more\n", name)
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
			fmt.Fprintf(out, "%s: %s\n", printable(k.game.entries[s.seat].Name), printable(why))
			k.ask(ctx, s)
		}
		fmt.Fprintf(out, "%s\n", t.Print(nil, s.seat))
		k.ask(ctx, s)
	}
}

// ask prompts a player until a line is a move, for at most --pace if it was given.
func (k *keyboard) ask(ctx context.Context, s *keyboardPlayer) {
	var late <-chan time.Time
	if pace := k.game.pace; !k.game.humans.patient && pace > 0 {
		timer := time.NewTimer(pace)
		defer timer.Stop()
		late = timer.C
	}
	for {
		fmt.Fprintf(k.game.words(), "Movement for player %s\n", printable(k.game.entries[s.seat].Name))
		select {
		case line, ok := <-k.lines:
			if !ok {
				s.player.End()
				return
			}
			if k.game.humans.take(s.player, line) {
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
