package main

import (
	"agon/internal/clean"
)

// Untrusted text for terminals and for names of files.
var printable, fileName = clean.Text, clean.FileName
