/*
Package wire has what a site and programs send each other, as JSON: the answers of its interface for programs.

The description in OpenAPI is made from these types and the columns of the standings, and agon submit reads answers into them. Fields are
only ever added: a program that was written for an earlier version of agon finds what it knew. Times are in RFC 3339.
*/
package wire

import (
	"encoding/json"
	"time"
)

// A Line is a contest in a list.
type Line struct {
	Name   string `json:"name" doc:"in addresses"`
	Title  string `json:"title"`
	Kind   string `json:"kind" doc:"title of the kind of game"`
	State  string `json:"state" enum:"waiting,playing,paused,over,failed"`
	Stage  string `json:"stage,omitempty" doc:"the stage, and how far it is"`
	Bots   int    `json:"bots" doc:"in the newest table"`
	Leader string `json:"leader,omitempty"`
	Wrong  string `json:"wrong,omitempty" doc:"why it cannot be shown"`

	Private bool `json:"private" doc:"only people with its link, or with a bot in it, see it"`

	Page string `json:"page" doc:"address of its page on this site"`
}

// A Contest is a contest.
type Contest struct {
	Line
	Why string `json:"why,omitempty" doc:"of a pause or a failure"`

	Description string   `json:"description,omitempty" doc:"Markdown"`
	Prizes      []string `json:"prizes,omitempty" doc:"of the first places"`

	Since    *time.Time `json:"since,omitempty" doc:"when the state began"`
	CanStart bool       `json:"can_start" doc:"its state allows to start or resume it"`
	CanPause bool       `json:"can_pause" doc:"its state allows to pause it"`
	Takes    bool       `json:"takes_submissions"`
	MostMiB  int64      `json:"most_mib,omitempty" doc:"of a submission; 0: it takes none"`
	Report   string     `json:"report,omitempty" doc:"address of its report on this site"`
	Before   string     `json:"season_before,omitempty" doc:"name of the contest that this one follows"`
	Next     string     `json:"next_season,omitempty" doc:"name of the contest that follows this one"`
	Mine     []Bot      `json:"mine" doc:"bots of the person who asks"`
	Table    *Table     `json:"table,omitempty" doc:"the newest standings; none before the first game"`
	Stages   []Stage    `json:"stages"`
	Limits   *Limits    `json:"limits,omitempty" doc:"of what the person who asks may submit; none for others"`
	Closes   *time.Time `json:"closes,omitempty" doc:"when submissions close; what comes later is checked, and never plays"`
}

// Limits are how much of what a person may submit is used.
type Limits struct {
	Bots          Limit `json:"bots" doc:"in this contest"`
	Hourly        Limit `json:"versions_within_an_hour"`
	Waiting       Limit `json:"versions_waiting" doc:"for their check"`
	Matches       Limit `json:"matches_waiting" doc:"on demand, that wait or are played"`
	HourlyMatches Limit `json:"matches_within_an_hour"`
	Checking      Limit `json:"check_minutes_within_an_hour" doc:"of one's versions; beyond it they wait"`
}

// A Limit is how much may be used, and is.
type Limit struct {
	Used int `json:"used"`
	Most int `json:"most"`
}

// A Stage is a stage of a contest.
type Stage struct {
	Name    string     `json:"name"`
	Format  string     `json:"format,omitempty" doc:"none: the one that the game names"`
	State   string     `json:"state" enum:"ahead,running,done"`
	Began   *time.Time `json:"began,omitempty" doc:"none: unknown, or it has not begun"`
	Ended   *time.Time `json:"ended,omitempty"`
	Games   int        `json:"games" doc:"with a result"`
	Planned int        `json:"planned" doc:"games in total, about; 0: unknown"`
}

