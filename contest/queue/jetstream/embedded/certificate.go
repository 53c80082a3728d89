package embedded

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"time"
)

// lifetime is the time for which a certificate is valid. Workers compare its hash, and no date ends a contest.
const lifetime = 100 * 365 * 24 * time.Hour

// certificate returns the folder's certificate, made at the first call.
func certificate(dir string) (tls.Certificate, error) {
	chain, key := filepath.Join(dir, "certificate.pem"), filepath.Join(dir, "key.pem")
	pair, err := tls.LoadX509KeyPair(chain, key)
	if !errors.Is(err, fs.ErrNotExist) {
		return pair, err // a damaged certificate is not replaced: workers were invited to this one
	}
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return pair, err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return pair, err
	}
	now := time.Now()
	template := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: "agon"}, DNSNames: []string{"agon"},
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(lifetime),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		return pair, err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return pair, err
	}
	// The key comes first: a certificate without its key would be an error for ever.
	if err := keepPEM(key, "PRIVATE KEY", secret); err != nil {
		return pair, err
	}
	if err := keepPEM(chain, "CERTIFICATE", der); err != nil {
		return pair, err
	}
	return tls.LoadX509KeyPair(chain, key)
}

func keepPEM(file, kind string, der []byte) error {
	return keep(file, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}))
}

// keep replaces a file atomically; only the owner can read it.
func keep(file string, content []byte) error {
	f, err := os.CreateTemp(filepath.Dir(file), ".part-*") // with mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(content)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), file)
}
