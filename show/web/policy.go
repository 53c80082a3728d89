package web

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html/template"
)

// servedPolicy is the Content-Security-Policy of pages with a server: everything is loaded from the server, nothing is inline.
const servedPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri " +
	"'none'; form-action 'none'; frame-ancestors 'none'"

// headedPolicy is that of a page under a site's header, with a form to sign out.
const headedPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri " +
	"'none'; form-action 'self'; frame-ancestors 'none'"

// filePolicy is that of a page in a folder: scripts and sheets are files beside it.
const filePolicy = "default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src data:; base-uri 'none'; form-action 'none'"

// inlined is a page's own scripts and sheets, with the policy that allows exactly them.
type inlined struct {
	scripts, sheets []string
	compiles        bool // a script compiles WebAssembly that is in the page
}

func (in *inlined) script(attributes, text string) template.HTML {
	text = "\n" + text
	in.scripts = append(in.scripts, hash(text))
	return template.HTML("<script" + attributes + ">" + text + "</script>\n")
}

func (in *inlined) sheet(text string) template.HTML {
	text = "\n" + text
	in.sheets = append(in.sheets, hash(text))
	return template.HTML("<style>" + text + "</style>\n")
}

func (in *inlined) policy() string {
	policy := "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; script-src"
	for _, h := range in.scripts {
		policy += " " + h
	}
	if in.compiles {
		policy += " 'wasm-unsafe-eval'"
	}
	policy += "; style-src"
	for _, h := range in.sheets {
		policy += " " + h
	}
	return policy
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return fmt.Sprintf("'sha256-%s'", base64.StdEncoding.EncodeToString(sum[:]))
}