// A LiveGame is a game on a small board.
type LiveGame struct {
	Contest string     `json:"contest" doc:"name of the contest"`
	Game    string     `json:"game" doc:"title of the game"`
	Round   int        `json:"round"`
	Rounds  int        `json:"rounds" doc:"of the whole game, about; 0: unknown"`
	Over    string     `json:"over,omitempty" doc:"how it ended; none: it goes on"`
	Page    string     `json:"page" doc:"address of the whole game on this site"`
	Seats   []LiveSeat `json:"seats" doc:"in the order of the game"`
}

// A LiveSeat is a bot of a game on a small board.
type LiveSeat struct {
	Bot   string `json:"bot"`
	Place int    `json:"place" doc:"so far"`
	Score string `json:"score" doc:"so far, as pages show it"`
}

// A Table is a table of standings.
type Table struct {
	At          time.Time  `json:"at" doc:"when it was computed"`
	Stage       string     `json:"stage"`
	Number      int        `json:"number" minimum:"1" doc:"of the stage"`
	Format      string     `json:"format"`
	Games       int        `json:"games" doc:"with a result"`
	Planned     int        `json:"planned" doc:"games in total, about; 0: without end"`
	Finished    bool       `json:"finished" doc:"the stage"`
	LeftSeconds *float64   `json:"left_seconds,omitempty" doc:"until the end of the stage, about; none: nobody plays it now"`
	RankedBy    string     `json:"ranked_by"`
	Unit        string     `json:"unit,omitempty" doc:"of scores"`
	Standings   []Standing `json:"standings" doc:"group by group, by rank"`
	Matches     []Match    `json:"matches,omitempty" doc:"of a knockout; each comes after those that lead to it"`
}

// A Standing is a line of a table: an object with the columns of the standings that programs get. Package report declares them.
type Standing struct{ json.RawMessage }

// A Match is a match of a knockout.
type Match struct {
	Name  string     `json:"name"`
	Bots  [2]string  `json:"bots" doc:"the two bots; empty while unknown, or if there will be none"`
	Wins  [2]int     `json:"wins" doc:"games won"`
	Score [2]float64 `json:"score" doc:"of the last game"`
	Bye   bool       `json:"bye" doc:"nothing is played"`
}

// A Reason is a decision with its reason.
type Reason struct {
	Why string `json:"why" minLength:"1" maxLength:"1000" doc:"the reason, which others read"`
}

// A Bot is a submitted bot.
type Bot struct {
	ID    int64  `json:"id"`
	Name  string `json:"name"`
	Owner string `json:"owner" doc:"the person, or the team"`
	Plays bool   `json:"plays" doc:"a version of it is in the contest"`
	Page  string `json:"page" doc:"address of its page on this site"`

	Week    *Week       `json:"week,omitempty" doc:"the last seven days; none before the first game, while a freeze hides it, and in lists"`
	Seasons []BotSeason `json:"seasons,omitempty" doc:"this contest and the seasons before, the newest first; none if there is one alone"`
}

// A Week is what a bot did in the last seven days.
type Week struct {
	Since        *time.Time `json:"since,omitempty" doc:"of what is compared; none: all games of the stage are newer"`
	Games        int        `json:"games" doc:"of the version that plays, in the stage"`
	RatingChange *float64   `json:"rating_change,omitempty" doc:"none: unknown"`
}

// A BotSeason is what a bot did in a season.
type BotSeason struct {
	Title  string `json:"title"`
	Rank   int    `json:"rank" doc:"0: not ranked"`
	Games  int    `json:"games"`
	Rating string `json:"rating,omitempty" doc:"with its 95 % interval"`
	Page   string `json:"page" doc:"address of the bot's page of that season"`
}

