package build

import (
	"cmp"
	"net"
	"net/url"
	"strings"

	"agon/bot/reach"
)

// The registries of each package manager, with the hosts to which they redirect downloads.
var (
	goRegistries   = []string{"proxy.golang.org", "sum.golang.org", "storage.googleapis.com"}
	rustRegistries = []string{"index.crates.io", "static.crates.io", "crates.io"}
	npmRegistries  = []string{"registry.npmjs.org"}
)

// Defaults of package managers, by which nobody has named a registry.
const (
	usualGoProxy = "https://proxy.golang.org,direct"
	usualSum     = "sum.golang.org"
	usualNpm     = "https://registry.npmjs.org/"
)

// registries are the servers that a package manager reaches.
type registries struct {
	usual []string // hosts
	named []string // host:port that the operator of this machine has named
}

// add adds the server of an address that the operator has named. It is no address of a server if it says something else, as GOPROXY's "off"
// does.
func (r *registries) add(address string) *url.URL {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || u.Scheme != "https" && u.Scheme != "http" {
		return nil
	}
	port := u.Port()
	if port == "" {
		port = map[string]string{"https": "443", "http": "80"}[u.Scheme]
	}
	r.named = append(r.named, net.JoinHostPort(strings.ToLower(u.Hostname()), port))
	u.User = nil // a login of the operator's is not for strangers' bots
	return u
}

// goProxy adds the module proxies of the operator, and returns GOPROXY for go in the sandbox and the folders in it.
func (r *registries) goProxy(value string) (list string, folders []string) {
	if value == "" || value == usualGoProxy {
		return "https://proxy.golang.org", nil
	}
	var b strings.Builder
	for rest := value; rest != ""; {
		end := strings.IndexAny(rest, ",|")
		one, mark := rest, ""
		if end >= 0 {
			one, mark, rest = rest[:end], rest[end:end+1], rest[end+1:]
		} else {
			rest = ""
		}
		if u := r.add(one); u != nil {
			if reach.IsLoopback(u.Hostname()) { // go uses no proxy for this machine
				u.Host = net.JoinHostPort(reach.Loopback, cmp.Or(u.Port(), map[string]string{"https": "443", "http": "80"}[u.Scheme]))
			}
			one = u.String()
		} else if folder, ok := strings.CutPrefix(one, "file://"); ok && isFolder(folder) {
			folders = append(folders, folder)
		}
		b.WriteString(one + mark)
	}
	return b.String(), folders
}
