<?php
// A bot that plays any of its moves. agon.php beside it speaks with the arena. Make it choose better.
require __DIR__ . '/agon.php';

// VIEW

function choose(View $view): string
{
    $moves = $view->moves();
    return $moves[array_rand($moves)];
}

play('Any move in PHP', 'you', fn (array $view) => choose(new View($view)));
