/* Counts all knight's tours of a board by plain backtracking: it visits every walk.
 *
 * `knightsweep count` is measured against this program, which shares nothing with it.
 *
 *   gcc -O3 -march=native -DROWS=5 -DCOLS=6 count_tours.c -o count_tours
 *   ./count_tours open|closed
 *
 * Prints one line of CSV: undirected,directed,seconds. Open tours are counted from every square. Closed tours are
 * counted from the first square, where each occurs once in either direction.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#ifndef ROWS
#define ROWS 5
#endif
#ifndef COLS
#define COLS 6
#endif
#define SQUARES (ROWS * COLS)

static const int move_row[8] = {1, 2, 2, 1, -1, -2, -2, -1};
static const int move_col[8] = {2, 1, -1, -2, -2, -1, 1, 2};

static int neighbours[SQUARES][8], degree[SQUARES];
static bool visited[SQUARES], next_to_start[SQUARES];
static bool closed;
static unsigned long long tours;

static void visit(int square, int visits)
{
    if (visits == SQUARES) {
        tours += !closed || next_to_start[square];
        return;
    }
    visited[square] = true;
    for (int i = 0; i < degree[square]; i++)
        if (!visited[neighbours[square][i]])
            visit(neighbours[square][i], visits + 1);
    visited[square] = false;
}

int main(int argc, char **argv)
{
    if (argc != 2 || (strcmp(argv[1], "open") && strcmp(argv[1], "closed"))) {
        fprintf(stderr, "usage: count_tours open|closed\n");
        return 2;
    }
    closed = strcmp(argv[1], "closed") == 0;
    for (int square = 0; square < SQUARES; square++)
        for (int i = 0; i < 8; i++) {
            int row = square / COLS + move_row[i], col = square % COLS + move_col[i];
            if (row >= 0 && row < ROWS && col >= 0 && col < COLS)
                neighbours[square][degree[square]++] = row * COLS + col;
        }
    for (int i = 0; i < degree[0]; i++)
        next_to_start[neighbours[0][i]] = true;

    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (int start = 0; start < (closed ? 1 : SQUARES); start++)
        visit(start, 1);
    clock_gettime(CLOCK_MONOTONIC, &end);
    double seconds = (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
    printf("%llu,%llu,%.6f\n", tours / 2, tours, seconds);
    return 0;
}
