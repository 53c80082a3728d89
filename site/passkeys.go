package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"agon/site/people"
)

// keyed is a person as the library for passkeys sees one.
type keyed struct {
	*people.Person
	handle      []byte
	credentials []webauthn.Credential
}

// WebAuthnID returns the handle.
func (k *keyed) WebAuthnID() []byte { return k.handle }

// WebAuthnName returns the name.
func (k *keyed) WebAuthnName() string { return k.Name }

// WebAuthnDisplayName returns the name.
func (k *keyed) WebAuthnDisplayName() string { return k.Name }

// WebAuthnCredentials returns the credentials of the person's passkeys.
func (k *keyed) WebAuthnCredentials() []webauthn.Credential { return k.credentials }

// passkeys signs people in by passkeys.
type passkeys struct {
	*entrance
	sealer *sealer
}

// keyed returns a person with the passkeys.
func (x *passkeys) keyed(ctx context.Context, p *people.Person, handle []byte) (*keyed, error) {
	kept, err := x.people.Passkeys(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	k := &keyed{Person: p, handle: handle}
	for _, one := range kept {
		var c webauthn.Credential
		if err := json.Unmarshal(one.Credential, &c); err != nil {
			return nil, fmt.Errorf("read the passkey %s: %w", one.ID, err)
		}
		k.credentials = append(k.credentials, c)
	}
	return k, nil
}

// authority returns what checks passkeys for the name by which a browser reaches the site. A passkey is for that name alone.
func (x *passkeys) authority(r *http.Request) (*webauthn.WebAuthn, error) {
	name := plainHost(r.Host)
	if net.ParseIP(name) != nil {
		return nil, &people.Problem{Text: "Passkeys are for a name, not for the address " + name +
			": open the site by its name, as localhost on the machine itself."}
	}
	required := true
	return webauthn.New(&webauthn.Config{
		RPID: name, RPDisplayName: x.name, RPOrigins: []string{x.base(r)}, AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{RequireResidentKey: &required,
			ResidentKey: protocol.ResidentKeyRequirementRequired, UserVerification: protocol.VerificationRequired},
	})
}

// Cookies of a sign-in and of a new passkey.
const (
	enterCookie = "agon_passkey"
	addCookie   = "agon_passkey_new"
)

// scripted answers a request of a page's script with JSON, also if the error is for the reader.
func (x *passkeys) scripted(w http.ResponseWriter, value any, err error) error {
	var problem *people.Problem
	status := http.StatusOK
	if errors.As(err, &problem) {
		status, value = http.StatusUnprocessableEntity, map[string]string{"wrong": problem.Text}
	} else if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(value); err != nil {
		return nil // the reader is gone
	}
	return nil
}

// next is where a page goes after a script's request.
type next struct {
	To string `json:"to"`
}

// beginPasskeySignIn answers with what a browser asks its passkeys.
func (x *passkeys) beginPasskeySignIn(w http.ResponseWriter, r *http.Request) error {
	options, err := func() (*protocol.CredentialAssertion, error) {
		a, err := x.authority(r)
		if err != nil {
			return nil, err
		}
		options, session, err := a.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationRequired))
		if err != nil {
			return nil, err
		}
		return options, x.sealer.set(w, enterCookie, session)
	}()
	return x.scripted(w, options, err)
}

// errPasskey is the answer to a passkey that does not sign in.
var errPasskey = &people.Problem{Text: "This passkey does not sign in here. Try again, or use your password."}

// passkeySignIn signs in whom a passkey belongs to.
func (x *passkeys) passkeySignIn(w http.ResponseWriter, r *http.Request) error {
	p, err := x.ofPasskey(w, r)
	if err == nil {
		err = x.enter(r, p)
	}
	return x.scripted(w, next{within(r.URL.Query().Get("to"))}, err)
}

