package edit

import (
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// allocated returns the bytes of a disk that a file has, which may be more than its size.
func allocated(info fs.FileInfo) int64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return s.Blocks * 512
	}
	return 0
}

// deleted returns the bytes of files on the disk of a folder that a process and those below it have deleted and still have open.
func deleted(pid int, folder string) (sum int64) {
	var top syscall.Stat_t
	if syscall.Stat(folder, &top) != nil {
		return 0
	}
	seen := map[uint64]bool{}
	for _, pid := range Descendants(pid) {
		names, _ := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/fd/*")
		for _, name := range names {
			var s syscall.Stat_t
			regular := syscall.Stat(name, &s) == nil && s.Mode&syscall.S_IFMT == syscall.S_IFREG
			if regular && s.Nlink == 0 && s.Dev == top.Dev && !seen[s.Ino] {
				seen[s.Ino] = true
				sum += max(s.Size, s.Blocks*512)
			}
		}
	}
	return sum
}

// Descendants returns a process and those below it.
func Descendants(pid int) []int {
	all := []int{pid}
	for i := 0; i < len(all); i++ {
		files, _ := filepath.Glob("/proc/" + strconv.Itoa(all[i]) + "/task/*/children")
		for _, file := range files {
			text, _ := os.ReadFile(file)
			for _, word := range strings.Fields(string(text)) {
				if child, err := strconv.Atoi(word); err == nil {
					all = append(all, child)
				}
			}
		}
	}
	return all
}
