/* The knight's tour by plain recursion, the way tutorials teach it, with its checks counted.
 *
 * The search engines are measured against this program, so it must be as fast as such a program can be without
 * changing what it does: compile it with its board as a constant, as tutorials do, and with full optimisation.
 *
 *   gcc -O3 -march=native -DROWS=8 -DCOLS=8 knights_tour.c -o knights_tour
 *   ./knights_tour ROWS COLS START_ROW START_COL ORDER BUDGET GOAL
 *   ./knights_tour 8 8 1 1 12345678 0 open
 *
 * With -DUNMARKED_START too, the start stays unvisited, as on McEvoy's board of zeros: the knight may come back to it.
 * The outcome is then overwritten in place of tour, if the knight did: another square was never visited.
 *
 * Squares count from 1. ORDER is the eight moves in the order in which they are tried, numbered as in
 * McEvoy's Fig. 2. BUDGET is the largest number of checks, 0 for no limit. GOAL is open or closed.
 *
 * Prints one line of CSV: outcome,checks,nodes,seconds. The outcome is tour, none or budget; nodes are
 * empty for budget. Exits with 2 if the arguments are invalid or for another board.
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

static const int fig2_row[8] = {1, 2, 2, 1, -1, -2, -2, -1};
static const int fig2_col[8] = {2, 1, -1, -2, -2, -1, 1, 2};

static int move_row[8], move_col[8];
static int grid[ROWS][COLS]; /* the place of a square on the path, from 0; -1 while unvisited */
static int start_row, start_col;
static bool closed;
static unsigned long long checks, nodes, budget;
static bool out_of_budget;

static bool is_valid(int row, int col)
{
    return row >= 0 && row < ROWS && col >= 0 && col < COLS && grid[row][col] == -1;
}

static bool meets_goal(int row, int col)
{
    int rows_apart = abs(row - start_row), cols_apart = abs(col - start_col);
    return !closed || rows_apart * cols_apart == 2;
}

/* Goes on from a square that has just been given the place `place`. */
static bool solve(int row, int col, int place)
{
    nodes++;
    if (place == SQUARES - 1 && meets_goal(row, col))
        return true;
    for (int i = 0; i < 8; i++) {
        if (checks == budget) {
            out_of_budget = true;
            return false;
        }
        checks++;
        int next_row = row + move_row[i], next_col = col + move_col[i];
        if (is_valid(next_row, next_col)) {
            grid[next_row][next_col] = place + 1;
            if (solve(next_row, next_col, place + 1))
                return true;
            if (out_of_budget)
                return false;
            grid[next_row][next_col] = -1;
        }
    }
    return false;
}

static bool read_order(const char *digits)
{
    bool seen[8] = {false};
    if (strlen(digits) != 8)
        return false;
    for (int i = 0; i < 8; i++) {
        int move = digits[i] - '1';
        if (move < 0 || move > 7 || seen[move])
            return false;
        seen[move] = true;
        move_row[i] = fig2_row[move];
        move_col[i] = fig2_col[move];
    }
    return true;
}

int main(int argc, char **argv)
{
    if (argc != 8 || !read_order(argv[5])) {
        fprintf(stderr, "usage: knights_tour ROWS COLS START_ROW START_COL ORDER BUDGET open|closed\n");
        return 2;
    }
    if (atoi(argv[1]) != ROWS || atoi(argv[2]) != COLS) {
        fprintf(stderr, "compiled for %dx%d; compile with -DROWS=%s -DCOLS=%s\n", ROWS, COLS, argv[1], argv[2]);
        return 2;
    }
    start_row = atoi(argv[3]) - 1;
    start_col = atoi(argv[4]) - 1;
    if (start_row < 0 || start_row >= ROWS || start_col < 0 || start_col >= COLS) {
        fprintf(stderr, "the start is off the board\n");
        return 2;
    }
    budget = strtoull(argv[6], NULL, 10);
    if (budget == 0)
        budget = ~0ULL;
    closed = strcmp(argv[7], "closed") == 0;

    for (int row = 0; row < ROWS; row++)
        for (int col = 0; col < COLS; col++)
            grid[row][col] = -1;
#ifndef UNMARKED_START
    grid[start_row][start_col] = 0;
#endif

    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    bool found = solve(start_row, start_col, 0);
    clock_gettime(CLOCK_MONOTONIC, &end);
    double seconds = (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);

    const char *outcome = found ? "tour" : "none";
#ifdef UNMARKED_START
    if (found && grid[start_row][start_col] != -1)
        outcome = "overwritten";
#endif
    if (out_of_budget)
        printf("budget,%llu,,%.6f\n", checks, seconds);
    else
        printf("%s,%llu,%llu,%.6f\n", outcome, checks, nodes, seconds);
    return 0;
}
