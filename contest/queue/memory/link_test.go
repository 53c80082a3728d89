package memory

import (
	"testing"
	"time"

	"agon/contest/queue/queuetest"
)

func TestLink(t *testing.T) {
	queuetest.RunLink(t, func(_ *testing.T, lease, keep time.Duration) queuetest.Sides { return NewLink(lease, keep) })
}
