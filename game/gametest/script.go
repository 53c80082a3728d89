package gametest

import (
	"strconv"
	"strings"
	"testing"

	"agon/game"
)

/*
Script plays moves given as text on a dealt table. The seats that owe a move take the next words, in order of their numbers, turn by turn:

	left      the move, as its Format writes it
	left@250  the same, after 250 microseconds
	!late     no move, by the name of the fault
	left!     the rules must refuse the move; nothing is played, and the seat takes the next word too
	|         only for the reader

A word that cannot be played as it says ends the test.
*/
func Script(t testing.TB, table *game.Table, script string) {
	t.Helper()
	words := strings.Fields(strings.ReplaceAll(script, "|", " "))
	for len(words) > 0 {
		if table.Over() {
			t.Fatalf("the game is over before %q: %s", words[0], table.Ending(game.Unnamed))
		}
		owes := table.Owes()
		for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
			words = scripted(t, table, seat, words)
		}
		step(t, table)
	}
}

// scripted plays the move of a seat, and returns the rest of the words.
func scripted(t testing.TB, table *game.Table, seat game.Seat, words []string) []string {
	t.Helper()
	for {
		if len(words) == 0 {
			t.Fatalf("seat %d owes a move in turn %d, and the script has no more words", seat, table.Turns())
		}
		var reply game.Reply
		given := words[0]
		words = words[1:]
		word, time, timed := strings.Cut(given, "@")
		if timed {
			micros, err := strconv.ParseInt(time, 10, 64)
			if err != nil {
				t.Fatalf("the time of %q is not a number of microseconds", given)
			}
			reply.Took = game.Micros(micros)
		}
		if name, is := strings.CutPrefix(word, "!"); is {
			why, err := game.ParseFault(name)
			if err != nil {
				t.Fatal(err)
			}
			reply.Fault = why
			table.Take(seat, &reply)
			return words
		}
		if move, is := strings.CutSuffix(word, "!"); is {
			if table.Try(seat, move) == nil {
				t.Fatalf("turn %d: the rules must refuse %q of seat %d, but accept it", table.Turns(), move, seat)
			}
			continue
		}
		if why := table.Play(seat, word, &reply); why != game.NoFault {
			t.Fatalf("turn %d: %q of seat %d is %v: %s", table.Turns(), word, seat, why, reply.Note)
		}
		return words
	}
}
