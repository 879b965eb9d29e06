/* The states of a strip of some rows, and the factors by which one more column multiplies the ways to them: the
 * matrices A and B of docs/results/six-rows.md.
 *
 * It shares nothing with knightsweep, which asks the same with `knight-lab --bin strip_growth`: states are words of four
 * bits a vertex, and squares are processed row by row.
 *
 *   g++ -O3 -march=native -std=c++17 strip_states.cpp -o strip_states
 *   ./strip_states 5
 *
 * Prints the number of states of closed tours, and of open tours with 0, 1 and 2 ends behind, then how many of those
 * with 0 and with 2 are no states of closed tours; then the factors, by iteration in floating point. Up to 5 rows.
 *
 *   ./strip_states 6 closed
 *
 * Prints the states of closed tours alone, and how many the first one leads to, whether or not a tour can be completed
 * from them. Up to 6 rows.
 */
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unordered_map>
#include <vector>

using Word = std::uint64_t;

static int rows, apex; /* the vertices of two columns come first, then the apex */
enum { MOST_ROWS = 5, MOST_ROWS_OF_CLOSED = 6, SATURATED = 31, MOST_VERTICES = SATURATED, SATURATED_IN_WORD = 15 };

/* Each vertex: itself without a move, the other end of its path, or SATURATED. */
struct Window {
    int other[MOST_VERTICES]; /* three columns, the first of which is processed, and the apex */
};

struct Step {
    int to;
    unsigned ways;
};

struct Graph {
    std::vector<Word> states;
    std::unordered_map<Word, int> number;
    std::vector<Step> steps;        /* those from the first state, those from the second, ... */
    std::vector<std::size_t> begin; /* where the steps of each state begin, and the end */
    std::vector<char> completes;    /* whether a tour can be completed */

    int of(Word state)
    {
        auto [place, is_new] = number.try_emplace(state, (int)states.size());
        if (is_new)
            states.push_back(state);
        return place->second;
    }
};

static Word packed(const int *other, bool in_reverse)
{
    auto image = [&](int vertex) {
        if (vertex == apex || !in_reverse)
            return vertex;
        return vertex / rows * rows + rows - 1 - vertex % rows;
    };
    Word word = 0;
    for (int vertex = 0; vertex <= apex; vertex++) {
        int end = other[vertex] == SATURATED ? SATURATED_IN_WORD : image(other[vertex]);
        word |= (Word)end << 4 * image(vertex);
    }
    return word;
}

/* A state and its mirror image count as one. */
static Word packed(const int *other)
{
    return std::min(packed(other, false), packed(other, true));
}

static bool is_saturated(const Window &window, int first, int last)
{
    for (int vertex = first; vertex < last; vertex++)
        if (window.other[vertex] != SATURATED)
            return false;
    return true;
}

static bool is_untouched(const Window &window, int first, int last)
{
    for (int vertex = first; vertex < last; vertex++)
        if (window.other[vertex] != vertex)
            return false;
    return true;
}

/* In a window the columns are 0, 1 and 2, and the apex is the last vertex. */
static int apex_of_window()
{
    return 3 * rows;
}

/* Whether the cycle that has just been closed is all there is: a tour of a board that ends with column 0, 1 or 2. */
static bool is_tour(const Window &window)
{
    bool ends_with_2 = is_saturated(window, 2 * rows, 3 * rows);
    bool ends_before = is_untouched(window, 2 * rows, 3 * rows);
    bool has_1 = is_saturated(window, rows, 2 * rows), lacks_1 = is_untouched(window, rows, 2 * rows);
    return is_saturated(window, 0, rows) && window.other[apex_of_window()] == SATURATED &&
           ((ends_with_2 && has_1) || (ends_before && (has_1 || lacks_1)));
}

/* Adds a move; returns whether it closes a cycle. */
static bool add_move(Window &window, int a, int b)
{
    int end_a = window.other[a], end_b = window.other[b];
    bool closes = end_a == b;
    if (end_a != a)
        window.other[a] = SATURATED;
    if (end_b != b)
        window.other[b] = SATURATED;
    if (!closes) {
        window.other[end_a] = end_b;
        window.other[end_b] = end_a;
    }
    return closes;
}

/* Processes the squares of column 0 from a row on. `then` gets each window whose column 0 is done, `tour` each tour. */
template <typename Then, typename Tour> static void process(const Window &window, int row, Then then, Tour tour)
{
    if (row == rows) {
        then(window);
        return;
    }
    int later[5], many = 0;
    auto add = [&](int vertex) {
        if (window.other[vertex] != SATURATED)
            later[many++] = vertex;
    };
    if (row >= 2)
        add(rows + row - 2);
    if (row + 2 < rows)
        add(rows + row + 2);
    if (row >= 1)
        add(2 * rows + row - 1);
    if (row + 1 < rows)
        add(2 * rows + row + 1);
    add(apex_of_window());
    int moves = window.other[row] == SATURATED ? 2 : window.other[row] == row ? 0 : 1;
    if (moves == 2) {
        process(window, row + 1, then, tour);
        return;
    }
    for (int first = 0; first < many; first++) {
        Window once = window;
        bool closed = add_move(once, row, later[first]);
        if (moves == 1) {
            if (!closed)
                process(once, row + 1, then, tour);
            else if (is_tour(once))
                tour();
            continue;
        }
        for (int second = first + 1; second < many; second++) {
            Window twice = once;
            if (!add_move(twice, row, later[second]))
                process(twice, row + 1, then, tour);
            else if (is_tour(twice))
                tour();
        }
    }
}

