package site

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"sync"
	"time"
)

// A sealer keeps what a sign-in needs between two requests in a cookie, encrypted, so that requests of strangers fill neither memory nor
// database. Its key is the process's own: after a restart a sign-in begins anew. Its methods are safe for concurrent use.
type sealer struct {
	box    cipher.AEAD
	secure bool
	now    func() time.Time

	mu    sync.Mutex
	spent map[string]time.Time // what must not be used twice, until it is too old anyway
}

// sealedLasts is how long a sign-in may take.
const sealedLasts = 10 * time.Minute

func newSealer(secure bool, now func() time.Time) *sealer {
	key := make([]byte, 32)
	rand.Read(key)
	block, err := aes.NewCipher(key)
	if err != nil {
		panic(err) // the key has a right length
	}
	box, err := cipher.NewGCM(block)
	if err != nil {
		panic(err)
	}
	return &sealer{box: box, secure: secure, now: now, spent: map[string]time.Time{}}
}

// sealed is the content of a cookie.
type sealed struct {
	Ends  int64           `json:"ends"` // Unix seconds
	Value json.RawMessage `json:"value"`
}

// set puts a value into a cookie.
func (s *sealer) set(w http.ResponseWriter, name string, value any) error {
	data, err := json.Marshal(value)
	if err == nil {
		data, err = json.Marshal(sealed{s.now().Add(sealedLasts).Unix(), data})
	}
	if err != nil {
		return err
	}
	nonce := make([]byte, s.box.NonceSize())
	rand.Read(nonce)
	text := base64.RawURLEncoding.EncodeToString(s.box.Seal(nonce, nonce, data, []byte(name)))
	http.SetCookie(w, &http.Cookie{Name: name, Value: text, Path: "/", MaxAge: int(sealedLasts.Seconds()), HttpOnly: true, Secure: s.secure,
		SameSite: http.SameSiteLaxMode})
	return nil
}

// get reads the value of a cookie, and reports whether there is one of this process that is not too old.
func (s *sealer) get(r *http.Request, name string, into any) bool {
	cookie, err := r.Cookie(name)
	if err != nil {
		return false
	}
	text, err := base64.RawURLEncoding.DecodeString(cookie.Value)
	if err != nil || len(text) < s.box.NonceSize() {
		return false
	}
	data, err := s.box.Open(nil, text[:s.box.NonceSize()], text[s.box.NonceSize():], []byte(name))
	if err != nil {
		return false
	}
	var kept sealed
	return json.Unmarshal(data, &kept) == nil && s.now().Unix() < kept.Ends && json.Unmarshal(kept.Value, into) == nil
}

// drop removes a cookie.
func (s *sealer) drop(w http.ResponseWriter, name string) {
	http.SetCookie(w, &http.Cookie{Name: name, Path: "/", MaxAge: -1, HttpOnly: true, Secure: s.secure, SameSite: http.SameSiteLaxMode})
}

// once reports whether something is used for the first time. It is called after what was used has proven right, which bounds what is kept.
func (s *sealer) once(what string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	for old, ends := range s.spent {
		if now.After(ends) {
			delete(s.spent, old)
		}
	}
	if _, used := s.spent[what]; used {
		return false
	}
	s.spent[what] = now.Add(sealedLasts)
	return true
}
