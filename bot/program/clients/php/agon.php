<?php
// The agon protocol: the arena writes a line of JSON for each turn, the bot answers with a move.
//
// This file keeps the picture of the game up to date and knows no rules. You need not change it, and it serves every kind of game.

/**
 * Plays game after game until the arena hangs up.
 *
 * $choose(array $view, array $game): string is asked for each move. $view is the picture: its fields are those of the kind, a grid is $view['grid'][$y][$x]. $game is what was told at the
 * beginning: kind, seat, seats, options, clock.
 */
function play(string $name, string $author, callable $choose): void
{
    $game = $view = null;
    while (($line = fgets(STDIN)) !== false) {
        $told = json_decode($line, true);
        if (isset($told['agon'])) {
            [$game, $view] = [$told, null];
            fwrite(STDOUT, json_encode(['name' => $name, 'author' => $author]) . "\n");
        } elseif (!isset($told['over'])) {
            $view = $view === null ? $told : changed($view, $told);
            fwrite(STDOUT, $choose($view, $game) . "\n");
        }
    }
}

/** What a grid is sent as after the first picture are its changed cells, as x, y, value. */
function changed(array $view, array $told): array
{
    foreach ($told as $field => $value) {
        if (is_array($view[$field] ?? null) && is_array($view[$field][0] ?? null)) {
            foreach ($value as [$x, $y, $cell]) {
                $view[$field][$y][$x] = $cell;
            }
        } else {
            $view[$field] = $value;
        }
    }
    return $view;
}
