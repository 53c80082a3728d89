/*
Package natscluster starts NATS servers with JetStream for tests, one or a cluster, each a process of its own that can be killed. The
servers are the test binary, started again: TestMain calls [Node] first.
*/
package natscluster

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"
)

// variable has the description of a server in the environment of its process.
const variable = "AGON_NATS_NODE"

// A node describes a server.
type node struct {
	Dir      string
	N        int
	Clients  []int // ports of all servers
	Clusters []int
	Payload  int32 // largest message

	// Of a cluster with credentials: its operator, and the accounts of the system and of agon. All are tokens.
	Operator, System, Account string
}

// Node is a server of a cluster until its process is killed, if the environment says so. Else it returns at once.
func Node() {
	text := os.Getenv(variable)
	if text == "" {
		return
	}
	if err := serve(text); err != nil {
		fmt.Println("failed:", err)
		os.Exit(1)
	}
	fmt.Println("ready")
	io.Copy(io.Discard, os.Stdin) // until the test ends
	os.Exit(0)
}

func serve(text string) error {
	var n node
	if err := json.Unmarshal([]byte(text), &n); err != nil {
		return err
	}
	o := &server.Options{
		ServerName: fmt.Sprint("node", n.N), Host: "127.0.0.1", Port: n.Clients[n.N], NoSigs: true, NoLog: true, JetStream: true,
		StoreDir: filepath.Join(n.Dir, strconv.Itoa(n.N)), MaxPayload: n.Payload,
	}
	if len(n.Clusters) > 1 {
		o.Cluster = server.ClusterOpts{Name: "agon", Host: "127.0.0.1", Port: n.Clusters[n.N]}
		for _, port := range n.Clusters {
			o.Routes = append(o.Routes, server.RoutesFromStr(fmt.Sprintf("nats://127.0.0.1:%d", port))...)
		}
	}
	if n.Operator != "" {
		if err := n.trust(o); err != nil {
			return err
		}
	}
	s, err := server.NewServer(o)
	if err != nil {
		return err
	}
	s.Start()
	if !s.ReadyForConnections(time.Minute) {
		return fmt.Errorf("node %d takes no connections", n.N)
	}
	return nil
}

// trust lets the server take the users of the accounts alone.
func (n *node) trust(o *server.Options) error {
	operator, err := jwt.DecodeOperatorClaims(n.Operator)
	if err != nil {
		return err
	}
	resolver := &server.MemAccResolver{}
	for _, token := range []string{n.System, n.Account} {
		account, err := jwt.DecodeAccountClaims(token)
		if err != nil {
			return err
		}
		if token == n.System {
			o.SystemAccount = account.Subject
		}
		if err := resolver.Store(account.Subject, token); err != nil {
			return err
		}
	}
	o.TrustedOperators, o.AccountResolver = []*jwt.OperatorClaims{operator}, resolver
	return nil
}

// A Cluster is one or more servers. Its methods are safe for concurrent use.
type Cluster struct {
	t           testing.TB
	node        node
	credentials string // of a user; empty: anybody may connect

	mu    sync.Mutex
	nodes []*exec.Cmd
}

// Start starts a cluster of so many servers that ends with the test. With credentials, only users with the file of [Cluster.Credentials]
// may connect. No message is larger than payload bytes.
func Start(t testing.TB, servers int, credentials bool, payload int) *Cluster {
	t.Helper()
	c := &Cluster{t: t, nodes: make([]*exec.Cmd, servers),
		node: node{Dir: t.TempDir(), Clients: ports(t, servers), Clusters: ports(t, servers), Payload: int32(payload)}}
	if credentials {
		if err := c.secure(); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		for n := range c.nodes {
			c.Kill(n)
		}
	})
	for n := range c.nodes {
		c.Restart(n)
	}
	return c
}

// URL returns the addresses of all servers.
func (c *Cluster) URL() string {
	var urls []string
	for _, port := range c.node.Clients {
		urls = append(urls, fmt.Sprintf("nats://127.0.0.1:%d", port))
	}
	return strings.Join(urls, ",")
}

