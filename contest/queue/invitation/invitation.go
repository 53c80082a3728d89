/*
Package invitation writes and reads the line that an organiser gives to the owner of a worker: agon1_ and letters, digits, hyphens and
underscores. It holds the server's addresses, the hash of its certificate, the worker's name and its secret. Whoever has the line can take
the worker's place; the server keeps the public half of the secret only.
*/
package invitation

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nkeys"

	"agon/contest/queue"
)

// prefix begins every invitation: the 1 is the version of the rest.
const prefix = "agon1_"

// Limits of an invitation.
const (
	maxText      = 8 << 10 // bytes
	maxAddresses = 16
	maxClasses   = 64
)

// An Invitation lets one worker connect to one server.
type Invitation struct {
	Addresses   []string          // of the server, HOST:PORT
	Certificate [sha256.Size]byte // SHA-256 of the server's certificate
	Space       string            // of the contest's queue
	Worker      string
	Classes     []string  // those that the worker may take
	Secret      string    // seed of an nkey
	Expires     time.Time // after which the server refuses new connections; zero: never
}

// wire is the text of an invitation inside the encoding.
type wire struct {
	Addresses   []string `json:"a"`
	Certificate []byte   `json:"c"`
	Space       string   `json:"s"`
	Worker      string   `json:"w"`
	Classes     []string `json:"k,omitempty"`
	Secret      string   `json:"x"`
	Expires     int64    `json:"e,omitempty"` // seconds since 1970; 0: never
}

// String returns the line to paste. Parse reads what Check accepts.
func (i Invitation) String() string {
	w := wire{i.Addresses, i.Certificate[:], i.Space, i.Worker, i.Classes, i.Secret, 0}
	if !i.Expires.IsZero() {
		w.Expires = i.Expires.Unix()
	}
	body, err := json.Marshal(w)
	if err != nil {
		panic(err) // strings, bytes and a number
	}
	body = binary.BigEndian.AppendUint32(body, crc32.ChecksumIEEE(body))
	return prefix + base64.RawURLEncoding.EncodeToString(body)
}

// Parse reads an invitation. White space around it and line breaks in it are ignored, as mail programs add them. Errors never quote it.
func Parse(text string) (Invitation, error) {
	if len(text) > maxText {
		return Invitation{}, fmt.Errorf("the invitation has %d characters, want at most %d", len(text), maxText)
	}
	text = strings.Join(strings.Fields(text), "")
	encoded, ok := strings.CutPrefix(text, prefix)
	if !ok {
		if strings.HasPrefix(text, "agon") {
			return Invitation{}, fmt.Errorf("the invitation begins with another version than %s: use the agon of the server", prefix)
		}
		return Invitation{}, fmt.Errorf("an invitation begins with %s: paste the whole line", prefix)
	}
	body, err := base64.RawURLEncoding.Strict().DecodeString(encoded)
	if err != nil || len(body) < 4 {
		return Invitation{}, errors.New("the invitation is cut off or has other characters than it was written with: paste the whole line")
	}
	body, sum := body[:len(body)-4], binary.BigEndian.Uint32(body[len(body)-4:])
	if crc32.ChecksumIEEE(body) != sum {
		return Invitation{}, errors.New("the invitation is damaged or cut off: paste the whole line")
	}
	var w wire
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(&w); err != nil {
		return Invitation{}, errors.New("the invitation was written by another version of agon: use the agon of the server")
	}
	if _, err := d.Token(); err != io.EOF || len(w.Certificate) != sha256.Size {
		return Invitation{}, errors.New("the invitation was written by another version of agon: use the agon of the server")
	}
	i := Invitation{w.Addresses, [sha256.Size]byte(w.Certificate), w.Space, w.Worker, w.Classes, w.Secret, time.Time{}}
	if w.Expires != 0 {
		i.Expires = time.Unix(w.Expires, 0).UTC()
	}
	return i, i.Check()
}

// Check returns an error if a part of an invitation is missing or malformed.
func (i Invitation) Check() error {
	if len(i.Addresses) == 0 || len(i.Addresses) > maxAddresses {
		return fmt.Errorf("the invitation has %d addresses, want 1 to %d", len(i.Addresses), maxAddresses)
	}
	for _, a := range i.Addresses {
		if err := checkAddress(a); err != nil {
			return err
		}
	}
	if err := queue.CheckWorker(i.Space); err != nil {
		return fmt.Errorf("the invitation's space: %w", err)
	}
	if err := queue.CheckWorker(i.Worker); err != nil {
		return err
	}
	if len(i.Classes) > maxClasses {
		return fmt.Errorf("the invitation has %d classes, want at most %d", len(i.Classes), maxClasses)
	}
	for _, class := range i.Classes {
		if len(class) > queue.MaxClass {
			return fmt.Errorf("the invitation has a class of %d bytes, want at most %d", len(class), queue.MaxClass)
		}
	}
	if i.Certificate == ([sha256.Size]byte{}) {
		return errors.New("the invitation has no certificate: the server could be anybody")
	}
	if kind, _, err := nkeys.DecodeSeed([]byte(i.Secret)); err != nil || kind != nkeys.PrefixByteUser {
		return errors.New("the invitation's secret is malformed: ask the organiser for a new invitation")
	}
	return nil
}

func checkAddress(a string) error {
	host, port, err := net.SplitHostPort(a)
	n, bad := strconv.ParseUint(port, 10, 16)
	if err != nil || bad != nil || n == 0 || host == "" || len(a) > 260 || strings.ContainsAny(a, "/@,?# ") {
		return fmt.Errorf("the invitation's address %.80q is not HOST:PORT", a)
	}
	return nil
}

// URL returns the addresses as NATS writes them.
func (i Invitation) URL() string {
	list := make([]string, len(i.Addresses))
	for n, a := range i.Addresses {
		list[n] = "tls://" + a
	}
	return strings.Join(list, ",")
}
