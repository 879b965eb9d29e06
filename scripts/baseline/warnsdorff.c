/* Warnsdorff's rule as tutorials write it: from each square to the free one with the fewest onward moves, the first in
 * the move order if several have as few; no way back. Every onward move is counted by trying all eight.
 *
 * `knightsweep` is measured against this program. It shares nothing with it but the rules of the count: a check is an
 * evaluation of `is_free`, those of the look ahead included, and the last square of a tour takes none.
 *
 *   gcc -O3 -march=native -DROWS=8 -DCOLS=8 warnsdorff.c -o warnsdorff
 *   echo 1,1,12345678 | ./warnsdorff REPETITIONS
 *
 * Reads jobs, a line each: row and column of the start, counted from 1, and the order as digits of the moves of Fig. 2.
 * Prints a line of CSV for each: outcome (tour, stuck), checks, squares visited, seconds for all repetitions.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef ROWS
#define ROWS 8
#endif
#ifndef COLS
#define COLS 8
#endif
#define SQUARES (ROWS * COLS)

/* Fig. 2 of the paper: x(i) are rows, y(i) are columns. */
static const int fig2_row[8] = {1, 2, 2, 1, -1, -2, -2, -1};
static const int fig2_col[8] = {2, 1, -1, -2, -2, -1, 1, 2};

static int move_row[8], move_col[8];
static int board[ROWS][COLS]; /* the number of the visit, 0 if there was none */
static unsigned long long checks;

static bool is_free(int row, int col)
{
    checks++;
    return row >= 0 && row < ROWS && col >= 0 && col < COLS && board[row][col] == 0;
}

static int onward_moves(int row, int col)
{
    int count = 0;
    for (int i = 0; i < 8; i++)
        if (is_free(row + move_row[i], col + move_col[i]))
            count++;
    return count;
}

/* The number of squares visited. */
static int tour(int row, int col)
{
    memset(board, 0, sizeof board);
    checks = 0;
    board[row][col] = 1;
    for (int visits = 1; visits < SQUARES; visits++) {
        int fewest = 9, best = -1;
        for (int i = 0; i < 8; i++) {
            int next_row = row + move_row[i], next_col = col + move_col[i];
            if (is_free(next_row, next_col)) {
                int count = onward_moves(next_row, next_col);
                if (count < fewest) {
                    fewest = count;
                    best = i;
                }
            }
        }
        if (best < 0)
            return visits;
        row += move_row[best];
        col += move_col[best];
        board[row][col] = visits + 1;
    }
    return SQUARES;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(int argc, char **argv)
{
    int repetitions = argc == 2 ? atoi(argv[1]) : 0;
    if (repetitions < 1) {
        fprintf(stderr, "usage: warnsdorff REPETITIONS, jobs such as 1,1,12345678 on standard input\n");
        return 2;
    }
    int row, col;
    char order[9];
    while (scanf("%d,%d,%8[1-8]", &row, &col, order) == 3) {
        if (row < 1 || row > ROWS || col < 1 || col > COLS || strlen(order) != 8) {
            fprintf(stderr, "not a job on this board: %d,%d,%s\n", row, col, order);
            return 2;
        }
        for (int i = 0; i < 8; i++) {
            move_row[i] = fig2_row[order[i] - '1'];
            move_col[i] = fig2_col[order[i] - '1'];
        }
        int visited = 0;
        double began = now();
        for (int i = 0; i < repetitions; i++)
            visited = tour(row - 1, col - 1);
        double seconds = now() - began;
        printf("%s,%llu,%d,%.9f\n", visited == SQUARES ? "tour" : "stuck", checks, visited, seconds);
    }
    return 0;
}
