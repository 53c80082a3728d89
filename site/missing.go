package site

import (
	"net/http"
	"slices"
	"strings"
)

// A paged answer is one of a handler that knows no pages of the site: its plain text that there is nothing is replaced by the site's page.
type paged struct {
	http.ResponseWriter
	missing  func() // answers with that page
	answered bool
}

// WriteHeader begins the answer.
func (p *paged) WriteHeader(status int) {
	if status != http.StatusNotFound || !strings.HasPrefix(p.Header().Get("Content-Type"), "text/plain") {
		p.ResponseWriter.WriteHeader(status)
		return
	}
	p.answered = true
	p.Header().Del("Content-Type")
	p.missing()
}

// Write writes a part of the answer, unless the page is the answer.
func (p *paged) Write(part []byte) (int, error) {
	if p.answered {
		return len(part), nil
	}
	return p.ResponseWriter.Write(part)
}

// Unwrap returns the writer below, for http.ResponseController.
func (p *paged) Unwrap() http.ResponseWriter { return p.ResponseWriter }

// methods returns the methods that the address of a request takes; none if there is no such address.
func methods(mux *http.ServeMux, r *http.Request) (allowed []string) {
	for _, method := range [...]string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"} {
		_, pattern := mux.Handler(&http.Request{Method: method, URL: r.URL, Host: r.Host})
		if strings.Contains(pattern, " ") { // that of a route has a method
			allowed = append(allowed, method)
		}
	}
	return allowed
}

// allows answers a request with the method OPTIONS, and reports whether it was one. Otherwise it notes which methods are allowed.
func allows(w http.ResponseWriter, r *http.Request, allowed []string) bool {
	w.Header().Set("Allow", strings.Join(append(slices.Clip(allowed), http.MethodOptions), ", "))
	if r.Method != http.MethodOptions {
		return false
	}
	w.WriteHeader(http.StatusNoContent)
	return true
}
