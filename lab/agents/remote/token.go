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
	"slices"
	"strings"

	"agon/contest/config"
	"agon/internal/nearest"
)

// Folder is the name of the folder of a contest that has a folder for each agent, and TokenFile that of the file there that has the SHA-256
// of the agent's token.
const (
	Folder    = "agents"
	TokenFile = "token"
)

// NewToken returns a new token of a remote agent of the contest in a folder. The one before is not valid any more.
func NewToken(f *config.File, dir, agent string) (token string, err error) {
	if names := f.Agents.Remote(); !slices.Contains(names, agent) {
		return "", fmt.Errorf("%q is no agent of %s that edits on a machine of its own%s", agent, f.Name, nearest.Hint(agent, names))
	}
	folder := filepath.Join(dir, Folder, agent)
	if err := errors.Join(os.MkdirAll(filepath.Dir(folder), 0o755), os.MkdirAll(folder, 0o700)); err != nil {
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
