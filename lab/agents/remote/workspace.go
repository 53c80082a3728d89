package remote

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"

	"agon/bot/unpack"
	"agon/internal/diskfree"
	"agon/lab/agents/edit"
)

const (
	mostFiles = 100_000 // and folders of a workspace
	packing   = 1 << 20 // bytes that an archive may have beyond its files
)

// send sends the workspace.
func (o *open) send(ctx context.Context, w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/zstd")
	if _, err := edit.Pack(ctx, o.Workspace, w); err != nil {
		panic(http.ErrAbortHandler) // the agent sees that the answer is cut
	}
}

// take replaces the workspace by what an agent sends.
func (o *open) take(ctx context.Context, w http.ResponseWriter, r *http.Request) {
	left, err := edit.Room(o.Workspace)
	if err != nil {
		http.Error(w, tooFull, http.StatusInsufficientStorage)
		return
	}
	limits := unpack.Limits{Entries: mostFiles, Bytes: min(o.Limits.Disk, left), Ratio: unpack.MostRatio, Plain: true}
	r.Body = http.MaxBytesReader(w, r.Body, limits.Bytes+packing)
	fresh := o.Workspace + ".sent"
	defer os.RemoveAll(fresh)
	err = os.RemoveAll(fresh)
	if err == nil {
		err = unpack.TarZst(ctx, r.Body, fresh, limits)
	}
	if err == nil {
		err = o.replace(fresh)
	}
	var refused *unpack.Refused
	var large *http.MaxBytesError
	var file *fs.PathError
	var link *os.LinkError
	switch {
	case err == nil:
		w.WriteHeader(http.StatusNoContent)
	case ctx.Err() != nil:
		http.Error(w, over, http.StatusForbidden)
	case diskfree.IsFull(err), limits.Bytes < o.Limits.Disk && (errors.As(err, &refused) || errors.As(err, &large)):
		http.Error(w, tooFull, http.StatusInsufficientStorage)
	case errors.As(err, &large):
		http.Error(w, fmt.Sprintf("the workspace was refused: it has more than %d MiB", o.Limits.Disk>>20),
			http.StatusRequestEntityTooLarge)
	case errors.As(err, &refused):
		http.Error(w, "the workspace was "+refused.Error(), http.StatusUnprocessableEntity)
	case errors.As(err, &file), errors.As(err, &link):
		http.Error(w, "the workspace was not taken: this is the host's fault, and nothing was changed", http.StatusInternalServerError)
	default:
		http.Error(w, fmt.Sprintf("the workspace was refused: it is damaged (%v)", err), http.StatusUnprocessableEntity)
	}
}

const tooFull = "the host's disk is too full to take the workspace; nothing was changed: tell its organiser, and send it again later"

// replace puts a folder in place of the workspace, whose repository stays.
func (o *open) replace(fresh string) error {
	own, sent, old := filepath.Join(o.Workspace, edit.Repository), filepath.Join(fresh, edit.Repository), o.Workspace+".old"
	if err := errors.Join(os.RemoveAll(sent), os.RemoveAll(old)); err != nil {
		return err
	}
	switch used, err := edit.Used(fresh); {
	case err != nil:
		return unpack.Refuse("", "%v", err)
	case used > o.Limits.Disk:
		return unpack.Refuse("", "it takes %d MiB of the disk, and may take %d MiB", used>>20, o.Limits.Disk>>20)
	}
	if err := os.Rename(own, sent); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	err := os.Rename(o.Workspace, old)
	if err == nil {
		if err = os.Rename(fresh, o.Workspace); err == nil {
			return os.RemoveAll(old)
		}
		err = errors.Join(err, os.Rename(old, o.Workspace))
	}
	return errors.Join(err, os.Rename(sent, own))
}