// Credentials returns the file that users need; empty if they need none.
func (c *Cluster) Credentials() string { return c.credentials }

// Kill ends a server as a failing machine does.
func (c *Cluster) Kill(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if cmd := c.nodes[n]; cmd != nil {
		cmd.Process.Kill() // an error means that it has ended
		cmd.Wait()
		c.nodes[n] = nil
	}
}

// Restart starts a server that was killed, with what it had.
func (c *Cluster) Restart(n int) {
	c.t.Helper()
	own := c.node
	own.N = n
	text, err := json.Marshal(own)
	if err != nil {
		c.t.Fatal(err)
	}
	program, err := os.Executable()
	if err != nil {
		c.t.Fatal(err)
	}
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), variable+"="+string(text))
	cmd.Stderr = os.Stderr
	if _, err := cmd.StdinPipe(); err != nil {
		c.t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		c.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
	c.mu.Lock()
	c.nodes[n] = cmd
	c.mu.Unlock()
	lines := bufio.NewScanner(out)
	if !lines.Scan() || lines.Text() != "ready" {
		c.t.Errorf("server %d of the cluster: %q, %v", n, lines.Text(), lines.Err())
	}
}

// secure makes an operator with two accounts, and a user's file.
func (c *Cluster) secure() error {
	operator, err := nkeys.CreateOperator()
	if err != nil {
		return err
	}
	public, err := operator.PublicKey()
	if err != nil {
		return err
	}
	if c.node.Operator, err = jwt.NewOperatorClaims(public).Encode(operator); err != nil {
		return err
	}
	_, c.node.System, err = account(operator, nil)
	if err != nil {
		return err
	}
	own, token, err := account(operator, func(a *jwt.AccountClaims) {
		a.Limits.JetStreamLimits = jwt.JetStreamLimits{MemoryStorage: jwt.NoLimit, DiskStorage: jwt.NoLimit, Streams: jwt.NoLimit,
			Consumer: jwt.NoLimit}
	})
	if err != nil {
		return err
	}
	c.node.Account = token
	user, err := nkeys.CreateUser()
	if err != nil {
		return err
	}
	if public, err = user.PublicKey(); err != nil {
		return err
	}
	if token, err = jwt.NewUserClaims(public).Encode(own); err != nil {
		return err
	}
	seed, err := user.Seed()
	if err != nil {
		return err
	}
	text, err := jwt.FormatUserConfig(token, seed)
	if err != nil {
		return err
	}
	c.credentials = filepath.Join(c.node.Dir, "user.creds")
	return os.WriteFile(c.credentials, text, 0o600)
}

// account returns a new account's key and its token.
func account(operator nkeys.KeyPair, change func(*jwt.AccountClaims)) (nkeys.KeyPair, string, error) {
	key, err := nkeys.CreateAccount()
	if err != nil {
		return nil, "", err
	}
	public, err := key.PublicKey()
	if err != nil {
		return nil, "", err
	}
	claims := jwt.NewAccountClaims(public)
	if change != nil {
		change(claims)
	}
	token, err := claims.Encode(operator)
	return key, token, err
}

// ports returns free ports.
func ports(t testing.TB, n int) []int {
	t.Helper()
	var list []int
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		list = append(list, l.Addr().(*net.TCPAddr).Port)
	}
	return list
}

// Leader returns the server that leads the stream whose name ends with a word.
func (c *Cluster) Leader(ctx context.Context, word string) (int, error) {
	var options []nats.Option
	if c.credentials != "" {
		options = append(options, nats.UserCredentials(c.credentials))
	}
	conn, err := nats.Connect(c.URL(), options...)
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		return 0, err
	}
	list := js.ListStreams(ctx)
	for s := range list.Info() {
		if strings.HasSuffix(s.Config.Name, word) && s.Cluster != nil {
			return strconv.Atoi(strings.TrimPrefix(s.Cluster.Leader, "node"))
		}
	}
	return 0, errors.Join(fmt.Errorf("there is no stream %s", word), list.Err())
}
