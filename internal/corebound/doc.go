// Package corebound starts programs that may use some processors only, with a low priority, so that what else runs on this machine loses a
// bounded share of it.
package corebound
