//go:build amd64 || arm64

package sandbox

import (
	"cmp"
	"encoding/binary"
	"slices"

	"golang.org/x/sys/unix"
)

// lastKnown is the last system call known to this filter. Later ones do not exist for a program.
const lastKnown = unix.SYS_MSEAL

// denied are calls that no program needs and that could attack the kernel, the host or other programs. They fail with EPERM. Calls that
// only one architecture has are in archDenied.
var denied = [...]uint32{
	// namespaces, mounts and roots
	unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_CHROOT, unix.SYS_PIVOT_ROOT, unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_MOVE_MOUNT,
	unix.SYS_OPEN_TREE, unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK, unix.SYS_MOUNT_SETATTR,
	unix.SYS_STATMOUNT, unix.SYS_LISTMOUNT, unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME,
	// other processes
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PROCESS_MADVISE, unix.SYS_KCMP, unix.SYS_PIDFD_GETFD,
	// processor affinity and scheduling priority
	unix.SYS_SCHED_SETAFFINITY, unix.SYS_SCHED_SETATTR, unix.SYS_SCHED_SETPARAM, unix.SYS_IOPRIO_SET,
	unix.SYS_MBIND, unix.SYS_SET_MEMPOLICY, unix.SYS_SET_MEMPOLICY_HOME_NODE, unix.SYS_MIGRATE_PAGES, unix.SYS_MOVE_PAGES,
	// kernel subsystems with a record of vulnerabilities
	unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD, unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER,
	unix.SYS_IO_URING_REGISTER,
	unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_FANOTIFY_INIT, unix.SYS_FANOTIFY_MARK,
	unix.SYS_NAME_TO_HANDLE_AT, unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_PERSONALITY, unix.SYS_VMSPLICE,
	unix.SYS_LSM_SET_SELF_ATTR, unix.SYS_MEMFD_SECRET,
	// writing out everybody's files, which can be timed
	unix.SYS_SYNC, unix.SYS_SYNCFS,
	// the machine
	unix.SYS_REBOOT, unix.SYS_KEXEC_LOAD, unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE, unix.SYS_SWAPON,
	unix.SYS_SWAPOFF, unix.SYS_ACCT, unix.SYS_QUOTACTL, unix.SYS_QUOTACTL_FD, unix.SYS_SYSLOG, unix.SYS_VHANGUP, unix.SYS_NFSSERVCTL,
	unix.SYS_LOOKUP_DCOOKIE, unix.SYS_SETTIMEOFDAY, unix.SYS_ADJTIMEX, unix.SYS_CLOCK_SETTIME, unix.SYS_CLOCK_ADJTIME,
}

// unknown are calls by which programs that share nothing but files of the system could still communicate: by watching a folder, or by which
// pages of a file or names of a folder are cached. Programs cope with their absence: they fail with ENOSYS. Calls that only one
// architecture has are in archUnknown.
var unknown = [...]uint32{
	unix.SYS_CLONE3, // its flags cannot be inspected; libraries fall back to clone
	unix.SYS_INOTIFY_INIT1, unix.SYS_INOTIFY_ADD_WATCH,
	unix.SYS_MINCORE, unix.SYS_CACHESTAT, unix.SYS_READAHEAD, unix.SYS_FADVISE64,
	unix.SYS_OPENAT2, // RESOLVE_CACHED
}

// uncounted are memory, queues and semaphores that belong to no process. They are refused where no control group counts them, and where
// they would be the host's: at level landlock, which has no namespace for them.
var uncounted = [...]uint32{unix.SYS_MEMFD_CREATE, unix.SYS_SHMGET}
var hostsOwn = [...]uint32{unix.SYS_MSGGET, unix.SYS_SEMGET, unix.SYS_MQ_OPEN}

// fileControls are the commands of fcntl that pass information about a file to all who have it open, which for a file of the system is
// every program: who holds a lock or a lease, who reads a folder, and a hint that anybody may set and read. Locks themselves (F_SETLK) stay
// allowed, for databases: on a read-only file nobody can take one that another would notice. F_SETSIG could have the kernel send SIGCONT,
// F_SETOWN has it send SIGIO to any process of the user; F_SETPIPE_SZ draws on a budget shared by all programs of a user.
var fileControls = [...]uint32{
	unix.F_GETLK, unix.F_OFD_GETLK, unix.F_SETLEASE, unix.F_GETLEASE, unix.F_NOTIFY, unix.F_SETSIG, unix.F_SETPIPE_SZ,
	unix.F_SETOWN, unix.F_SETOWN_EX,
	unix.F_GET_RW_HINT, unix.F_SET_RW_HINT, unix.F_GET_FILE_RW_HINT, unix.F_SET_FILE_RW_HINT,
}

