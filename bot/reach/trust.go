package reach

import (
	"os"
	"path/filepath"
	"runtime"
)

// Trusted returns the variables by which this machine names authorities of its own, NAME=value.
func Trusted() (env []string) {
	for _, name := range []string{"SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS"} {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		} else if info, err := os.Stat(bundle); name == "NODE_EXTRA_CA_CERTS" && err == nil && info.Mode().IsRegular() {
			env = append(env, name+"="+bundle)
		}
	}
	return env
}

// bundle is where most systems keep the certificates of all authorities that they trust.
const bundle = "/etc/ssl/certs/ca-certificates.crt"

// Authorities returns the files and folders with certificates of the authorities that this machine trusts, for programs in a sandbox
// that connect by TLS.
func Authorities() (found []string) {
	for _, path := range []string{
		"/etc/ssl/certs", "/etc/ssl/cert.pem", "/etc/pki/tls/certs", "/etc/pki/ca-trust/extracted", "/usr/local/share/ca-certificates",
		os.Getenv("SSL_CERT_FILE"), os.Getenv("SSL_CERT_DIR"), os.Getenv("NODE_EXTRA_CA_CERTS"),
	} {
		if _, err := os.Stat(path); err == nil && filepath.IsAbs(path) && runtime.GOOS != "windows" {
			found = append(found, filepath.Clean(path))
		}
	}
	return found
}
