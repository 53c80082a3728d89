/*
Package notify sends alerts of a site to people outside it, to a web address or by mail, and letters with a link to one person by mail.
Where alerts go, and by which server mail is sent, is the organiser's setting alone, so that nobody makes the site send requests to places
of their choice.

Sending is tried once, with the time that the caller's context allows: the same alert is on the bot's page and in its author's feed.
*/
package notify

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/wneessen/go-mail"
)

// An Alert informs a bot's author of what happened to it.
type Alert struct {
	At      time.Time `json:"at"`
	Contest string    `json:"contest"` // its title
	Bot     string    `json:"bot"`
	Text    string    `json:"text"` // one or two sentences
	Page    string    `json:"page"` // address of the bot's page
	Mail    []string  `json:"-"`    // the authors' addresses; each gets a message of its own
}

// A Sender sends an alert.
type Sender func(ctx context.Context, a Alert) error

// All returns a sender that sends by all of several, and its errors; nil for none.
func All(senders ...Sender) Sender {
	if len(senders) == 0 {
		return nil
	}
	return func(ctx context.Context, a Alert) error {
		var errs []error
		for _, send := range senders {
			errs = append(errs, send(ctx, a))
		}
		return errors.Join(errs...)
	}
}

// mostAnswer bounds what is read of a web server's answer, in bytes.
const mostAnswer = 4 << 10

// Webhook returns a sender that posts alerts as JSON to an address, and follows no redirection.
func Webhook(address string) (Sender, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("%q is not the address of a web server: write it as https://HOST/PATH", address)
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return func(ctx context.Context, a Alert) error {
		text, err := json.Marshal(struct {
			Agon int `json:"agon"`
			Alert
		}{1, a})
		if err != nil {
			return err
		}
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(text))
		if err != nil {
			return err
		}
		r.Header.Set("Content-Type", "application/json")
		answer, err := client.Do(r)
		if err != nil {
			return fmt.Errorf("send an alert to %s: %w", u.Host, errors.Unwrap(err)) // without the path, which may be a secret
		}
		defer answer.Body.Close()
		io.CopyN(io.Discard, answer.Body, mostAnswer)
		if answer.StatusCode < 200 || answer.StatusCode > 299 {
			return fmt.Errorf("send an alert to %s: it answers %q", u.Host, answer.Status)
		}
		return nil
	}, nil
}

// A Post is a mail server and how it is used.
type Post struct {
	Server         string // HOST:PORT; encrypted unless it is this machine
	From           string // address of the sender
	User, Password string // empty: without signing in
}

// A Letter is a message to one person with a link that only its reader may follow.
type Letter struct {
	To, Subject string
	Text        string // sentences before the link
	Page        string // address that the link leads to
}

// A Writer sends a letter.
type Writer func(ctx context.Context, l Letter) error

// Letters returns a writer that mails letters.
func Letters(p Post) (Writer, error) {
	deliver, err := p.deliverer()
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, l Letter) error {
		m, err := p.message(l.To, l.Subject, l.Text+"\n\n"+l.Page+"\n")
		if err != nil {
			return fmt.Errorf("mail a letter: %w", err)
		}
		m.SetDate()
		return deliver(ctx, m)
	}, nil
}

// Mail returns a sender that mails alerts to authors who gave their address.
func Mail(p Post) (Sender, error) {
	deliver, err := p.deliverer()
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, a Alert) error {
		if len(a.Mail) == 0 {
			return nil
		}
		var messages []*mail.Msg
		for _, to := range a.Mail {
			m, err := p.message(to, a.Contest+": "+a.Bot, a.Text+"\n\n"+a.Page+"\n")
			if err != nil {
				return fmt.Errorf("mail an alert about %s: %w", a.Bot, err)
			}
			m.SetDateWithValue(a.At)
			messages = append(messages, m)
		}
		return deliver(ctx, messages...)
	}, nil
}

// message returns a message without a date.
func (p *Post) message(to, subject, text string) (*mail.Msg, error) {
	m := mail.NewMsg()
	if err := errors.Join(m.From(p.From), m.To(to)); err != nil {
		return nil, err
	}
	m.SetMessageID()
	m.Subject(subject)
	m.SetBodyString(mail.TypeTextPlain, text)
	return m, nil
}

// deliverer returns what gives messages to the server.
func (p *Post) deliverer() (func(ctx context.Context, messages ...*mail.Msg) error, error) {
	host, port, err := net.SplitHostPort(p.Server)
	number, badPort := strconv.Atoi(port)
	if err != nil || badPort != nil || host == "" {
		return nil, fmt.Errorf("%q is not the address of a mail server: write it as HOST:PORT", p.Server)
	}
	if err := mail.NewMsg().From(p.From); err != nil {
		return nil, fmt.Errorf("%q is not the address of a sender of mail", p.From)
	}
	options := []mail.Option{mail.WithPort(number), mail.WithTLSPolicy(mail.TLSMandatory)}
	if ip := net.ParseIP(host); host == "localhost" || ip != nil && ip.IsLoopback() {
		options[1] = mail.WithTLSPolicy(mail.NoTLS)
	}
	if number == implicitTLS {
		options = append(options, mail.WithSSL())
	}
	if p.User != "" {
		options = append(options, mail.WithSMTPAuth(mail.SMTPAuthAutoDiscover), mail.WithUsername(p.User), mail.WithPassword(p.Password))
	}
	return func(ctx context.Context, messages ...*mail.Msg) error {
		limits := options
		if end, ok := ctx.Deadline(); ok { // the library's own timeout holds for each answer of the server
			limits = append(slices.Clone(options), mail.WithTimeout(max(time.Until(end), time.Millisecond)))
		}
		client, err := mail.NewClient(host, limits...)
		if err == nil {
			err = client.DialAndSendWithContext(ctx, messages...)
		}
		if err != nil {
			return fmt.Errorf("mail by %s: %w", p.Server, err)
		}
		return nil
	}, nil
}

// implicitTLS is the port of mail servers whose connections are encrypted from their beginning.
const implicitTLS = 465