// A Version is a version of a bot.
type Version struct {
	Number int    `json:"number" minimum:"1"`
	State  string `json:"state" enum:"checking,good,bad,removed" doc:"removed: it was good, and its files are gone"`
	Plays  bool   `json:"plays"`
	Tried  bool   `json:"tried,omitempty" doc:"it passed its check, and its trial goes on: games that decide whether it plays"`
	Trial  []int  `json:"trial,omitempty" doc:"numbers of the games of its trial's comparisons. Those of the first have pages on this site at PAGE/trials/VERSION/1/1/ and on, PAGE of the bot"`
	// 0: it does not wait
	Queue    int       `json:"queue,omitempty" doc:"place among the versions of the site that wait for their check, 1: the next"`
	Received time.Time `json:"received"`
	Address  string    `json:"address,omitempty" doc:"that was handed in in place of a file"`
	File     string    `json:"file" doc:"empty: it has not been fetched"`
	Bytes    int64     `json:"bytes"`
	Hash     string    `json:"sha256"`
	Findings []Finding `json:"findings" doc:"what the check tested; empty before its end"`
	Log      string    `json:"log" doc:"what the check, the build and the bot printed so far"`
}

// A Finding is one test of a check.
type Finding struct {
	What string `json:"what"`
	Good bool   `json:"good"`
	Told string `json:"told"`
}

// An Address hands in a bot that the site fetches.
type Address struct {
	Bot     string `json:"bot" minLength:"1" maxLength:"200" doc:"name of the bot: one of yours, or a new one"`
	Address string `json:"address" minLength:"1" maxLength:"500" doc:"of a repository that everybody can read, https://HOST/PATH, or of an image, docker://REGISTRY/NAME:TAG"`
	Branch  string `json:"branch,omitempty" maxLength:"500" doc:"branch, tag or whole hash of a commit of a repository; without it the branch that its host shows first"`
}

// A NewHook connects a bot to a repository, whose pushes are handed in.
type NewHook struct {
	Host    string `json:"host" enum:"github,gitlab,gitea" doc:"form of its webhooks; Forgejo has that of gitea"`
	Address string `json:"address" minLength:"1" maxLength:"500" doc:"of the repository, https://HOST/PATH, with ?dir=FOLDER if the bot is in a folder of it"`
	Branch  string `json:"branch,omitempty" maxLength:"500" doc:"that is handed in; without it the default branch"`
	Token   string `json:"token,omitempty" maxLength:"500" doc:"access token of the host: by it the site reads a private repository, and sends statuses of commits"`
}

// A HookSecret is what a host needs to send pushes to the site.
type HookSecret struct {
	Path   string `json:"path" doc:"address of the hook on this site"`
	Secret string `json:"secret" doc:"by which the host signs; it is shown once"`
}

// A Submitted acknowledges a submission.
type Submitted struct {
	Bot     int64  `json:"bot" doc:"its ID"`
	Version int    `json:"version" doc:"its number"`
	Hash    string `json:"sha256" doc:"of what arrived; empty: it is being fetched"`
	Page    string `json:"page" doc:"address of the bot's page on this site"`
}

// A Person is an account.
type Person struct {
	ID     int64      `json:"id"`
	Name   string     `json:"name"`
	Role   string     `json:"role" enum:"viewer,participant,jury,organiser"`
	Mail   string     `json:"mail,omitempty"`
	Joined time.Time  `json:"joined"`
	Closed *time.Time `json:"closed,omitempty" doc:"when the account was closed"`
}

// A Token is a token, without its text.
type Token struct {
	ID   string     `json:"id"`
	Note string     `json:"note" doc:"what it is for"`
	Made time.Time  `json:"made"`
	Used *time.Time `json:"used,omitempty" doc:"day of its last use"`
}

// An Invitation is a new invitation.
type Invitation struct {
	Path string `json:"path" doc:"address on this site at which accounts are made; it is shown once"`
}

// A Decision is a line of the log of decisions.
type Decision struct {
	At      time.Time `json:"at"`
	Who     string    `json:"who"`
	What    string    `json:"what"`
	Why     string    `json:"why,omitempty"`
	Contest string    `json:"contest,omitempty"`
}

// A Gallery is the art of a contest.
type Gallery struct {
	Exhibits []Exhibit `json:"exhibits"`
	Vote     *Vote     `json:"vote,omitempty" doc:"on it; none before an organiser has opened it"`
}

