package web

import (
	"testing"
	"context"
	"net"

	"github.com/chromedp/chromedp"
	"agon/film"
)

func TestZ(t *testing.T) {
	browser := openBrowser(t)
	tab, c := chromedp.NewContext(browser)
	defer c()
	dress(t, tab, 1280, 1000, "light")
	whole := makeFilm(t, 21, 300)
	open(t, tab, serve(t, whole)+"#r=280&ids=1&patterns=1")
	until(t, tab, `document.getElementById("round").textContent === "280"`)
	settle(t, tab)
	shoot(t, tab, "z-ids")
	press(t, tab, "i")
	press(t, tab, "?", chromedp.ModifierShift)
	settle(t, tab)
	shoot(t, tab, "z-help")
	f := film.New(whole.Info)
	for i := range 100 { f.Append(whole.Shot(i)) }
	l, _ := net.Listen("tcp", "127.0.0.1:0")
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- ServeGame(ctx, l, f) }()
	open(t, tab, "http://"+l.Addr().String()+"/")
	stop()
	t.Log(<-done)
	until(t, tab, `document.getElementById("live").textContent.includes("s behind")`)
	t.Log(eval[string](t, tab, `document.getElementById("live").textContent`))
	until(t, tab, `document.getElementById("live").textContent.includes("lost")`)
	l, err := net.Listen("tcp", l.Addr().String())
	if err != nil { t.Fatal(err) }
	ctx, stop = context.WithCancel(context.Background())
	go func() { done <- ServeGame(ctx, l, f) }()
	until(t, tab, `document.getElementById("live").textContent === "Live" || document.getElementById("live").textContent.startsWith("back")`)
	t.Log(eval[string](t, tab, `document.getElementById("live").textContent + document.getElementById("round").textContent`))
	stop()
	t.Log(<-done)
}
