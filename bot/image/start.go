package image

import (
	"fmt"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/google/go-containerregistry/pkg/v1"

	"agon/bot"
)

// usualPath is where programs are looked for in an image that does not say.
const usualPath = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

// Program says how the program of an unpacked image is started, as engines do it: what it is handed follows its ENTRYPOINT and takes the
// place of its CMD. perMove says that it is handed something; else its CMD stays.
func (m *Image) Program(root string, perMove bool, l bot.Limits) (bot.Command, error) {
	folder, err := os.OpenRoot(root)
	if err != nil {
		return bot.Command{}, fmt.Errorf("the unpacked image is gone: %w", err)
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
		Path: file, Args: slices.Clone(m.Config.Entrypoint[1:]), Env: environment(&m.Config, who.home), Dir: workDir(&m.Config),
		Root: root, User: who.user, Group: who.group, Limits: l,
	}
	if !perMove {
		c.Args = append(c.Args, m.Config.Cmd...)
	}
	return c, nil
}

// workDir is where a program is started.
func workDir(c *v1.Config) string { return path.Clean("/" + c.WorkingDir) }

// environment is what an engine gives a program.
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

// searched is where a program without a folder in its name is looked for.
func searched(c *v1.Config) []string {
	for _, e := range environment(c, "/") {
		if list, ok := strings.CutPrefix(e, "PATH="); ok {
			return strings.Split(list, ":")
		}
	}
	return nil
}
