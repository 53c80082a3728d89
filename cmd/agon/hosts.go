package main

import (
	"os"
	"strings"
)

// Environment variables about the servers that bots are fetched from.
const (
	// HOST:PORT, separated by commas: servers in private networks to which those of repositories and images may lead
	hostsVariable    = "AGON_HOSTS"
	resolvesVariable = "AGON_PROXY_RESOLVES" // 1: names that this machine cannot resolve are left to its proxy, for bots of others too
)

// namedHosts returns the servers that the operator has named beside those of addresses.
func namedHosts() []string {
	return strings.FieldsFunc(strings.ToLower(os.Getenv(hostsVariable)), func(c rune) bool { return c == ',' || c == ' ' })
}

// proxyResolves reports whether names that this machine cannot resolve are left to its proxy, for bots of others too.
func proxyResolves() bool { return os.Getenv(resolvesVariable) == "1" }
