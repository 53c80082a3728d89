package invitation

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nkeys"
)

func example(t testing.TB) Invitation {
	t.Helper()
	pair, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	seed, err := pair.Seed()
	if err != nil {
		t.Fatal(err)
	}
	return Invitation{
		Addresses: []string{"contest.example.org:4222", "[::1]:4222"}, Certificate: sha256.Sum256([]byte("certificate")), Space: "spring",
		Worker:  "anna",
		Classes: []string{"python", ""}, Secret: string(seed), Expires: time.Unix(2e9, 0).UTC(),
	}
}

func TestAnInvitationIsReadAsItWasWritten(t *testing.T) {
	want := example(t)
	for _, text := range []string{want.String(), "  " + want.String() + "\r\n", want.String()[:40] + "\n> "[:1] + want.String()[40:]} {
		if got, err := Parse(text); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, %v", got, err)
		}
	}
	if got := want.URL(); got != "tls://contest.example.org:4222,tls://[::1]:4222" {
		t.Errorf("the URL is %s", got)
	}
}

func TestBadInvitations(t *testing.T) {
	good := example(t)
	text := good.String()
	changed := func(change func(*Invitation)) string {
		i := good
		change(&i)
		return i.String()
	}
	for _, tt := range []struct{ name, text, want string }{
		{"nothing", "", "begins with agon1_"},
		{"something else", "hello", "begins with agon1_"},
		{"another version", "agon2_" + text[6:], "another version"},
		{"cut off", text[:len(text)-9], "paste the whole line"},
		{"one character changed", text[:50] + string(text[50]^1) + text[51:], "paste the whole line"},
		{"other characters", text[:50] + "!" + text[51:], "paste the whole line"},
		{"too long", strings.Repeat("a", maxText+1), "at most"},
		{"an unknown field", sealed(`{"z":1}`), "another version of agon"},
		{"two values", sealed(`{} {}`), "another version of agon"},
		{"no address", changed(func(i *Invitation) { i.Addresses = nil }), "0 addresses"},
		{"an address without port", changed(func(i *Invitation) { i.Addresses = []string{"host"} }), `"host" is not HOST:PORT`},
		{"an address with a user", changed(func(i *Invitation) { i.Addresses = []string{"a@b:1"} }), "not HOST:PORT"},
		{"two addresses in one", changed(func(i *Invitation) { i.Addresses = []string{"a,b:1"} }), "not HOST:PORT"},
		{"a worker with dots", changed(func(i *Invitation) { i.Worker = "a.b" }), "worker name"},
		{"a space with a wildcard", changed(func(i *Invitation) { i.Space = "*" }), "space"},
		{"a long class", changed(func(i *Invitation) { i.Classes = []string{strings.Repeat("c", 1000)} }), "class of 1000 bytes"},
		{"no certificate", changed(func(i *Invitation) { i.Certificate = [32]byte{} }), "no certificate"},
		{"a malformed secret", changed(func(i *Invitation) { i.Secret = "password" }), "secret is malformed"},
	} {
		_, err := Parse(tt.text)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v", tt.name, err)
		} else if strings.Contains(err.Error(), good.Secret) {
			t.Errorf("%s: the error quotes the secret", tt.name)
		}
	}
}

// sealed encodes any body as an invitation.
func sealed(body string) string {
	return prefix + base64.RawURLEncoding.EncodeToString(binary.BigEndian.AppendUint32([]byte(body), crc32.ChecksumIEEE([]byte(body))))
}

// FuzzParse: what is accepted is written and read again the same. The body is sealed too, so that the checksum stops nothing.
func FuzzParse(f *testing.F) {
	i := example(f)
	f.Add(i.String(), `{"a":["a:1"]}`)
	f.Add("agon1_", `null`)
	f.Fuzz(func(t *testing.T, text, body string) {
		for _, text := range []string{text, sealed(body)} {
			got, err := Parse(text)
			if err != nil {
				continue
			}
			again, err := Parse(got.String())
			if err != nil || !reflect.DeepEqual(got, again) {
				t.Errorf("%+v is read again as %+v, %v", got, again, err)
			}
		}
	})
}
