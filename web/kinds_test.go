package web

import (
	"fmt"
	"testing"
)

func TestEachKindIsSoundOnDeskAndPhone(t *testing.T) {
	browser := openBrowser(t)
	for _, k := range kindsShown(t) {
		address := serve(t, k.film)
		for _, s := range sizes {
			if s.width == 720 {
				continue
			}
			t.Run(fmt.Sprintf("%s %d %s", k.name, s.width, s.theme), func(t *testing.T) {
				tab := newTab(t, browser)
				dress(t, tab, s.width, s.height, s.theme)
				for _, hash := range k.hashes {
					open(t, tab, address+hash)
					until(t, tab, `document.querySelectorAll("#list tbody tr[data-seat]").length > 1`)
					settle(t, tab)
					sound(t, tab)
					shoot(t, tab, fmt.Sprintf("%s-%d-%s-%s", k.name, s.width, s.theme, hash[1:]))
				}
			})
		}
	}
}
