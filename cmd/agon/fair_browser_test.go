package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
)

// TestPeoplePlayFair has two people play while somebody watches. Neither the spectators' page nor a player's contains what walls hide, the
// seed or the bots' remarks, no button shows a missing layer, and a refused move is reported only to its player.
func TestPeoplePlayFair(t *testing.T) {
	t.Parallel()
	browser := openBrowser(t)
	addresses, stop := play(t, "play", "bomberman", "Ann=human", "Ben=human", "builtin:hunter", "builtin:random", "--seed", "7", "--web",
		"--pace", "0")
	audience, ann, ben := tab(t, browser, addresses[0]), tab(t, browser, addresses[1]), tab(t, browser, addresses[2])
	until(t, ann, `document.getElementById("hands-now").textContent === "your move"`)
	for _, page := range []context.Context{audience, ann} {
		if names := eval[string](t, page,
			`[...document.querySelectorAll("#layers button")].filter(b => b.offsetParent).map(b => b.textContent).join(" ")`); strings.Contains(names, "Hidden") || !strings.Contains(names, "Reach") {
			t.Errorf("its layers are %q", names)
		}
		if facts := eval[string](t, page, `document.querySelector(".facts").textContent`); strings.Contains(facts, "seed") {
			t.Errorf("its facts are %q", facts)
		}
	}
	shoot(t, audience, "fair-audience")

	press(t, ann, "w") // into the wall
	press(t, ben, ".")
	until(t, ann, `document.getElementById("hands-now").textContent.includes("already occupies this space")`)
	shoot(t, ann, "fair-refused")
	until(t, ben, `document.getElementById("hands-now").textContent === "your move"`) // his page gets the round by its own stream
	for _, address := range addresses {
		text := firstEvent(t, address)
		for _, secret := range []string{`"hidden"`, `"did"`, `"strikes"`, `"seed":"7"`, `"m":`} {
			if strings.Contains(text, secret) {
				t.Errorf("the stream of %s has %s", address, secret)
			}
		}
		if !strings.Contains(text, `"tiles":[`) || strings.Count(text, `{"f":`) < 2 {
			t.Errorf("the stream of %s begins with %.300s", address, text)
		}
	}
	stop()
}

// firstEvent returns the first event of a page's stream: the head, the deal and all rounds so far.
func firstEvent(t *testing.T, address string) string {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, "GET", strings.TrimSuffix(address, "/")+"/stream", nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var text strings.Builder
	in := bufio.NewReader(answer.Body)
	for {
		line, err := in.ReadString('\n')
		if err != nil && err != io.EOF {
			t.Fatal(err)
		}
		if line == "\n" || err == io.EOF {
			return text.String()
		}
		text.WriteString(line)
	}
}
