using System;
using System.Linq;
using System.IO;
using System.Text;
using System.Collections;
using System.Collections.Generic;

// Tron, as CodinGame's stub of C# has it: a class Player with a Main that reads and answers for ever.
// It remembers every trail and steps to the last free one of UP, DOWN, LEFT and RIGHT.
class Player
{
    const int Width = 30, Height = 20;
    static readonly string[] Names = { "UP", "DOWN", "LEFT", "RIGHT" };
    static readonly int[] Dx = { 0, 0, -1, 1 }, Dy = { -1, 1, 0, 0 };

    static void Main(string[] args)
    {
        string[] inputs;
        var owner = new Dictionary<Tuple<int, int>, int>();

        // game loop
        while (true)
        {
            inputs = Console.ReadLine().Split(' ');
            int N = int.Parse(inputs[0]);
            int P = int.Parse(inputs[1]);
            int x = 0, y = 0;
            for (int i = 0; i < N; i++)
            {
                inputs = Console.ReadLine().Split(' ');
                int X0 = int.Parse(inputs[0]);
                int Y0 = int.Parse(inputs[1]);
                int X1 = int.Parse(inputs[2]);
                int Y1 = int.Parse(inputs[3]);
                if (X0 < 0)
                {
                    foreach (var tile in owner.Where(pair => pair.Value == i).Select(pair => pair.Key).ToList()) owner.Remove(tile);
                    continue;
                }
                owner[Tuple.Create(X0, Y0)] = i;
                owner[Tuple.Create(X1, Y1)] = i;
                if (i == P) { x = X1; y = Y1; }
            }

            string choice = Names[0];
            for (int m = 0; m < 4; m++)
            {
                int nx = x + Dx[m], ny = y + Dy[m];
                if (nx >= 0 && nx < Width && ny >= 0 && ny < Height && !owner.ContainsKey(Tuple.Create(nx, ny))) choice = Names[m];
            }
            Console.Error.WriteLine("at " + x + " " + y);
            Console.WriteLine(choice);
        }
    }
}
