package site

import (
	"image/png"
	"strconv"
	"strings"
	"testing"

	"agon/site/people"
)

// The page of a contest and that of a bot name a picture that other sites show beside a link, and it is there, also before the first game.
func TestCards(t *testing.T) {
	s := serve(t, figured)
	anybody, olga := s.browser(t), s.as(t, people.Organiser)
	bot := "/c/cup/bots/" + strconv.FormatInt(s.insertBot(t, "one", 1), 10)
	look := func(about map[string]string) {
		t.Helper()
		for page, want := range about {
			text := anybody.get(page).text
			if address := `<meta property="og:image" content="` + s.URL + page + `/card.png">`; !strings.Contains(text, address) {
				t.Errorf("%s does not have %s", page, address)
			}
			if want = `<meta property="og:description" content="` + want; !strings.Contains(text, want) {
				t.Errorf("%s does not have %s", page, want)
			}
			a := anybody.get(page + "/card.png")
			config, err := png.DecodeConfig(strings.NewReader(a.text))
			if err != nil || a.code != 200 || a.head.Get("Content-Type") != "image/png" || config.Width != 1200 || config.Height != 630 {
				t.Errorf("the card of %s: %d %v %+v", page, a.code, err, config)
			}
		}
	}
	look(map[string]string{"/c/cup": "No game has been played yet.", bot: `"`})
	if a := olga.post("/c/cup/start"); a.code != 303 {
		t.Fatal(a.code, a.text)
	}
	anybody.until("/c/cup", "finished")
	look(map[string]string{"/c/cup": "4 games of all meet: 1. one, 2. two.", bot: "1st of 2"})
	for _, page := range []string{"/c/none/card.png", "/c/cup/bots/999/card.png", "/c/cup/bots/x/card.png"} {
		if a := anybody.get(page); a.code != 404 {
			t.Errorf("%s: %d", page, a.code)
		}
	}
	if a := olga.post("/c/cup/private", "why", "a rehearsal"); a.code != 303 {
		t.Fatal(a.code, a.text)
	}
	for _, page := range []string{"/c/cup/card.png", bot + "/card.png"} {
		if a := anybody.get(page); a.code != 404 {
			t.Errorf("everybody sees %s of a private contest: %d", page, a.code)
		}
	}
	if a := olga.get("/c/cup"); a.code != 200 || strings.Contains(a.text, "og:image") {
		t.Errorf("the page of a private contest names a card: %d", a.code)
	}
}