// Commands of ioctl that do for a socket what F_SETOWN does.
const (
	fioSetOwner = 0x8901 // FIOSETOWN
	sioSetOwner = 0x8902 // SIOCSPGRP
)

// Offsets in struct seccomp_data, the input of a filter.
const (
	dataCall     = 0
	dataArch     = 4
	dataArgument = 16 // the low half of the first argument; 8 bytes each
)

// Actions of the filter.
const (
	pass    = unix.SECCOMP_RET_ALLOW
	die     = unix.SECCOMP_RET_KILL_PROCESS
	refuse  = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	missing = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
	family  = unix.SECCOMP_RET_ERRNO | uint32(unix.EAFNOSUPPORT)
	invalid = unix.SECCOMP_RET_ERRNO | uint32(unix.EINVAL)

	pretend     = unix.SECCOMP_RET_ERRNO // errno 0: it does nothing and succeeds. Java prints a message when it cannot lock a file
	unsupported = unix.SECCOMP_RET_ERRNO | uint32(unix.EOPNOTSUPP)
)

// ordinary is SCHED_OTHER, the default scheduling policy.
const ordinary = 0

// A bpf is a program of the kernel's packet filter.
type bpf []unix.SockFilter

func (b *bpf) addInstruction(code uint16, k uint32, yes, no uint8) {
	*b = append(*b, unix.SockFilter{Code: code, Jt: yes, Jf: no, K: k})
}

func (b *bpf) load(place uint32) { b.addInstruction(unix.BPF_LD|unix.BPF_W|unix.BPF_ABS, place, 0, 0) }
func (b *bpf) end(with uint32)   { b.addInstruction(unix.BPF_RET|unix.BPF_K, with, 0, 0) }

// when returns a verdict if the comparison of the loaded word with k holds.
func (b *bpf) when(compare uint16, k, with uint32) {
	b.addInstruction(unix.BPF_JMP|compare|unix.BPF_K, k, 0, 1)
	b.end(with)
}

// unless returns a verdict if the loaded word is not k.
func (b *bpf) unless(k, with uint32) {
	b.addInstruction(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, k, 1, 0)
	b.end(with)
}

// A verdict is the program for one call; it returns on every path.
type verdict struct {
	call uint32
	bpf  bpf
}

// search finds the verdict of the loaded call among sorted ones; other calls pass. It is a binary search because the kernel runs the filter
// for every existing call when it is installed.
func search(verdicts []verdict) (b bpf) {
	if len(verdicts) < 4 {
		for _, v := range verdicts {
			b.addInstruction(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, v.call, 0, uint8(len(v.bpf)))
			b = append(b, v.bpf...)
		}
		b.end(pass)
		return b
	}
	half := len(verdicts) / 2
	low, high := search(verdicts[:half]), search(verdicts[half:])
	b.addInstruction(unix.BPF_JMP|unix.BPF_JGE|unix.BPF_K, verdicts[half].call, 0, 1)
	b.addInstruction(unix.BPF_JMP|unix.BPF_JA, uint32(len(low)), 0, 0)
	return append(append(b, low...), high...)
}

// extraCalls are system calls that some programs need and others could misuse.
type extraCalls struct {
	sessions bool // setsid and setpgid
	locks    bool // flock, which does nothing for other programs: a lock on a file of the system is visible to every program
	loopback bool // sockets of IPv4 and IPv6, for a network with nothing but a loopback device

	continues bool // SIGCONT, for programs that are never stopped between turns
}

// A filtering holds the parameters of a filter.
type filtering struct {
	counted  bool // a control group counts the program's memory
	landlock bool // the level has no namespaces
	extra    extraCalls
}

