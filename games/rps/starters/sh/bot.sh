#!/bin/sh
# A BattleBots bot of nothing but the shell: it is started anew for every round and says one hand.
#
#     bot.sh HISTORY      PLAYER_NUMBER is 1 or 2, from the environment
#
# The history is what was played so far, as rp2;sp1: player 1's hand, player 2's hand, the winner. A dash is a forfeit.
# Try it:  PLAYER_NUMBER=1 sh bot.sh 'rp2;sp1'
set -eu

history=${1-}
theirs=

# Walk the rounds one by one; empty fields are dropped, so every way of writing separators is fine.
while [ -n "$history" ]; do
    round=${history%%;*}
    case $history in
        *";"*) history=${history#*;} ;;
        *) history= ;;
    esac
    [ -n "$round" ] || continue
    hands=${round%?}
    if [ "${PLAYER_NUMBER:-1}" = 1 ]; then
        theirs=${hands#?}
    else
        theirs=${hands%?}
    fi
done

# Beat the hand that they showed last. This is yours to improve.
case $theirs in
    [rR]) answer='{"move": "PAPER", "art": [" ______ ", "|      |", "|  --  |", "|  --  |", "|______|"]}' ;;
    [pP]) answer='{"move": "SCISSORS", "art": [" o    o ", "  \\  /  ", "   \\/   ", "   /\\   ", "  /  \\  "]}' ;;
    *)    answer='{"move": "ROCK", "art": ["   ____  ", "  /    \\ ", " |      |", "  \\____/ "]}' ;;
esac
printf '%s\n' "$answer"
