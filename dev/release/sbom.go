package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// A bom is a software bill of materials in CycloneDX 1.5.
type bom struct {
	Format       string      `json:"bomFormat"`
	SpecVersion  string      `json:"specVersion"`
	SerialNumber string      `json:"serialNumber"`
	Version      int         `json:"version"`
	Metadata     metadata    `json:"metadata"`
	Components   []component `json:"components"`
}

type metadata struct {
	Timestamp string    `json:"timestamp"`
	Component component `json:"component"`
}

type component struct {
	Type    string `json:"type"`
	Ref     string `json:"bom-ref"`
	Name    string `json:"name"`
	Version string `json:"version"`
	PURL    string `json:"purl,omitempty"`
	Hashes  []hash `json:"hashes,omitempty"`
}

type hash struct {
	Alg     string `json:"alg"`
	Content string `json:"content"`
}

// sbom lists the modules linked into a binary, from the binary's build information.
func (s *source) sbom(name string, b built) error {
	info, err := buildinfo.ReadFile(b.file)
	if err != nil {
		return err
	}
	f, err := os.Open(b.file)
	if err != nil {
		return err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return err
	}
	binary := sum.Sum(nil)
	all := []component{{Type: "library", Ref: "pkg:golang/std@" + info.GoVersion, Name: "std", Version: info.GoVersion,
		PURL: "pkg:golang/std@" + strings.TrimPrefix(info.GoVersion, "go")}}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		purl := "pkg:golang/" + m.Path + "@" + m.Version
		c := component{Type: "library", Ref: purl, Name: m.Path, Version: m.Version, PURL: purl}
		if raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(m.Sum, "h1:")); err == nil && len(raw) > 0 {
			c.Hashes = []hash{{"SHA-256", hex.EncodeToString(raw)}} // of the module's files as in go.sum
		}
		all = append(all, c)
	}
	agon := component{Type: "application", Ref: "agon", Name: "agon", Version: s.version,
		Hashes: []hash{{"SHA-256", hex.EncodeToString(binary)}}}
	text, err := json.MarshalIndent(bom{"CycloneDX", "1.5", "urn:uuid:" + uuid(binary), 1, metadata{s.when.Format(time.RFC3339), agon},
		all}, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(text, '\n'), 0o644)
}

// uuid returns a version 8 UUID derived from a digest, so that equal binaries have equal ones.
func uuid(digest []byte) string {
	u := [16]byte(digest[:16])
	u[6], u[8] = u[6]&0x0f|0x80, u[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", u[:4], u[4:6], u[6:8], u[8:10], u[10:])
}
