//go:build !linux

package edit

import "io/fs"

func allocated(fs.FileInfo) int64 { return 0 }

func deleted(int, string) int64 { return 0 }
