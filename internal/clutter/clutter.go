// Package clutter names the files and folders that systems, editors and tools leave beside a program's own. No bot begins in one, and none
// is read, compiled, copied or advised as a bot's.
package clutter

import (
	"path"
	"slices"
	"strings"
)

// files are patterns of their names in lower case, for [path.Match].
var files = []string{
	"._*",            // AppleDouble: what macOS notes of the file without ._, in tar archives and on foreign disks
	".ds_store",      // macOS Finder
	".apdisk",        // macOS
	".localized",     // macOS
	"icon\r",         // macOS
	"thumbs.db",      // Windows Explorer, as the next
	"ehthumbs*.db",   //
	"desktop.ini",    //
	".directory",     // KDE
	".nfs*",          // a file that was deleted while it was open
	"*~",             // backups of Emacs, gedit, nano and Vim
	"#*#",            // what Emacs saves by itself
	".#*",            // locks of Emacs
	".*.sw[a-p]",     // swap files of Vim
	".*.un~",         //
	"*.kate-swp",     //
	"~$*",            // locks of Office
	".~lock.*#",      // locks of LibreOffice
	"*.___jb_???___", // what JetBrains' editors save in two steps
}

// folders are names in lower case.
var folders = []string{
	".git", ".hg", ".svn", ".bzr", // version control
	".idea", ".vscode", ".vs", // editors
	"__pycache__", ".venv", ".tox", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".ipynb_checkpoints", // Python
	"__macosx", ".appledouble", ".trashes", ".spotlight-v100", ".fseventsd", ".temporaryitems", ".documentrevisions-v100", // macOS
	"$recycle.bin", "system volume information", // Windows
	"@eadir", "lost+found", // disks in a network, and others
}

// dependencies are folders of what package managers fetch: a bot may need them, but begins in none of them.
var dependencies = []string{"node_modules", "bower_components"}

// File reports whether a file's name, without folders, is that of clutter.
func File(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(files, func(pattern string) bool {
		ok, _ := path.Match(pattern, name)
		return ok
	})
}

// Folder reports whether a folder's name is that of one whose whole content is clutter.
func Folder(name string) bool { return slices.Contains(folders, strings.ToLower(name)) }

// Dependencies reports whether a folder's name is that of one with fetched packages.
func Dependencies(name string) bool { return slices.Contains(dependencies, strings.ToLower(name)) }

// Any reports whether a name is that of a file or of a folder of clutter, or of a folder with fetched packages: of nothing that is a bot.
func Any(name string) bool { return File(name) || Folder(name) || Dependencies(name) }