// An Exhibit is the art of a bot.
type Exhibit struct {
	Bot      string    `json:"bot"`
	Pictures []Picture `json:"pictures" doc:"one for each of its newest games with art"`
}

// A Picture is an animated GIF.
type Picture struct {
	Address string `json:"address" doc:"on this site"`
	Game    string `json:"game,omitempty" doc:"the opponent and the score"`
}

// A Vote is a vote on the art of a contest.
type Vote struct {
	Method string    `json:"method" enum:"approval,ranked"`
	Bots   []string  `json:"bots" doc:"the exhibits, in the order in which ballots count them"`
	Open   bool      `json:"open"`
	Voters int       `json:"voters" doc:"who have voted"`
	Voted  bool      `json:"voted" doc:"the caller has"`
	Tally  []Tallied `json:"tally,omitempty" doc:"best first; for everybody when the vote is closed"`
}

// A Tallied is a line of a tally.
type Tallied struct {
	Place int    `json:"place" minimum:"1" doc:"shared by ties"`
	Bot   string `json:"bot"`
	Votes int    `json:"votes" doc:"approval: ballots that like it; ranked: exhibits that it beats"`
}

// A NewVote is a vote to open.
type NewVote struct {
	Method string `json:"method" enum:"approval,ranked"`
}

// A Ballot is one person's choice. Exhibits are numbered from 0 in the order of the vote's bots.
type Ballot struct {
	Likes []int `json:"likes,omitempty" maxItems:"500" doc:"approval: the exhibits that the caller likes"`
	Ranks []int `json:"ranks,omitempty" maxItems:"500" doc:"ranked: for each exhibit its rank from 1, 0 for none"`
}

// A Spread is how the games of a stage turned out.
type Spread struct {
	Stage string      `json:"stage"`
	Games int         `json:"games"`
	Seats []SeatBias  `json:"seats"`
	Bots  []BotSpread `json:"bots" doc:"in the order of the table"`
}

// A SeatBias is how well the bots in one seat did.
type SeatBias struct {
	Seat  int     `json:"seat" minimum:"1"`
	Games int     `json:"games"`
	Share float64 `json:"share" doc:"of the other seats that it was placed before; 0.5 without an influence of the seat"`
	Low   float64 `json:"low" doc:"of the 95 % interval of share"`
	High  float64 `json:"high"`
}

// A BotSpread is how the games of a bot turned out.
type BotSpread struct {
	Bot    string `json:"bot"`
	Places []int  `json:"places" doc:"games by place; the first is place 1"`
	Times  []int  `json:"times" doc:"games by mean time of a move, in bins of a quarter of a power of ten from 1 µs on; empty if no time was measured"`

	Weeks []WeekCost `json:"weeks" doc:"processor time, in the order of the plan"`
}

// A WeekCost is the processor time of a bot in the games of a stage whose rounds of play were planned in one week.
type WeekCost struct {
	Week    string  `json:"week" doc:"by ISO 8601, such as 2026-W09; empty if unknown"`
	Games   int     `json:"games"`
	Seconds float64 `json:"seconds" doc:"for how long its moves held a processor"`
	Share   float64 `json:"share" doc:"of the processor time of all bots in the stage and week, 0 to 1"`
	Rounds  int     `json:"rounds" doc:"rounds of play with games of it"`
	Most    float64 `json:"most_seconds" doc:"in one round of play"`
}

// A Record is what games say of a bot.
type Record struct {
	Counted int            `json:"counted" doc:"games that are counted here: the newest"`
	Nemesis string         `json:"nemesis,omitempty" doc:"the bot against which it wins least, if that is less than half with 95 % confidence"`
	Rivals  []Rival        `json:"rivals" doc:"hardest first"`
	Faults  map[string]int `json:"faults" doc:"of its newest version"`
	Games   []PlayedGame   `json:"games" doc:"newest first"`
}

