package entry

const (
	sysSetns     = 308
	sysBPF       = 321
	sysUserfault = 323
)
