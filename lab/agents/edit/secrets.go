package edit

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strings"
)

// Secrets are values that nobody but their agent may see, by the names of the variables in which it gets them.
type Secrets map[string]string

// encodable is how long a secret must be to be found in other forms than its own, in bytes: short ones would be found by chance.
const encodable = 8

// Blank returns a text with the name of each secret in its place, in all forms in which a secret is likely to be printed.
func (s Secrets) Blank(text []byte) []byte { return s.blank(text, 0, len(text)) }

// blank returns a part of a text like [Secrets.Blank]. A secret that begins or ends within the part is left out whole.
func (s Secrets) blank(text []byte, from, to int) []byte {
	var b bytes.Buffer
	at := from
	for _, f := range s.found(text) {
		if f.to <= at || f.from >= to {
			continue
		}
		b.Write(text[at:max(at, f.from)])
		b.WriteString("[" + f.name + "]")
		at = f.to
	}
	if at < to {
		b.Write(text[at:to])
	}
	return b.Bytes()
}

// A find is where a text has a secret.
type find struct {
	name     string
	from, to int
}

// found returns where a text has secrets, in order.
func (s Secrets) found(text []byte) (all []find) {
	if len(s) == 0 {
		return nil
	}
	plain, at := plainly(text)
	for _, name := range slices.Sorted(maps.Keys(s)) {
		for _, form := range forms(s[name]) {
			for from := 0; ; {
				i := bytes.Index(plain[from:], form)
				if i < 0 {
					break
				}
				from += i + len(form)
				all = append(all, find{name, int(at[from-len(form)]), int(at[from-1]) + 1})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b find) int { return a.from - b.from })
	return all
}

// plainly returns a text without line breaks and capital letters, in ASCII, and where each byte was.
func plainly(text []byte) (plain []byte, at []int32) {
	plain, at = make([]byte, 0, len(text)), make([]int32, 0, len(text))
	for i, c := range text {
		if c == '\n' || c == '\r' {
			continue
		}
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		plain, at = append(plain, c), append(at, int32(i))
	}
	return plain, at
}

// forms returns the forms of a secret, as [plainly] returns them.
func forms(secret string) (list [][]byte) {
	add := func(form string) {
		if plain, _ := plainly([]byte(form)); len(plain) > 0 {
			list = append(list, plain)
		}
	}
	add(secret)
	if len(secret) < encodable {
		return list
	}
	add(url.QueryEscape(secret))
	add(url.PathEscape(secret))
	add(hex.EncodeToString([]byte(secret)))
	if quoted, err := json.Marshal(secret); err == nil {
		add(string(quoted[1 : len(quoted)-1]))
	}
	for before := range 3 { // bytes of the group in which it begins
		code := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("x", before) + secret))
		code = code[(before*8+5)/6 : (before+len(secret))*8/6] // what does not depend on its neighbours
		add(code)
		add(strings.NewReplacer("+", "-", "/", "_").Replace(code))
	}
	return list
}

// longest returns how long a secret can be in a text, with some line breaks.
func (s Secrets) longest() (most int) {
	for _, secret := range s {
		for _, form := range forms(secret) {
			most = max(most, 2*len(form))
		}
	}
	return most
}
