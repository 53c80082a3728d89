package bot

import (
	"errors"
	"testing"
)

func TestCauseIsTheGravestLimitOfAProgramThatFailed(t *testing.T) {
	for _, tt := range []struct {
		exit  Exit
		cause Limit
		text  string
	}{
		{Exit{}, 0, "exit 0"},
		{Exit{Hit: DiskLimit | TasksLimit}, 0, "exit 0"},
		{Exit{Code: 1}, 0, "exit 1"},
		{Exit{Code: 1, Hit: TasksLimit}, TasksLimit, "exit 1: tasks"},
		{Exit{Code: -1, Signal: 9, Hit: TasksLimit | MemoryLimit}, MemoryLimit, "killed: memory"},
		{Exit{Code: -1, Signal: 9, Hit: MemoryLimit, Killed: true}, 0, "killed by the host"},
		{Exit{Code: -1, Signal: 11}, 0, "ended by signal: segmentation fault"},
		{Exit{Code: -1, Signal: 9, Hit: TasksLimit, Host: errors.New("no memory")}, 0, "ended by the host: no memory"},
	} {
		if got := tt.exit.Cause(); got != tt.cause || tt.exit.String() != tt.text {
			t.Errorf("%+v: %v, %q", tt.exit, got, tt.exit)
		}
	}
}
