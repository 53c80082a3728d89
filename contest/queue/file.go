package queue

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
)

// ErrContent reports that a file's content does not match its name.
var ErrContent = errors.New("the content does not match the name")

// ErrFull reports that there is no room for a file.
var ErrFull = errors.New("there is no room for more files")

// CheckFile returns an error if name is not the SHA-256 of some content, as 64 lower-case hexadecimal digits. Only such names reach disks
// and networks.
func CheckFile(name string) error {
	sum, err := hex.DecodeString(name)
	if err != nil || len(sum) != sha256.Size || hex.EncodeToString(sum) != name {
		return fmt.Errorf("file name %.80q: want the SHA-256 of the content, 64 lower-case hexadecimal digits", name)
	}
	return nil
}

// Verify returns a reader of the content of the file with the name. At the end of the content it returns [ErrContent] if the name is
// another file's, and before that an error if the content is longer than [MaxFile].
func Verify(name string, content io.Reader) io.Reader {
	return &verifier{name: name, from: content, sum: sha256.New()}
}

type verifier struct {
	name string
	from io.Reader
	sum  hash.Hash
	read int64
}

func (v *verifier) Read(p []byte) (int, error) {
	n, err := v.from.Read(p)
	v.sum.Write(p[:n])
	if v.read += int64(n); v.read > MaxFile {
		return 0, fmt.Errorf("file %s: more than %d bytes", v.name, MaxFile)
	}
	if err == io.EOF && hex.EncodeToString(v.sum.Sum(nil)) != v.name {
		return n, fmt.Errorf("file %s: %w", v.name, ErrContent)
	}
	return n, err
}
