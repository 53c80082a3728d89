package join

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"

	"agon/bot/unpack"
	"agon/internal/regular"
	"agon/lab/agents/edit"
	"agon/lab/agents/remote"
)

// mostFetched bounds a workspace that is fetched, in bytes.
const mostFetched = 16 << 30

// fetch replaces what is in the folder by the workspace. A repository in it stays.
func (h *host) fetch(ctx context.Context) error {
	if err := os.MkdirAll(h.Folder, 0o755); err != nil {
		return err
	}
	before, err := os.ReadDir(h.Folder)
	if err != nil {
		return err
	}
	task, err := regular.ReadSmall(filepath.Join(h.Folder, remote.TaskFile), mostText)
	if len(before) > 0 && (err != nil || !remote.IsTask(task)) {
		return fmt.Errorf("%s has files and is not the workspace of an agent: name an empty folder with --folder", h.Folder)
	}
	temp, err := os.MkdirTemp(filepath.Dir(h.Folder), ".agon-join-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	fresh := filepath.Join(temp, "workspace")
	limits := unpack.Limits{Entries: 1 << 20, Bytes: mostFetched, Ratio: unpack.MostRatio, Plain: true}
	err = h.steadily(ctx, func() error {
		return h.ask(ctx, http.MethodGet, "/workspace", nil, func(r io.Reader) error { return unpack.TarZst(ctx, r, fresh, limits) })
	})
	if err != nil {
		return err
	}
	for _, x := range before {
		if x.Name() != edit.Repository {
			err = errors.Join(err, os.RemoveAll(filepath.Join(h.Folder, x.Name())))
		}
	}
	now, unread := os.ReadDir(fresh)
	err = errors.Join(err, unread)
	for _, x := range now {
		if x.Name() != edit.Repository {
			err = errors.Join(err, os.Rename(filepath.Join(fresh, x.Name()), filepath.Join(h.Folder, x.Name())))
		}
	}
	return err
}

// send sends the workspace if it has changed since the host was sent it.
func (h *host) send(ctx context.Context) error {
	h.sending.Lock()
	defer h.sending.Unlock()
	f, err := os.CreateTemp("", "agon-join-")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	sum := sha256.New()
	left, err := edit.Pack(ctx, h.Folder, io.MultiWriter(f, sum))
	if err != nil {
		return fmt.Errorf("pack the workspace: %w", err)
	}
	if left != "" && !h.linked {
		h.linked = true
		h.Note(fmt.Sprintf("%s is a link: links are not sent, only files and folders", left))
	}
	now := hex.EncodeToString(sum.Sum(nil))
	h.mu.Lock()
	known, id := h.sent == now, h.id
	h.mu.Unlock()
	if known {
		return nil
	}
	err = h.steadily(ctx, func() error {
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return &refusal{text: err.Error()}
		}
		return h.ask(ctx, http.MethodPut, "/workspace", io.NopCloser(f), func(io.Reader) error { return nil })
	})
	h.mu.Lock()
	defer h.mu.Unlock()
	if err == nil && h.id == id {
		h.sent = now
	}
	return err
}
