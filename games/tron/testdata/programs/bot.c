#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdbool.h>

/* Tron, as CodinGame's stub of C has it: a main that reads with scanf and answers with printf, for ever.
   It remembers every trail and steps to the last free one of UP, DOWN, LEFT and RIGHT. */

enum { WIDTH = 30, HEIGHT = 20 };

static const char *NAMES[] = {"UP", "DOWN", "LEFT", "RIGHT"};
static const int DX[] = {0, 0, -1, 1}, DY[] = {-1, 1, 0, 0};

int main()
{
    int owner[HEIGHT][WIDTH]; /* the player whose trail lies there and 1, or 0 */
    memset(owner, 0, sizeof owner);

    // game loop
    while (1) {
        int N;
        int P;
        if (scanf("%d%d", &N, &P) != 2) return 0;
        int x = 0, y = 0;
        for (int i = 0; i < N; i++) {
            int X0;
            int Y0;
            int X1;
            int Y1;
            scanf("%d%d%d%d", &X0, &Y0, &X1, &Y1);
            if (X0 < 0) {
                for (int at = 0; at < WIDTH * HEIGHT; at++) {
                    if (owner[at / WIDTH][at % WIDTH] == i + 1) owner[at / WIDTH][at % WIDTH] = 0;
                }
                continue;
            }
            owner[Y0][X0] = owner[Y1][X1] = i + 1;
            if (i == P) {
                x = X1;
                y = Y1;
            }
        }

        const char *choice = NAMES[0];
        for (int m = 0; m < 4; m++) {
            int nx = x + DX[m], ny = y + DY[m];
            bool free = nx >= 0 && nx < WIDTH && ny >= 0 && ny < HEIGHT && owner[ny][nx] == 0;
            if (free) choice = NAMES[m];
        }
        fprintf(stderr, "at %d %d\n", x, y);
        printf("%s\n", choice);
        fflush(stdout);
    }

    return 0;
}
