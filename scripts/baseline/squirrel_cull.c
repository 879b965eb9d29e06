/* On which boards do all nineteen orders of Squirrel and Cull (1996, page 115) get stuck? Warnsdorff's rule from (1,1),
 * without a way back; the first of several moves in the order is taken.
 *
 * It shares nothing with knightsweep, which asks the same with `knight-lab --bin squirrel_cull`: the moves are written
 * down clockwise from (-2,+1), as Fig. 1 numbers them, and each square has the number of its free neighbours.
 *
 *   gcc -O3 -march=native squirrel_cull.c -o squirrel_cull
 *   grep -v '#' ../../crates/knight-search/tests/data/squirrel_cull.txt | ./squirrel_cull 299
 *
 * Reads the orders, one a line. Prints the boards with sides from 10 to the given one on which all get stuck, then for
 * each order the boards on which it is the first to find a tour.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ORDERS = 100, MOST_ROWS = 1000, EDGE = 2, WIDTH = MOST_ROWS + 2 * EDGE, VISITED = 100 };

/* The rows and columns of moves 1 to 8. */
static const int move_row[8] = {-2, -1, 1, 2, 2, 1, -1, -2};
static const int move_col[8] = {1, 2, 2, 1, -1, -2, -2, -1};

/* The free neighbours of each square; more than VISITED on visited squares and off the board. */
static unsigned char at_start[WIDTH * WIDTH], free_neighbours[WIDTH * WIDTH];
static char orders[MOST_ORDERS][9];

static int step_of(int move)
{
    return move_row[move] * WIDTH + move_col[move];
}

static void set_up(int rows, int cols)
{
    memset(at_start, VISITED, sizeof at_start);
    for (int row = 0; row < rows; row++)
        for (int col = 0; col < cols; col++) {
            int number = 0;
            for (int move = 0; move < 8; move++) {
                int to_row = row + move_row[move], to_col = col + move_col[move];
                number += to_row >= 0 && to_row < rows && to_col >= 0 && to_col < cols;
            }
            at_start[(row + EDGE) * WIDTH + col + EDGE] = (unsigned char)number;
        }
}

static int finds_a_tour(const char *order, int rows, int cols)
{
    memcpy(free_neighbours, at_start, sizeof at_start);
    int place = EDGE * WIDTH + EDGE;
    for (int left = rows * cols - 1;; left--) {
        free_neighbours[place] = VISITED;
        if (left == 0)
            return 1;
        for (int move = 0; move < 8; move++)
            if (free_neighbours[place + step_of(move)] < VISITED)
                free_neighbours[place + step_of(move)]--;
        int fewest = VISITED, next = -1;
        for (const char *digit = order; *digit; digit++) {
            int to = place + step_of(*digit - '1');
            if (free_neighbours[to] < fewest) {
                fewest = free_neighbours[to];
                next = to;
            }
        }
        if (next < 0)
            return 0;
        place = next;
    }
}

int main(int argc, char **argv)
{
    int largest = argc == 2 ? atoi(argv[1]) : 0, number = 0;
    if (largest < 10 || largest > MOST_ROWS) {
        fprintf(stderr, "usage: squirrel_cull LARGEST_SIDE, orders on standard input\n");
        return 2;
    }
    while (number < MOST_ORDERS && scanf("%8[1-8] ", orders[number]) == 1)
        number++;
    int first[MOST_ORDERS] = {0};
    for (int rows = 10; rows <= largest; rows++)
        for (int cols = 10; cols <= largest; cols++) {
            set_up(rows, cols);
            int order = 0;
            while (order < number && !finds_a_tour(orders[order], rows, cols))
                order++;
            if (order == number)
                printf("all get stuck on %dx%d\n", rows, cols);
            else
                first[order]++;
        }
    for (int order = 0; order < number; order++)
        printf("%s %d\n", orders[order], first[order]);
    return 0;
}
