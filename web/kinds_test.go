package web

import (
	"fmt"
	"testing"
)

func TestEachKindIsSoundAtEverySize(t *testing.T) {
	browser := openBrowser(t)
	for _, k := range kindsShown(t) {
		address := serve(t, k.film)
		for _, s := range sizes {
			t.Run(fmt.Sprintf("%s %d %s", k.name, s.width, s.theme), func(t *testing.T) {
				tab := newTab(t, browser)
				dress(t, tab, s.width, s.height, s.theme)
				for _, what := range []struct{ name, hash string }{
					{"", ""}, {"-deal", "#r=0"}, {"-picked", fmt.Sprintf("#r=%d&pick=%d", k.at+20, k.pick)}, {"-end", "#r=100000"},
				} {
					hash := what.hash
					if hash == "" {
						hash = fmt.Sprintf("#r=%d&numbers=1&reach=1&hidden=1", k.at)
					}
					open(t, tab, address+hash)
					until(t, tab, `document.querySelectorAll("#list tbody tr[data-seat]").length > 1`)
					settle(t, tab)
					sound(t, tab)
					shoot(t, tab, fmt.Sprintf("%s%s-%d-%s", k.name, what.name, s.width, s.theme))
				}
			})
		}
	}
}
