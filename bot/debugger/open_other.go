//go:build !linux

package debugger

import (
	"errors"
	"os"

	"agon/bot"
)

var errSystem = errors.New("agon opens debuggers on Linux; on Windows in its Subsystem for Linux")

func nameOf(*os.File) (string, error) { return "", errSystem }

func (d *Debugger) attach(*bot.Process, func(string)) error { return errSystem }

func (d *Debugger) hold(*bot.Command) string { return "" }

func (d *Debugger) begun(*bot.Process, string) error { return errSystem }
