package engine

import (
	"encoding/json"
	"strings"
)

// deniedCalls are what no program of a container may call: what the sandbox denies, by name. An engine leaves out names that it does not
// know.
const deniedCalls = `
unshare setns chroot pivot_root mount umount2 umount move_mount open_tree fsopen fsconfig fsmount fspick mount_setattr sethostname
setdomainname ptrace process_vm_readv process_vm_writev process_madvise kcmp pidfd_getfd sched_setaffinity sched_setattr sched_setscheduler
sched_setparam ioprio_set mbind set_mempolicy set_mempolicy_home_node migrate_pages move_pages bpf perf_event_open userfaultfd
io_uring_setup io_uring_enter io_uring_register keyctl add_key request_key fanotify_init fanotify_mark name_to_handle_at
open_by_handle_at personality vmsplice memfd_secret reboot kexec_load kexec_file_load init_module finit_module delete_module create_module
swapon swapoff acct quotactl quotactl_fd syslog vhangup nfsservctl lookup_dcookie settimeofday adjtimex clock_settime clock_adjtime stime
iopl ioperm modify_ldt uselib ustat sysfs _sysctl`

// ownWorlds are the flags of clone that make a namespace.
var ownWorlds = [...]uint64{0x80, 0x20000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000}

// What a call that is denied fails with, and the one family of sockets that there is.
const (
	notPermitted = 1  // EPERM
	notThere     = 38 // ENOSYS: libraries fall back to clone
	noFamily     = 97 // EAFNOSUPPORT
	unixFamily   = 1
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

// profile is the seccomp profile of every container, as both engines read it.
func profile() ([]byte, error) {
	const refuse = "SCMP_ACT_ERRNO"
	rules := []rule{
		{Names: strings.Fields(deniedCalls), Action: refuse, Errno: notPermitted},
		{Names: []string{"clone3"}, Action: refuse, Errno: notThere},
		{Names: []string{"socket", "socketpair"}, Action: refuse, Errno: noFamily, Args: []condition{{0, unixFamily, 0, "SCMP_CMP_NE"}}},
	}
	for _, flag := range ownWorlds {
		rules = append(rules, rule{Names: []string{"clone"}, Action: refuse, Errno: notPermitted, Args: []condition{{0, flag, flag, "SCMP_CMP_MASKED_EQ"}}})
	}
	return json.Marshal(struct {
		Default string   `json:"defaultAction"`
		Native  []string `json:"architectures"`
		Rules   []rule   `json:"syscalls"`
	}{"SCMP_ACT_ALLOW", []string{"SCMP_ARCH_X86_64", "SCMP_ARCH_AARCH64"}, rules})
}
