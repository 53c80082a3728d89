package engine

import (
	"encoding/json"

	"agon/bot/sandbox"
)

// olderCalls are calls of other architectures and under older names, for which the sandbox's own list has no number. An engine ignores
// names that it does not know.
var olderCalls = []string{"umount", "stime"}

// ownNamespaces are the flags of clone that create a namespace.
var ownNamespaces = [...]uint64{0x80, 0x20000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000}

// Errors of Linux with which refused calls fail, and arguments that decide it.
const (
	success      = 0  // it does nothing and succeeds
	notPermitted = 1  // EPERM
	invalid      = 22 // EINVAL
	notThere     = 38 // ENOSYS: libraries fall back to other calls
	unsupported  = 95 // EOPNOTSUPP
	noFamily     = 97 // EAFNOSUPPORT

	unixFamily   = 1
	ordinary     = 0 // SCHED_OTHER
	madviseCold  = 20
	madviseOut   = 21
	onlyIfCached = 8      // RWF_NOWAIT
	goOn         = 18     // SIGCONT
	typeIn       = 0x5412 // TIOCSTI
	ownSocket    = 0x8901 // FIOSETOWN
	groupSocket  = 0x8902 // SIOCSPGRP
	lowHalf      = 1<<32 - 1
)

type rule struct {
	Names  []string    `json:"names"`
	Action string      `json:"action"`
	Errno  int         `json:"errnoRet"`
	Args   []condition `json:"args,omitempty"`
}

type condition struct {
	Index int    `json:"index"`
	Value uint64 `json:"value"`
	Two   uint64 `json:"valueTwo"`
	Op    string `json:"op"`
}

// when returns a condition on the low half of an argument, which is all of an int that the kernel reads.
func when(index int, value uint64) []condition {
	return []condition{{index, lowHalf, value, "SCMP_CMP_MASKED_EQ"}}
}

// profile returns the seccomp profile of a container in the format of both engines: what the sandbox refuses, by the same lists and for the
// same reasons. Sessions stay allowed, since the engine kills a container as a whole. So does memory that belongs to no process, which the
// engine counts. locks allows programs to lock whole files.
func profile(locks bool) ([]byte, error) {
	const refuse = "SCMP_ACT_ERRNO"
	rules := []rule{
		{Names: append(append([]string{}, sandbox.DeniedCalls...), olderCalls...), Action: refuse, Errno: notPermitted},
		{Names: sandbox.UnknownCalls, Action: refuse, Errno: notThere},
		{Names: []string{"socket", "socketpair"}, Action: refuse, Errno: noFamily, Args: []condition{{0, unixFamily, 0, "SCMP_CMP_NE"}}},
		{Names: []string{"sched_setscheduler"}, Action: refuse, Errno: notPermitted, Args: []condition{{1, ordinary, 0, "SCMP_CMP_NE"}}},
		{Names: []string{"ioctl"}, Action: refuse, Errno: notPermitted, Args: when(1, typeIn)},
		{Names: []string{"ioctl"}, Action: refuse, Errno: invalid, Args: when(1, ownSocket)},
		{Names: []string{"ioctl"}, Action: refuse, Errno: invalid, Args: when(1, groupSocket)},
		{Names: []string{"madvise"}, Action: refuse, Errno: invalid, Args: when(2, madviseCold)},
		{Names: []string{"madvise"}, Action: refuse, Errno: invalid, Args: when(2, madviseOut)},
		{Names: []string{"preadv2"}, Action: refuse, Errno: unsupported,
			Args: []condition{{5, onlyIfCached, onlyIfCached, "SCMP_CMP_MASKED_EQ"}}},
		{Names: []string{"kill", "tkill", "rt_sigqueueinfo", "pidfd_send_signal"}, Action: refuse, Errno: notPermitted,
			Args: when(1, goOn)},
		{Names: []string{"tgkill", "rt_tgsigqueueinfo"}, Action: refuse, Errno: notPermitted, Args: when(2, goOn)},
	}
	for _, command := range sandbox.FileControls {
		rules = append(rules, rule{Names: []string{"fcntl"}, Action: refuse, Errno: invalid, Args: when(1, command)})
	}
	if !locks {
		rules = append(rules, rule{Names: []string{"flock"}, Action: refuse, Errno: success})
	}
	for _, flag := range ownNamespaces {
		rules = append(rules, rule{Names: []string{"clone"}, Action: refuse, Errno: notPermitted,
			Args: []condition{{0, flag, flag, "SCMP_CMP_MASKED_EQ"}}})
	}
	return json.Marshal(struct {
		Default string   `json:"defaultAction"`
		Native  []string `json:"architectures"`
		Rules   []rule   `json:"syscalls"`
	}{"SCMP_ACT_ALLOW", []string{"SCMP_ARCH_X86_64", "SCMP_ARCH_AARCH64"}, rules})
}
