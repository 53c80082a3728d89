package pyhost

import (
	"bytes"
	"fmt"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"agon/bot"
	"agon/internal/traceback"
)

// A bot that announces bytes that it never prints makes its host wait once in its life, not at the end of every game.
func TestForgedCountOfPrintedBytes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &Group{}
		began := time.Now()
		for process := range 3 {
			p := newPrinted(g, nil)
			for game := range 100 {
				p.await(math.MaxInt)
				if waited := time.Since(began); waited > patience*patienceStep {
					t.Fatalf("process %d, game %d: the host has waited for %v", process, game, waited)
				}
			}
		}
		if !g.forged {
			t.Error("the host still believes the bot")
		}
	})
}

// What was announced and comes late is waited for, and so is what the next game printed.
func TestAwaitedBytes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPrinted(&Group{}, bot.NewLog(1<<10))
		for range 3 {
			came := false
			time.AfterFunc(patienceStep*3/2, func() { came = true; p.Write([]byte("hello\n")) })
			p.await(6)
			if !came || p.group.forged {
				t.Fatalf("came %v, forged %v", came, p.group.forged)
			}
		}
	})
}

// A bot that prints without end while its process says where it is fills no memory, and its place is still found.
func TestDumpOfABotThatPrintsWithoutEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPrinted(&Group{}, bot.NewLog(1<<10))
		begun := make(chan struct{})
		go func() {
			<-begun
			for range 300 {
				p.Write(bytes.Repeat([]byte("x"), 32<<10))
			}
			p.Write([]byte(fmt.Sprintf("\n  File %q, line 12 in think\n", "/bots/rambo.py")))
		}()
		dump := p.dump(func() { close(begun) })
		if len(dump) > longestDump {
			t.Errorf("%d bytes were kept", len(dump))
		}
		if place := traceback.Place(dump); place != "rambo.py, line 12, in think" {
			t.Errorf("the place is %q", place)
		}
	})
}
