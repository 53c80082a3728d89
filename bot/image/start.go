package image

import (
	"cmp"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/google/go-containerregistry/pkg/v1"

	"agon/bot"
)

// usualPath is the PATH of an image that sets none.
const usualPath = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

// Program returns the command of an unpacked image, as engines start it: arguments follow its ENTRYPOINT and replace its CMD. With perMove
// there will be arguments; without, its CMD stays.
func (m *Image) Program(root string, perMove bool, l bot.Limits) (bot.Command, error) {
	folder, err := os.OpenRoot(root)
	if err != nil {
		return bot.Command{}, fmt.Errorf("the unpacked image has been deleted: %w", err)
	}
	defer folder.Close()
	file, err := find(folder, &m.Config)
	if err != nil {
		return bot.Command{}, err
	}
	who, err := user(folder, m.Config.User)
	if err != nil {
		return bot.Command{}, err
	}
	c := bot.Command{
		Path: file, Args: slices.Clone(m.Config.Entrypoint[1:]), Env: environment(&m.Config, cmp.Or(who.Home, "/")),
		Dir:  workDir(&m.Config),
		Root: root, User: who.Uid, Group: who.Gid, Limits: l,
	}
	if !perMove {
		c.Args = append(c.Args, m.Config.Cmd...)
	}
	return c, nil
}

// workDir returns the working directory of the program.
func workDir(c *v1.Config) string { return path.Clean("/" + c.WorkingDir) }

// environment returns the environment that an engine would set.
func environment(c *v1.Config, home string) []string {
	var env []string
	for _, e := range c.Env {
		if strings.IndexByte(e, '=') > 0 && strings.IndexByte(e, 0) < 0 {
			env = append(env, e)
		}
	}
	for _, usual := range []string{usualPath, "HOME=" + home} {
		name, _, _ := strings.Cut(usual, "=")
		if !slices.ContainsFunc(env, func(e string) bool { return strings.HasPrefix(e, name+"=") }) {
			env = append(env, usual)
		}
	}
	return env
}

// searched returns the folders that are searched for a program without a path.
func searched(c *v1.Config) []string {
	for _, e := range environment(c, "/") {
		if list, ok := strings.CutPrefix(e, "PATH="); ok {
			return strings.Split(list, ":")
		}
	}
	return nil
}