// ofPasskey returns the person whose passkey has signed the answer in a request.
func (x *passkeys) ofPasskey(w http.ResponseWriter, r *http.Request) (*people.Person, error) {
	a, err := x.authority(r)
	if err != nil {
		return nil, err
	}
	var session webauthn.SessionData
	if !x.sealer.get(r, enterCookie, &session) {
		return nil, &people.Problem{Text: "The sign-in took too long; begin again."}
	}
	x.sealer.drop(w, enterCookie)
	answer, err := protocol.ParseCredentialRequestResponseBody(r.Body)
	if err != nil {
		return nil, errPasskey
	}
	var broken error // of the host
	user, credential, err := a.ValidatePasskeyLogin(func(_, handle []byte) (webauthn.User, error) {
		p, err := x.people.OfHandle(r.Context(), handle)
		var k *keyed
		if err == nil {
			k, err = x.keyed(r.Context(), p, handle)
		}
		if err != nil && !errors.Is(err, people.ErrNobody) {
			broken = err
		}
		return k, err
	}, session, answer)
	switch {
	case broken != nil:
		return nil, broken
	case err != nil:
		return nil, errPasskey
	case credential.Authenticator.CloneWarning:
		return nil, &people.Problem{Text: "This passkey may have been copied: its counter went back. Use another one or your password, " +
			"and delete it on your account page."}
	case !x.sealer.once(session.Challenge):
		return nil, errPasskey
	}
	p := user.(*keyed).Person
	data, err := json.Marshal(credential)
	if err != nil {
		return nil, err
	}
	err = x.people.UsePasskey(r.Context(), p.ID, credential.ID, data)
	if errors.Is(err, people.ErrNobody) {
		return nil, errPasskey
	}
	return p, err
}

// beginPasskey answers with what a browser asks to make a passkey.
func (x *passkeys) beginPasskey(w http.ResponseWriter, r *http.Request) error {
	options, err := func() (*protocol.CredentialCreation, error) {
		if err := x.fresh(r); err != nil {
			return nil, err
		}
		a, err := x.authority(r)
		if err != nil {
			return nil, err
		}
		k, err := x.readerKeyed(r)
		if err != nil {
			return nil, err
		}
		options, session, err := a.BeginRegistration(k,
			webauthn.WithExclusions(webauthn.Credentials(k.credentials).CredentialDescriptors()))
		if err != nil {
			return nil, err
		}
		return options, x.sealer.set(w, addCookie, session)
	}()
	return x.scripted(w, options, err)
}

func (x *passkeys) readerKeyed(r *http.Request) (*keyed, error) {
	p := reader(r)
	handle, err := x.people.Handle(r.Context(), p.ID)
	if err != nil {
		return nil, err
	}
	return x.keyed(r.Context(), p, handle)
}

// addPasskey keeps a new passkey of the reader.
func (x *passkeys) addPasskey(w http.ResponseWriter, r *http.Request) error {
	err := x.keepPasskey(w, r)
	if err == nil {
		x.sessions.Put(r.Context(), keyNote, "The passkey is added: sign in with it from now on, or with what you had.")
	}
	return x.scripted(w, next{"/account"}, err)
}

func (x *passkeys) keepPasskey(w http.ResponseWriter, r *http.Request) error {
	if err := x.fresh(r); err != nil {
		return err
	}
	note := strings.ToValidUTF8(strings.TrimSpace(r.URL.Query().Get("note")), "")
	if note == "" || len(note) > mostNote {
		return &people.Problem{Text: "Say which passkey it is, in at most 100 letters."}
	}
	a, err := x.authority(r)
	if err != nil {
		return err
	}
	var session webauthn.SessionData
	if !x.sealer.get(r, addCookie, &session) {
		return &people.Problem{Text: "It took too long; begin again."}
	}
	x.sealer.drop(w, addCookie)
	k, err := x.readerKeyed(r)
	if err != nil {
		return err
	}
	answer, err := protocol.ParseCredentialCreationResponseBody(r.Body)
	if err != nil {
		return &people.Problem{Text: "The browser's answer is none of a passkey; begin again."}
	}
	credential, err := a.CreateCredential(k, session, answer)
	if err != nil || !x.sealer.once(session.Challenge) {
		return &people.Problem{Text: "This passkey cannot be used here; begin again, or take another one."}
	}
	data, err := json.Marshal(credential)
	if err != nil {
		return err
	}
	return x.people.AddPasskey(r.Context(), k.ID, credential.ID, note, data)
}

func (x *passkeys) deletePasskey(w http.ResponseWriter, r *http.Request) error {
	if err := x.people.DeletePasskey(r.Context(), reader(r).ID, r.PathValue("id")); err != nil {
		return err
	}
	return x.note(w, r, "/account", "The passkey is deleted.")
}