// filter returns the seccomp filter of a program. The kernel caches which calls pass whatever their arguments, and does not run the filter
// for those again.
func (f filtering) filter() []byte {
	var b bpf
	b.load(dataArch)
	b.unless(auditArch, die) // 32-bit code in a 64-bit program and the like
	b.load(dataCall)
	b.when(unix.BPF_JGE, otherCalls, refuse)
	b.when(unix.BPF_JGT, lastKnown, missing)
	return append(b, search(f.verdicts())...).bytes()
}

// verdicts returns the verdicts, sorted by call number.
func (f filtering) verdicts() []verdict {
	all := []verdict{
		{unix.SYS_CLONE, argument(0, func(b *bpf) { b.when(unix.BPF_JSET, ownNamespaces, refuse) })},
		{unix.SYS_SOCKET, argument(0, func(b *bpf) {
			if f.extra.loopback {
				b.when(unix.BPF_JEQ, unix.AF_INET, pass)
				b.when(unix.BPF_JEQ, unix.AF_INET6, pass)
			}
			b.unless(unix.AF_UNIX, family)
		})},
		{unix.SYS_SOCKETPAIR, argument(0, func(b *bpf) { b.unless(unix.AF_UNIX, family) })},
		// mono sets the policy that it already has, and prints a complaint if that fails
		{unix.SYS_SCHED_SETSCHEDULER, argument(1, func(b *bpf) { b.unless(ordinary, refuse) })},
		{unix.SYS_IOCTL, argument(1, func(b *bpf) {
			b.when(unix.BPF_JEQ, unix.TIOCSTI, refuse)
			b.when(unix.BPF_JEQ, fioSetOwner, invalid)
			b.when(unix.BPF_JEQ, sioSetOwner, invalid)
		})},
		{unix.SYS_FCNTL, argument(1, func(b *bpf) {
			for _, command := range fileControls {
				b.when(unix.BPF_JEQ, command, invalid)
			}
		})},
		{unix.SYS_PREADV2, argument(5, func(b *bpf) { b.when(unix.BPF_JSET, unix.RWF_NOWAIT, unsupported) })},
		{unix.SYS_MADVISE, argument(2, func(b *bpf) {
			b.when(unix.BPF_JEQ, unix.MADV_COLD, invalid)
			b.when(unix.BPF_JEQ, unix.MADV_PAGEOUT, invalid)
		})},
	}
	// A tree that is stopped by signals must not continue by itself.
	for call, signal := range map[uint32]uint32{unix.SYS_KILL: 1, unix.SYS_TKILL: 1, unix.SYS_TGKILL: 2, unix.SYS_RT_SIGQUEUEINFO: 1,
		unix.SYS_RT_TGSIGQUEUEINFO: 2, unix.SYS_PIDFD_SEND_SIGNAL: 1} {
		if f.extra.continues {
			break
		}
		all = append(all, verdict{call, argument(signal, func(b *bpf) { b.when(unix.BPF_JEQ, uint32(unix.SIGCONT), refuse) })})
	}
	add := func(with uint32, calls ...uint32) {
		for _, call := range calls {
			all = append(all, verdict{call, bpf{}.ending(with)})
		}
	}
	add(refuse, denied[:]...)
	add(refuse, archDenied[:]...)
	add(missing, unknown[:]...)
	add(missing, archUnknown[:]...)
	if !f.counted {
		add(missing, uncounted[:]...)
	}
	if f.landlock {
		add(missing, hostsOwn[:]...)
	}
	if !f.extra.locks {
		add(pretend, unix.SYS_FLOCK)
	}
	if !f.extra.sessions {
		add(refuse, unix.SYS_SETSID, unix.SYS_SETPGID)
	}
	slices.SortFunc(all, func(a, b verdict) int { return cmp.Compare(a.call, b.call) })
	return all
}

// argument inspects the low half of an argument; the call passes unless body decides otherwise.
func argument(index uint32, body func(*bpf)) (b bpf) {
	b.load(dataArgument + 8*index)
	body(&b)
	return b.ending(pass)
}

func (b bpf) ending(with uint32) bpf {
	b.end(with)
	return b
}

func (b bpf) bytes() []byte {
	out := make([]byte, 0, 8*len(b))
	for _, i := range b {
		out = binary.NativeEndian.AppendUint16(out, i.Code)
		out = append(out, i.Jt, i.Jf)
		out = binary.NativeEndian.AppendUint32(out, i.K)
	}
	return out
}
