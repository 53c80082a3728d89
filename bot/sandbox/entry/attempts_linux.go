//go:build amd64 || arm64

package entry

import "syscall"

const newUser = 0x10000000 // CLONE_NEWUSER

// attempts are calls that would let a bot see more of the host or reach more of the kernel. With these arguments the kernel itself would
// fail with an error other than EPERM or ENOSYS, or do no harm if it allowed the call.
var attempts = [...]attempt{
	{name: "unshare", nr: syscall.SYS_UNSHARE, args: [4]uintptr{newUser}},
	{name: "clone", nr: syscall.SYS_CLONE, args: [4]uintptr{newUser | 0x10000}}, // with CLONE_THREAD: never both
	{name: "clone3", nr: sysClone3},
	{name: "mount", nr: syscall.SYS_MOUNT},
	{name: "setns", nr: sysSetns, args: [4]uintptr{^uintptr(0)}},
	{name: "ptrace", nr: syscall.SYS_PTRACE, args: [4]uintptr{16 /* attach */, 0}},
	{name: "bpf", nr: sysBPF, args: [4]uintptr{^uintptr(0)}},
	{name: "keyctl", nr: syscall.SYS_KEYCTL, args: [4]uintptr{^uintptr(0)}},
	{name: "perf", nr: syscall.SYS_PERF_EVENT_OPEN},
	{name: "io_uring", nr: 425},
	{name: "userfaultfd", nr: sysUserfault, args: [4]uintptr{^uintptr(0)}},
	{name: "unknown", nr: 9999},
}
