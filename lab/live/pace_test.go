package live

import (
	"testing"
	"time"

	"agon/bot"
	"agon/bot/human"
	"agon/bot/lineup"
	"agon/game"
	"agon/games/bomberman"
	"agon/show/film"
)

// When only bots are left, the game keeps its pace between turns as long as somebody watches, and no longer.
func TestPaceIsKeptWhileSomebodyWatches(t *testing.T) {
	k := game.New(bomberman.Spec)
	person, err := human.New(k.Keyboard, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	films := NewFilms(film.Info{Kind: k}, []lineup.Entry{{Name: "Ann", Person: person}, {Name: "bot"}})
	p := &Pace{Films: films, Turn: time.Hour, last: time.Now()}
	both, left := []*bot.Call{{Seat: 0}, {Seat: 1}}, []*bot.Call{{Seat: game.Seat(1)}}
	leave := films.Audience.Look()
	p.Look(t.Context(), nil, both) // a person was asked: the turn has its own pace
	for range films.entries {
		p.Look(t.Context(), nil, left) // a person may be asked again within as many turns
	}
	begun, done := make(chan bool), make(chan bool)
	go func() {
		close(begun)
		p.Look(t.Context(), nil, left)
		close(done)
	}()
	<-begun
	select {
	case <-done:
		t.Fatal("the next turn came although somebody watches")
	case <-time.After(50 * time.Millisecond):
	}
	leave()
	<-done
	p.Look(t.Context(), nil, left) // nobody watches
}
