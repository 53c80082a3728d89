package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"time"

	"agon/film"
	"agon/game"
	"agon/games/bomberman"
	"agon/games/colourbattle"
	"agon/games/fence"
	"agon/games/rps"
	"agon/games/tron"
	"agon/term"
)

func main() {
	kind := os.Args[1]
	seats, _ := strconv.Atoi(os.Args[2])
	k := map[string]*game.Kind{"colour-battle": game.New(colourbattle.Spec), "tron": game.New(tron.Spec), "rps": game.New(rps.Spec), "fence": game.New(fence.Spec), "bomberman": game.New(bomberman.Spec)}[kind]
	s, _ := k.Settings(nil)
	tb, _ := k.Table(s)
	if err := tb.Deal(8841207, seats); err != nil {
		panic(err)
	}
	info := film.Info{Kind: k, Title: k.Title, Seed: 8841207}
	info.Unit, info.Rounds = k.Scale(s, seats)
	for i := range seats {
		n, err := k.Native(k.Builtins[i%len(k.Builtins)].Name, nil)
		if err != nil {
			panic(err)
		}
		tb.Sit(game.Seat(i), n)
		info.Seats = append(info.Seats, film.Seat{Name: fmt.Sprint("Bot ", n.Name, " ", i), Author: "A. Body", Slot: i})
	}
	f := film.New(info)
	f.Append(film.Take(tb))
	go func() {
		for !tb.Over() {
			owes := tb.Owes()
			took := make([]game.Micros, seats)
			for i := range took {
				took[i] = -1
			}
			for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
				var r game.Reply
				b := time.Now()
				if k.Timed {
					tb.ThinkTimed(seat, &r, func() game.Micros { return 500 })
				} else {
					tb.Think(seat, &r)
				}
				took[seat] = game.Micros(time.Since(b).Microseconds())
			}
			tb.Step()
			sh := film.Take(tb)
			sh.Took = took
			rec := tb.Record()
			for _, m := range rec.Remarks {
				if m.Turn == tb.Turns()-1 {
					sh.Remarks = append(sh.Remarks, m)
				}
			}
			f.Append(sh)
			time.Sleep(2 * time.Millisecond)
		}
		f.End(tb.Ending(), tb.Digest())
	}()
	fmt.Println(term.Watch(context.Background(), f, term.Options{Speed: speed(), Picture: func(film.Shot) (string, error) { return "/tmp/x.png", nil }}))
}

func speed() int {
	if len(os.Args) > 3 {
		n, _ := strconv.Atoi(os.Args[3])
		return n
	}
	return 60
}
