package remote

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
)

// TokenFile is the name of the file, in the folder of an agent, that has the SHA-256 of its token.
const TokenFile = "token"

// NewToken returns a new token of an agent, whose folder is in dir. The one before is not valid any more.
func NewToken(dir, agent string) (token string, err error) {
	folder := filepath.Join(dir, agent)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", fmt.Errorf("make a token of %s: %w", agent, err)
	}
	file := filepath.Join(folder, TokenFile)
	fresh := file + ".new"
	token = "agon_agent_" + rand.Text()
	if err := errors.Join(os.WriteFile(fresh, []byte(sum(token)), 0o600), os.Rename(fresh, file)); err != nil {
		return "", fmt.Errorf("make a token of %s: %w", agent, err)
	}
	return token, nil
}

func sum(token string) string {
	h := sha256.Sum256([]byte(token))
	return hex.EncodeToString(h[:])
}

// who returns the agent that sends a request; empty: none. Tokens are read each time, so a new one is valid at once.
func (s *Server) who(r *http.Request) (agent string) {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	sent := []byte(sum(token))
	for _, name := range s.names {
		kept, err := os.ReadFile(filepath.Join(s.dir, name, TokenFile))
		if err == nil && subtle.ConstantTimeCompare(sent, kept) == 1 {
			agent = name
		}
	}
	return agent
}
