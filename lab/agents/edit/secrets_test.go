package edit

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"strings"
	"testing"
)

// A secret is blanked in every form in which programs print it.
func TestSecrets(t *testing.T) {
	const key = "sk-Ann/7f3+Q=\"x\" y9Zk2mN8"
	s := Secrets{"ANN_KEY": key, "EMPTY": ""}
	quoted, _ := json.Marshal(key)
	encode := func(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }
	wrapped := encode(strings.Repeat("a line before it ", 5) + key + " and behind it")
	for name, text := range map[string]string{
		"as it is": key, "in capital letters": strings.ToUpper(key), "in a query": url.QueryEscape(key), "in a path": url.PathEscape(key),
		"in a query, lower case": strings.ToLower(url.QueryEscape(key)), "hexadecimal": hex.EncodeToString([]byte(key)),
		"in JSON": string(quoted[1 : len(quoted)-1]), "base64": encode(key), "base64 of more": encode("x=" + key + "!"),
		"base64 of a header": encode("u:" + key + "\n"), "base64 for addresses": base64.RawURLEncoding.EncodeToString([]byte("1" + key)),
		"across lines": key[:10] + "\n" + key[10:], "base64 in lines": wrapped[:76] + "\n" + wrapped[76:],
	} {
		got := string(s.Blank([]byte("before " + text + " behind")))
		if !strings.HasPrefix(got, "before ") || !strings.HasSuffix(got, " behind") || strings.Count(got, "[ANN_KEY]") != 1 {
			t.Errorf("%s: %q", name, got)
		}
		if rest := len(got) - len("before [ANN_KEY] behind"); rest > 8 && !strings.Contains(name, "lines") {
			t.Errorf("%s: %d bytes are left: %q", name, rest, got)
		}
	}
	const other = "nothing that is secret: sk-Ann, YQ==\n"
	if got := string(s.Blank([]byte(other))); got != other {
		t.Error(got)
	}
}
