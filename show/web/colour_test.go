package web

import (
	"fmt"
	"image/color"
	"math"
	"regexp"
	"strings"
	"testing"

	"agon/game/palette"
)

// linear returns a colour in linear light, 0 to 1 (sRGB's transfer curve).
func linear(c color.RGBA) [3]float64 {
	var l [3]float64
	for i, v := range [3]uint8{c.R, c.G, c.B} {
		f := float64(v) / 255
		if f <= 0.04045 {
			l[i] = f / 12.92
			continue
		}
		l[i] = math.Pow((f+0.055)/1.055, 2.4)
	}
	return l
}

// contrast returns the contrast ratio of WCAG 2, from 1 to 21.
func contrast(a, b color.RGBA) float64 {
	bright := func(c color.RGBA) float64 {
		l := linear(c)
		return 0.2126*l[0] + 0.7152*l[1] + 0.0722*l[2]
	}
	x, y := bright(a), bright(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// sight has matrices of colour vision deficiencies in linear light: Machado, Oliveira and Fernandes 2009, full severity.
var sight = map[string][9]float64{
	"normal": {1, 0, 0, 0, 1, 0, 0, 0, 1},
	"protan": {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
	"deutan": {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881},
	"tritan": {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039},
}

// lab returns a colour in CIELAB under D65, as seen with a matrix of sight.
func lab(c color.RGBA, eye [9]float64) [3]float64 {
	l := linear(c)
	var s [3]float64
	for i := range s {
		s[i] = min(1, max(0, eye[3*i]*l[0]+eye[3*i+1]*l[1]+eye[3*i+2]*l[2]))
	}
	f := func(t float64) float64 {
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	x := f((0.4124564*s[0] + 0.3575761*s[1] + 0.1804375*s[2]) / 0.95047)
	y := f(0.2126729*s[0] + 0.7151522*s[1] + 0.072175*s[2])
	z := f((0.0193339*s[0] + 0.119192*s[1] + 0.9503041*s[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// distance returns the difference CIEDE2000 (Sharma, Wu and Dalal 2005).
func distance(p, q [3]float64) float64 {
	const degree = math.Pi / 180
	mean := (math.Hypot(p[1], p[2]) + math.Hypot(q[1], q[2])) / 2
	m7 := math.Pow(mean, 7)
	g := 1 + 0.5*(1-math.Sqrt(m7/(m7+math.Pow(25, 7))))
	c1, c2 := math.Hypot(p[1]*g, p[2]), math.Hypot(q[1]*g, q[2])
	hue := func(a, b float64) float64 {
		if a == 0 && b == 0 {
			return 0
		}
		return math.Mod(math.Atan2(b, a)/degree+360, 360)
	}
	h1, h2 := hue(p[1]*g, p[2]), hue(q[1]*g, q[2])
	dh, h := h2-h1, (h1+h2)/2
	switch {
	case c1*c2 == 0:
		dh, h = 0, h1+h2
	case dh > 180:
		dh -= 360
		h = math.Mod(h+180, 360)
	case dh < -180:
		dh += 360
		h = math.Mod(h+180, 360)
	}
	l, c := (p[0]+q[0])/2, (c1+c2)/2
	t := 1 - 0.17*math.Cos((h-30)*degree) + 0.24*math.Cos(2*h*degree) + 0.32*math.Cos((3*h+6)*degree) - 0.2*math.Cos((4*h-63)*degree)
	dl := (q[0] - p[0]) / (1 + 0.015*(l-50)*(l-50)/math.Sqrt(20+(l-50)*(l-50)))
	dc := (c2 - c1) / (1 + 0.045*c)
	dhue := 2 * math.Sqrt(c1*c2) * math.Sin(dh*degree/2) / (1 + 0.015*c*t)
	c7 := math.Pow(c, 7)
	turn := -math.Sin(60*degree*math.Exp(-math.Pow((h-275)/25, 2))) * 2 * math.Sqrt(c7/(c7+math.Pow(25, 7)))
	return math.Sqrt(dl*dl + dc*dc + dhue*dhue + turn*dc*dhue)
}

// Checks the formula with pairs of its authors' own table.
func TestDistance(t *testing.T) {
	for _, tt := range []struct {
		p, q [3]float64
		want float64
	}{
		{[3]float64{50, 2.6772, -79.7751}, [3]float64{50, 0, -82.7485}, 2.0425},
		{[3]float64{50, -1, 2}, [3]float64{50, 0, 0}, 2.3669},
		{[3]float64{50, 2.5, 0}, [3]float64{61, -5, 29}, 22.8977},
		{[3]float64{60.2574, -34.0099, 36.2677}, [3]float64{60.4626, -34.1751, 39.4387}, 1.2644},
		{[3]float64{2.0776, 0.0795, -1.135}, [3]float64{0.9033, -0.0636, -0.5514}, 0.9082},
	} {
		if got := distance(tt.p, tt.q); math.Abs(got-tt.want) > 1e-4 {
			t.Errorf("%v to %v: %.4f, the table has %.4f", tt.p, tt.q, got, tt.want)
		}
	}
}

func TestColoursOfBotsDiffer(t *testing.T) {
	for _, tt := range []struct {
		name  string
		slots int
		least map[string]float64
	}{
		{"the first four", 4, map[string]float64{"normal": 25, "protan": 14.5, "deutan": 13, "tritan": 18}},
		{"the first eight", 8, map[string]float64{"normal": 19, "protan": 9.5, "deutan": 11, "tritan": 10.9}},
		{"the first twelve", 12, map[string]float64{"normal": 13, "protan": 7, "deutan": 6.5, "tritan": 10.5}},
		{"all", 24, map[string]float64{"normal": 8.5, "protan": 5, "deutan": 5, "tritan": 5}},
	} {
		for eye, least := range tt.least {
			for a := range tt.slots {
				for b := range a {
					d := distance(lab(palette.Slots[a].Colour, sight[eye]), lab(palette.Slots[b].Colour, sight[eye]))
					if d < least {
						t.Errorf("%s, %s: %s and %s lie %.1f apart, at least %.1f", tt.name, eye, palette.Slots[a].Name,
							palette.Slots[b].Name, d, least)
					}
				}
			}
		}
	}
	terminal := make(map[uint8]string)
	for _, s := range palette.Slots {
		if other, ok := terminal[s.Xterm]; ok {
			t.Errorf("%s and %s have one number on a terminal", other, s.Name)
		}
		terminal[s.Xterm] = s.Name
	}
}

// tokens returns the custom properties of one block of tokens.css.
func tokens(t *testing.T, block string) map[string]color.RGBA {
	t.Helper()
	_, rest, ok := strings.Cut(asset("tokens.css"), block)
	if !ok {
		t.Fatalf("tokens.css has no %s", block)
	}
	body, _, _ := strings.Cut(rest, "}")
	found := make(map[string]color.RGBA)
	for _, m := range regexp.MustCompile(`--([\w-]+): #([0-9a-f]{6});`).FindAllStringSubmatch(body, -1) {
		var c color.RGBA
		fmt.Sscanf(m[2], "%02x%02x%02x", &c.R, &c.G, &c.B)
		c.A = 0xff
		found[m[1]] = c
	}
	return found
}

func TestThemes(t *testing.T) {
	bySystem, byChoice := tokens(t, `:root:not([data-theme="light"]) {`), tokens(t, `:root[data-theme="dark"] {`)
	if fmt.Sprint(bySystem) != fmt.Sprint(byChoice) || len(byChoice) < 20 {
		t.Errorf("dark by the system and by choice differ:\n%v\n%v", bySystem, byChoice)
	}
	for theme, look := range map[string]map[string]color.RGBA{"light": tokens(t, "color-scheme: light;"), "dark": byChoice} {
		for name, least := range map[string]float64{"text": 14, "text-2": 8, "muted": 5.2, "accent": 6.5, "good": 5.2, "warn": 5.4,
			"bad": 5.9, "focus": 7, "edge": 3} {
			for _, ground := range []string{"bg", "surface"} {
				if got := contrast(look[name], look[ground]); got < least {
					t.Errorf("%s: %s on %s has %.2f:1, at least %.1f", theme, name, ground, got, least)
				}
			}
		}
		for _, pair := range [][2]string{{"good", "good-soft"}, {"warn", "warn-soft"}, {"bad", "bad-soft"}, {"accent", "accent-soft"},
			{"text-2", "accent-soft"}, {"text-2", "sunken"}, {"muted", "sunken"}, {"on-accent", "accent"}} {
			if got := contrast(look[pair[0]], look[pair[1]]); got < 4.6 {
				t.Errorf("%s: %s on %s has %.2f:1, at least 4.6", theme, pair[0], pair[1], got)
			}
		}
	}
}

func TestColoursOfBotsAreThoseOfThePalette(t *testing.T) {
	look := tokens(t, "the ink on it (--ci). */\n:root {")
	light, dark := tokens(t, "color-scheme: light;"), tokens(t, `:root[data-theme="dark"] {`)
	for i, slot := range palette.Slots {
		if look[fmt.Sprint("slot-", i)] != slot.Colour || look[fmt.Sprint("slot-ink-", i)] != slot.Ink {
			t.Errorf("slot %d is %v on pages, %v in the palette", i, look[fmt.Sprint("slot-", i)], slot.Colour)
		}
		if got := contrast(slot.Colour, slot.Ink); got < 4.25 {
			t.Errorf("the letter of %s has %.2f:1, at least 4.3", slot.Name, got)
		}
		for name, ground := range map[string]color.RGBA{"light page": light["bg"], "light panel": light["surface"], "dark page": dark["bg"],
			"dark panel": dark["surface"]} {
			if got := contrast(slot.Colour, ground); got < 2.95 {
				t.Errorf("%s on the %s has %.2f:1, at least 3.0", slot.Name, name, got)
			}
		}
	}
}