static Window window_of(Word state)
{
    auto wider = [](int vertex) { return vertex == apex ? apex_of_window() : vertex; };
    Window window;
    for (int vertex = 0; vertex < 3 * rows; vertex++)
        window.other[vertex] = vertex;
    for (int vertex = 0; vertex <= apex; vertex++) {
        int other = state >> 4 * vertex & 15;
        window.other[wider(vertex)] = other == SATURATED_IN_WORD ? SATURATED : wider(other);
    }
    return window;
}

static Word state_of(const Window &window)
{
    int other[MOST_VERTICES];
    /* The two later columns come first; the apex follows them in both numberings. */
    auto narrower = [](int vertex) { return vertex == SATURATED ? vertex : vertex - rows; };
    for (int vertex = 0; vertex <= apex; vertex++)
        other[vertex] = narrower(window.other[vertex + rows]);
    return packed(other);
}

/* All states that the first one leads to, the steps between them, and from which a tour can be completed. */
static Graph explore(bool open)
{
    Graph graph;
    int other[MOST_VERTICES];
    for (int vertex = 0; vertex <= apex; vertex++)
        other[vertex] = vertex;
    if (!open)
        other[apex] = SATURATED;
    graph.of(packed(other));
    graph.begin.push_back(0);
    std::vector<Word> found;
    for (std::size_t state = 0; state < graph.states.size(); state++) {
        bool completes = false;
        found.clear();
        process(
            window_of(graph.states[state]), 0, [&](const Window &window) { found.push_back(state_of(window)); },
            [&] { completes = true; });
        std::sort(found.begin(), found.end());
        for (std::size_t way = 0; way < found.size(); way++)
            if (way > 0 && found[way] == found[way - 1])
                graph.steps.back().ways++;
            else
                graph.steps.push_back({graph.of(found[way]), 1});
        graph.begin.push_back(graph.steps.size());
        graph.completes.push_back(completes);
    }
    /* Until nothing changes: a state from which a step leads to one that completes does too. */
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t state = graph.states.size(); state-- > 0;)
            for (std::size_t step = graph.begin[state]; !graph.completes[state] && step < graph.begin[state + 1]; step++)
                if (graph.completes[graph.steps[step].to])
                    graph.completes[state] = changed = true;
    }
    return graph;
}

static int ends_behind(Word state)
{
    int other = state >> 4 * apex & 15;
    return other == SATURATED_IN_WORD ? 2 : other != apex;
}

/* The spectral radius of the states that are in the block, or 0 if no way is left after all steps. */
static double factor(const Graph &graph, const std::vector<char> &block)
{
    std::vector<double> ways(block.begin(), block.end());
    double total = 0, before = 0;
    for (int step = 0; step < 200; step++) {
        std::vector<double> next(ways.size());
        for (std::size_t state = 0; state < ways.size(); state++)
            if (block[state])
                for (std::size_t step = graph.begin[state]; step < graph.begin[state + 1]; step++)
                    next[state] += graph.steps[step].ways * ways[graph.steps[step].to];
        double sum = 0;
        for (double count : next)
            sum += count;
        if (sum == 0)
            return 0;
        for (double &count : next)
            count /= sum;
        ways = std::move(next);
        before = total;
        total = sum;
    }
    return std::sqrt(before * total); /* of two columns, as closed tours of odd rows have even lengths */
}

static void print_closed(const Graph &closed)
{
    int states = (int)std::count(closed.completes.begin(), closed.completes.end(), 1);
    std::printf("%d rows: %d states of closed tours, factor %.4f\n", rows, states, factor(closed, closed.completes));
}

int main(int argc, char **argv)
{
    bool only_closed = argc == 3 && std::strcmp(argv[2], "closed") == 0;
    rows = argc == 2 || only_closed ? std::atoi(argv[1]) : 0;
    if (rows < 3 || rows > (only_closed ? MOST_ROWS_OF_CLOSED : MOST_ROWS)) {
        std::fprintf(stderr, "usage: strip_states ROWS [closed], from 3 to %d rows, or %d\n", MOST_ROWS, MOST_ROWS_OF_CLOSED);
        return 2;
    }
    apex = 2 * rows;
    Graph closed = explore(false);
    print_closed(closed);
    if (only_closed) {
        std::printf("the first state of closed tours leads to %zu\n", closed.states.size());
        return 0;
    }
    Graph open = explore(true);
    std::vector<char> one_end(open.states.size()), others(open.states.size());
    int ends[3] = {0, 0, 0}, more[3] = {0, 0, 0};
    for (std::size_t state = 0; state < open.states.size(); state++) {
        if (!open.completes[state])
            continue;
        int behind = ends_behind(open.states[state]);
        Word without_apex = open.states[state] | (Word)SATURATED_IN_WORD << 4 * apex;
        auto place = closed.number.find(without_apex);
        bool is_of_closed = place != closed.number.end() && closed.completes[place->second];
        ends[behind]++;
        more[behind] += behind != 1 && !is_of_closed;
        one_end[state] = behind == 1;
        others[state] = behind != 1 && !is_of_closed;
    }
    std::printf("open tours with 0, 1 and 2 ends behind: %d, %d and %d states; with 1, factor %.4f\n", ends[0], ends[1],
                ends[2], factor(open, one_end));
    std::printf("no states of closed tours: %d and %d, factor %.4f\n", more[0], more[2], factor(open, others));
    return 0;
}
