package contest_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"testing"

	"agon/contest/store"
	"agon/contest/store/ledgers"
	"agon/internal/pgserver"
	"agon/internal/tier"
)

// storeOfTests names the environment variable with the place of the ledgers of all tests; files without it.
const storeOfTests = "AGON_TEST_STORE"

// ledgersOfTests returns the ledgers of all tests.
func ledgersOfTests() ledgers.Ledgers {
	place, err := ledgers.ParsePlace(os.Getenv(storeOfTests))
	if err != nil {
		panic(err)
	}
	return ledgers.Ledgers{Place: place}
}

// readLedger opens the ledger of a folder for reading, while it may be open for writing.
func readLedger(ctx context.Context, dir string) (store.Store, error) {
	return ledgersOfTests().Read(ctx, dir, true)
}

// TestInPostgreSQL runs tests of whole contests again, with their ledgers in a database.
func TestInPostgreSQL(t *testing.T) {
	if os.Getenv(storeOfTests) != "" {
		t.Skip("this is the inner run")
	}
	tier.Long(t)
	server, err := pgserver.New(pgserver.ForTests)
	if errors.Is(err, pgserver.ErrMissing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	const tests = "^Test(ALateBotMeetsEverybody|ANewVersionMeetsEverybodyAgain|WhoIsGoneFromTheFileIsGoneFromTheTable|" +
		"AnArenaBeginsANewSeries|ChangesTogetherCancelAGameOnce|LineUpPutTogetherAgain|NobodyComesAfterTheDraw|Decisions|" +
		"WhoIsBarredFromAKnockout|LimitsAreDecided|EverybodyMayLeave|RecountMakesTheTablesOfTheRun|RecountFindsAnotherPlan|" +
		"Prove|BrokenOffAndRunAgain|Conflicts|OneRunAtATime|DrawnSeedIsKept)$"
	cmd := exec.Command(os.Args[0], "-test.run", tests, "-test.timeout", "5m")
	cmd.Env = append(os.Environ(), storeOfTests+"="+server.URL())
	if output, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
	if n, err := server.Number("SELECT count(*) FROM agon.contest WHERE number IN (SELECT contest FROM agon.result)"); err != nil ||
		n < 10 {
		t.Errorf("%d contests were played in the database, %v", n, err)
	}
}