// A Rival is a bot that a bot has met.
type Rival struct {
	Bot   string  `json:"bot"`
	Won   int     `json:"won" doc:"games in which it was placed before the rival"`
	Drawn int     `json:"drawn"`
	Lost  int     `json:"lost"`
	Share float64 `json:"share" doc:"won; a draw counts half"`
	Low   float64 `json:"low" doc:"of the 95 % interval of share"`
	High  float64 `json:"high"`
}

// A PlayedGame is a game from one bot's point of view.
type PlayedGame struct {
	Number int    `json:"number" minimum:"1"`
	Stage  string `json:"stage"`
	Place  int    `json:"place" minimum:"1"`
	Seats  int    `json:"seats"`
	Faults int    `json:"faults" doc:"of the bot"`
	Page   string `json:"page" doc:"address of its page on this site"`
}

// Games are games of a bot.
type Games struct {
	Games   []BotGame `json:"games" doc:"newest first"`
	Next    int       `json:"next" doc:"after of the call that continues the list; 0: it is complete"`
	LeftOut int       `json:"left_out" doc:"oldest games of the contest, of all bots, that are in no list: the newest with 2 097 152 seats are"`
}

// A BotGame is a game of a bot with who took part.
type BotGame struct {
	PlayedGame
	Result     string   `json:"result" enum:"won,drawn,lost" doc:"won: placed first alone; drawn: first with others; lost: elsewhere"`
	Seat       int      `json:"seat" doc:"of the bot, from 0"`
	Version    int      `json:"version" minimum:"1" doc:"of the bot: versions that have played in the contest are counted, not those that were handed in"`
	Rounds     int      `json:"rounds"`
	Day        string   `json:"day,omitempty" doc:"on which the game was planned, in the time zone of the site; none: unknown"`
	FaultNames []string `json:"fault_names" doc:"of the bot"`
	Opponents  []Other  `json:"opponents" doc:"the others, by seat"`
}

// An Other is another bot of a game.
type Other struct {
	Bot     string `json:"bot"`
	Version int    `json:"version" minimum:"1"`
	Seat    int    `json:"seat"`
	Place   int    `json:"place" minimum:"1"`
}

// Turns are turns of a bot in a game.
type Turns struct {
	Game  int    `json:"game"`
	Seat  int    `json:"seat" doc:"of the bot, from 0"`
	Bot   string `json:"bot"`
	Turns []Turn `json:"turns" doc:"in which it moved, printed or had a fault"`
	Next  int    `json:"next" doc:"from of the call that continues the list; 0: it is complete"`
}

// A Turn is what is known of a turn of a bot, as agon logs --json prints it.
type Turn struct {
	Game    int      `json:"game"`
	Turn    int      `json:"turn" doc:"from 1; 0: before the first; -1: unknown"`
	Round   int      `json:"round,omitempty" doc:"from 1; none: unknown"`
	Seat    int      `json:"seat"`
	Printed string   `json:"printed,omitempty" doc:"by the bot: its output and its tracebacks"`
	Notes   []string `json:"notes,omitempty" doc:"of agon"`
	Sent    string   `json:"sent,omitempty" doc:"the prompt, whole"`
	Answer  string   `json:"answer,omitempty"`
	Fault   string   `json:"fault,omitempty"`
	Why     string   `json:"why,omitempty" doc:"the fault in words"`
	Micros  int64    `json:"us" doc:"charged time of the move in µs; 0: it was not measured"`
}

// Chances are how a game stood, as agon explain --json prints it.
type Chances struct {
	Bot      string      `json:"bot" doc:"the built-in bot that played on in every seat"`
	Playouts int         `json:"playouts" doc:"from each turn that was looked at"`
	Seats    []string    `json:"seats" doc:"names of the bots"`
	Curve    []ChancesAt `json:"curve"`
}

// ChancesAt are the chances after some turns.
type ChancesAt struct {
	Turns   int       `json:"turns" doc:"played"`
	Chances []float64 `json:"chances" doc:"by seat, from 0 to 1: the part of the others that it is placed before"`
	Errors  []float64 `json:"errors" doc:"standard errors of these"`
}
