package main

import (
	"io"
	"os"

	"github.com/spf13/cobra"
)

// world is the input and output of commands.
type world struct {
	in       *os.File
	out, err io.Writer
}

func newRoot(w *world) *cobra.Command {
	root := &cobra.Command{
		Use:   "agon",
		Short: "host bot-programming contests",
		Long: `agon hosts bot-programming contests: games between bots in any language, whole contests from one file,
and replays that can be verified.

` + exitCodes,
		Example: examples(`  agon play {kind}                         watch the built-in bots
  agon play {kind} ./mybot.py --watch      against your own
  agon run contest.toml                           a whole contest
  agon new {kind} python mybot             a bot to start from`),
		Version: thisRelease().Version,
		PersistentPreRunE: func(cmd *cobra.Command, args []string) error {
			for _, arg := range args {
				ownGames.Near(arg)
			}
			return countsFit(cmd)
		},
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetVersionTemplate(thisRelease().String())
	root.CompletionOptions.HiddenDefaultCmd = false
	root.AddCommand(commands(w)...)
	root.AddCommand(newManual(root))
	root.SetFlagErrorFunc(flagError)
	complete(root)
	return root
}

// commands returns the commands, but for the manual of them all.
func commands(w *world) []*cobra.Command {
	return []*cobra.Command{
		newPlay(w), newCheckGame(w), newRun(w), newAgents(w), newCompare(w), newTune(w), newPin(w), newTest(w), newExplain(w), newDebug(w),
		newEnvironment(w), newSimulate(w), newServe(w), newSubmit(w), newPublish(w), newBackup(w), newRestore(w), newInit(w),
		newReplay(w), newVerify(w), newDoctor(w), newCheck(w), newTrial(w), newLogs(w), newRefresh(w), newBar(w),
		newSimilar(w), newWithdraw(w), newReinstate(w), newAgain(w), newLimit(w), newGames(w), newProtocol(w), newFormats(w), newSandbox(w),
		newBuild(w), newEdit(), newWasm(w), newRules(w), newNew(w), newConsole(w), newInvite(w), newWorker(w), newArt(w), newGallery(w),
		newMoves(w), newDownload(w), newLibraries(w), newTimetable(w), newMCP(w), newTool(w), newVersion(w),
	}
}
