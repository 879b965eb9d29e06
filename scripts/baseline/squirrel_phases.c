/* Squirrel and Cull's algorithm (1996, Fig. 3) on square boards: Warnsdorff's rule from (1,1), without a way back, with
 * orders that change when the knight reaches certain squares.
 *
 * It shares nothing with knightsweep, whose rule `greedy-squirrel-cull` does the same: the table is written down from
 * the paper, and the moves clockwise from (-2,+1), as its Fig. 1 numbers them.
 *
 *   gcc -O3 -march=native squirrel_phases.c -o squirrel_phases
 *   ./squirrel_phases 5 400 1
 *
 * Takes sides FIRST, FIRST + STEP, ... up to LAST. Prints the boards on which the knight gets stuck. For sides m of
 * remainder 3 modulo 8, it runs a second reading too, in which the last square is ((m - 1)/2, m - 2) and not
 * ((m - 1)/2 + 1, m - 2), and prints the boards on which that makes another tour.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 2000, EDGE = 2, WIDTH = MOST_ROWS + 2 * EDGE, VISITED = 100, MOST_PHASES = 6 };

/* The rows and columns of moves 1 to 8. */
static const int move_row[8] = {-2, -1, 1, 2, 2, 1, -1, -2};
static const int move_col[8] = {1, 2, 2, 1, -1, -2, -2, -1};

/* An order, and the square up to which it holds; no square on the board for the last one. */
struct phase {
    const char *order;
    int row, col;
};

/* The free neighbours of each square; more than VISITED on visited squares and off the board. */
static unsigned char free_neighbours[WIDTH * WIDTH];
static int tour[MOST_ROWS * MOST_ROWS], other_tour[MOST_ROWS * MOST_ROWS];

static int place_of(int row, int col)
{
    return (row - 1 + EDGE) * WIDTH + col - 1 + EDGE;
}

/* Fig. 3 for boards of m rows; `shift` is added to the row of the last square for m = 3 modulo 8. */
static void phases_of(int m, int shift, struct phase *phases)
{
    const struct phase table[8][MOST_PHASES] = {
        {{"34261578", m - 1, m - 2}, {"87642135", 2, 2}, {"51867342", m - 8, 1}, {"51342678", 7, m - 3}, {"21435678", 0, 0}},
        {{"34261578", m - 1, m - 2}, {"87642135", 2, 2}, {"51324678", m - 6, (m - 1) / 2 + 5}, {"32481765", 0, 0}},
        {{"34261578", 6, 1}, {"87642135", 3, 1}, {"54132678", m - 15, 4}, {"52431678", 10, m - 2},
         {"85647123", 5, m / 2 - 3}, {"15746823", 0, 0}},
        {{"34625718", m - 1, m - 2}, {"42681357", m - 6, m}, {"86512347", 2, 5}, {"51867342", m - 10, 3},
         {"61825437", (m - 1) / 2 + 1 + shift, m - 2}, {"71642538", 0, 0}},
        {{"34261578", m - 1, m - 2}, {"87642135", 2, 2}, {"51867342", m - 8, 1}, {"51342678", 10, m - 5},
         {"86753421", 13, m / 2 + 1}, {"78563421", 0, 0}},
        {{"34261578", m - 1, m - 2}, {"87642135", 2, 2}, {"51324678", m - 2, (m - 1) / 2 - (m % 16 == 5 ? 2 : 6)},
         {"15234678", 0, 0}},
        {{"34261578", 6, 1}, {"87642135", 3, 1}, {"54132678", m - 10, 1}, {"52431678", 10, m - 2},
         {"85647123", 3, m / 2 + 4}, {"12453678", 0, 0}},
        {{"34625718", m - 1, m - 2}, {"42681357", m - 6, m}, {"86512347", 2, 5}, {"51867342", m - 6, 3},
         {"61825437", (m - 1) / 2 + 1, m - 2}, {"61357284", 0, 0}},
    };
    memcpy(phases, table[m % 8], sizeof table[0]);
}

static void set_up(int side)
{
    memset(free_neighbours, VISITED, sizeof free_neighbours);
    for (int row = 1; row <= side; row++)
        for (int col = 1; col <= side; col++) {
            int number = 0;
            for (int move = 0; move < 8; move++) {
                int to_row = row + move_row[move], to_col = col + move_col[move];
                number += to_row >= 1 && to_row <= side && to_col >= 1 && to_col <= side;
            }
            free_neighbours[place_of(row, col)] = (unsigned char)number;
        }
}

/* How many squares the knight visits; `path` becomes their places. */
static int visited(int side, int shift, int *path)
{
    struct phase phases[MOST_PHASES];
    phases_of(side, shift, phases);
    set_up(side);
    const struct phase *phase = phases;
    int place = place_of(1, 1);
    for (int number = 1;; number++) {
        path[number - 1] = place;
        free_neighbours[place] = VISITED;
        if (phase->row >= 1 && phase->col >= 1 && phase->row <= side && phase->col <= side &&
            place == place_of(phase->row, phase->col))
            phase++;
        int fewest = VISITED, next = -1;
        for (const char *digit = phase->order; *digit; digit++) {
            int to = place + move_row[*digit - '1'] * WIDTH + move_col[*digit - '1'];
            if (free_neighbours[to] >= VISITED)
                continue;
            free_neighbours[to]--;
            if (free_neighbours[to] < fewest) {
                fewest = free_neighbours[to];
                next = to;
            }
        }
        if (next < 0)
            return number;
        place = next;
    }
}

int main(int argc, char **argv)
{
    int first = argc == 4 ? atoi(argv[1]) : 0, last = argc == 4 ? atoi(argv[2]) : 0, step = argc == 4 ? atoi(argv[3]) : 0;
    if (first < 5 || last < first || last > MOST_ROWS || step < 1) {
        fprintf(stderr, "usage: squirrel_phases FIRST LAST STEP, with sides from 5 to %d\n", MOST_ROWS);
        return 2;
    }
    for (int side = first; side <= last; side += step) {
        int squares = visited(side, 0, tour);
        if (squares < side * side)
            printf("stuck on %dx%d\n", side, side);
        if (side % 8 != 3)
            continue;
        if (visited(side, -1, other_tour) != squares || memcmp(tour, other_tour, sizeof tour[0] * (size_t)squares))
            printf("another tour on %dx%d\n", side, side);
    }
    return 0;
}
