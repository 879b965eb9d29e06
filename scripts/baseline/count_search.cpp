/* The cost of a search for a knight's tour, by Theorem 2 of docs/explanation/counting-searches.md: for each square of its
 * tour, the place of the move in the order, and eight checks for each self-avoiding walk from each child tried before.
 * That the tour is the first one is checked too: no path from such a child visits all squares that are left.
 *
 * knightsweep is checked against this program. It shares nothing with it: states of the frontier are sorted lists, the
 * order of the vertices is greedy, and whether a child is dead is counted, not proven.
 *
 *   g++ -O2 -std=c++17 count_search.cpp -o count_search
 *   echo 12345678,a8-c7-… | ./count_search MOST_STATES
 *
 * Reads an order and a tour on 8x8 on each line, squares as on a chessboard. Prints the checks, or `states` if a layer
 * has more than MOST_STATES of them, or `earlier` if a tour comes before this one.
 */
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using Count = unsigned __int128;
using Key = unsigned __int128; /* five bits for each vertex of the frontier, by its slot */
enum : int { UNTOUCHED = 0, DONE = 1, OUTER = 2, MATE = 3 }; /* MATE + slot: an end, and the slot of the other end */

static const int move_row[8] = {1, 2, 2, 1, -1, -2, -2, -1};
static const int move_col[8] = {2, 1, -1, -2, -2, -1, 1, 2};
static std::vector<int> neighbours(int square)
{
    std::vector<int> found;
    for (int move = 0; move < 8; move++) {
        int row = square / 8 + move_row[move], col = square % 8 + move_col[move];
        found.push_back(row >= 0 && row < 8 && col >= 0 && col < 8 ? row * 8 + col : -1);
    }
    return found;
}

struct TooMany {};

/* Counts walks from a vertex inside a set, of one square or more, or those that visit the whole set. */
class Walks {
    std::vector<int> order, slot_of, place; /* of vertices, numbered 0.. */
    std::vector<std::vector<int>> next;     /* neighbours that are processed later */
    int start;
    bool all;
    size_t most;
    Count complete = 0;
    std::vector<std::pair<Key, Count>> layer;

    static int get(Key key, int slot) { return int(key >> (5 * slot)) & 31; }
    static Key set(Key key, int slot, int value)
    {
        return (key & ~(Key(31) << (5 * slot))) | (Key(value) << (5 * slot));
    }

    /* What the other end of the fragment of an end becomes, when the end gets a new other end (or none: OUTER). */
    Key lead(Key key, int state, int value) const { return state >= MATE ? set(key, state - MATE, value) : key; }

    /* Is nothing open, and, if all vertices must be visited, is each later one done? */
    bool may_end(Key key, int processed) const
    {
        for (size_t later = processed + 1; later < order.size(); later++) {
            int state = slot_of[order[later]] < 0 ? UNTOUCHED : get(key, slot_of[order[later]]);
            if (state >= OUTER || (all && state == UNTOUCHED))
                return false;
        }
        return true;
    }

    struct Next {
        Key key;
        bool ended; /* is the walk complete? */
    };

    /* A fragment whose other end is `mate` gets an edge to `to`. False if it must not. */
    bool join(Key key, int mate, int to, Next &result) const
    {
        int slot = slot_of[to], state = get(key, slot);
        if (state == DONE || (mate >= MATE && mate - MATE == slot))
            return false;
        if (to == start && state != UNTOUCHED)
            return false;
        bool closes = to == start; /* the start has one edge, and is an end of the walk */
        int other = closes ? int(OUTER) : state;
        if (state == UNTOUCHED && !closes) { /* the fragment now ends at `to` */
            key = set(key, slot, mate == OUTER ? int(OUTER) : mate);
            key = lead(key, mate, MATE + slot);
            result = {key, false};
            return true;
        }
        key = set(key, slot, DONE);
        if (mate == OUTER && other == OUTER) {
            result = {key, true};
            return true;
        }
        key = lead(key, mate, other);
        key = lead(key, other, mate);
        result = {key, false};
        return true;
    }

    /* The best of some hundred greedy orders with random ties: states grow with the width of the frontier. */
    void choose_order(const std::vector<std::vector<int>> &near)
    {
        size_t count = near.size();
        double best = 1e300;
        std::mt19937 random(1);
        for (int run = 0; run < 400; run++) {
            std::vector<bool> processed(count), seen(count);
            std::vector<int> tried;
            double cost = 0;
            int width = 0;
            for (size_t step = 0; step < count && cost < best; step++) {
                int chosen = -1, added_most = 0;
                double least = 1e9;
                for (size_t i = 0; i < count; i++) {
                    if (processed[i])
                        continue;
                    int added = seen[i] ? -1 : 0, waiting = 0;
                    for (int other : near[i])
                        added += !processed[other] && !seen[other], waiting += processed[other];
                    double score = 4 * added - 0.5 * waiting + 3.0 * random() / random.max();
                    if (score < least)
                        least = score, chosen = int(i), added_most = added;
                }
                processed[chosen] = seen[chosen] = true;
                tried.push_back(chosen);
                for (int other : near[chosen])
                    seen[other] = true;
                width += added_most;
                cost += std::pow(2.6, width);
            }
            if (cost < best)
                best = cost, order = tried;
        }
    }

public:
    Walks(int from, const std::vector<int> &squares, bool visit_all, size_t most_states) : all(visit_all), most(most_states)
    {
        int count = int(squares.size());
        std::array<int, 64> number;
        number.fill(-1);
        for (int i = 0; i < count; i++)
            number[squares[i]] = i;
        start = number[from];
        std::vector<std::vector<int>> near(count);
        for (int i = 0; i < count; i++)
            for (int square : neighbours(squares[i]))
                if (square >= 0 && number[square] >= 0)
                    near[i].push_back(number[square]);
        choose_order(near);
        place.assign(count, 0);
        for (int i = 0; i < count; i++)
            place[order[i]] = i;
        next.resize(count);
        for (int i = 0; i < count; i++)
            for (int other : near[i])
                if (place[other] > place[i])
                    next[i].push_back(other);
    }

    Count count()
    {
        if (order.size() == 1)
            return 1;
        slot_of.assign(order.size(), -1);
        std::vector<int> free_slots;
        for (int slot = 24; slot >= 0; slot--)
            free_slots.push_back(slot);
        layer = {{0, 1}}; /* the bit above the slots: has the free end been chosen? */
        const Key FREE = Key(1) << 125;
        for (size_t step = 0; step < order.size(); step++) {
            int vertex = order[step];
            auto enter = [&](int at) {
                if (slot_of[at] < 0) {
                    if (free_slots.empty())
                        throw TooMany();
                    slot_of[at] = free_slots.back();
                    free_slots.pop_back();
                }
            };
            enter(vertex);
            for (int other : next[vertex])
                enter(other);
            int slot = slot_of[vertex];
            std::vector<std::pair<Key, Count>> made;
            for (auto [key, ways] : layer) {
                int state = get(key, slot);
                Key bare = set(key, slot, UNTOUCHED); /* the slot will be free */
                auto keep = [&](Next following) {
                    if (!following.ended)
                        made.push_back({following.key, ways});
                    else if (may_end(following.key, int(step)))
                        complete += ways;
                };
                /* One edge from an end: its other end is outer, or an end elsewhere. */
                auto extend = [&](Key from, int mate) {
                    for (int to : next[vertex]) {
                        Next following;
                        if (join(from, mate, to, following))
                            keep(following);
                    }
                };
                if (state == DONE) {
                    made.push_back({bare, ways});
                    continue;
                }
                if (vertex == start) { /* untouched: exactly one edge, and the fragment is outer */
                    extend(bare, OUTER);
                    continue;
                }
                if (state != UNTOUCHED) {
                    extend(bare, state);
                    if (!(key & FREE)) { /* the walk ends here */
                        if (state == OUTER)
                            keep({bare | FREE, true});
                        else
                            keep({lead(bare, state, OUTER) | FREE, false});
                    }
                    continue;
                }
                if (!all)
                    made.push_back({bare, ways});
                if (!(key & FREE))
                    extend(bare | FREE, OUTER);
                for (size_t first = 0; first < next[vertex].size(); first++) { /* two edges */
                    Next one;
                    /* The first edge makes a fragment from here to `to`; its end here then gets the second one. */
                    int to = next[vertex][first], to_slot = slot_of[to], there = get(bare, to_slot);
                    if (there == DONE || (to == start && there != UNTOUCHED))
                        continue;
                    Key after = bare;
                    int mate;
                    if (to == start)
                        after = set(after, to_slot, DONE), mate = OUTER;
                    else if (there == UNTOUCHED)
                        mate = MATE + to_slot;
                    else
                        after = set(after, to_slot, DONE), mate = there;
                    for (size_t second = first + 1; second < next[vertex].size(); second++) {
                        int end = next[vertex][second];
                        if (join(after, mate, end, one))
                            keep(one);
                    }
                }
            }
            free_slots.push_back(slot);
            slot_of[vertex] = -1;
            std::sort(made.begin(), made.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
            layer.clear();
            for (auto &entry : made)
                if (!layer.empty() && layer.back().first == entry.first)
                    layer.back().second += entry.second;
                else
                    layer.push_back(entry);
            if (layer.size() > most)
                throw TooMany();
        }
        return all ? complete : complete + 1;
    }
};

static std::vector<int> reachable(int from, const std::array<bool, 64> &open)
{
    std::vector<int> found = {from};
    std::array<bool, 64> seen{};
    seen[from] = true;
    for (size_t i = 0; i < found.size(); i++)
        for (int square : neighbours(found[i]))
            if (square >= 0 && open[square] && !seen[square])
                seen[square] = true, found.push_back(square);
    return found;
}

static std::string decimal(Count number)
{
    std::string text;
    do
        text.insert(text.begin(), char('0' + int(number % 10)));
    while (number /= 10);
    return text;
}

static std::string cost(const std::string &order, const std::vector<int> &tour, size_t most)
{
    std::array<bool, 64> open;
    open.fill(true);
    Count checks = 0;
    for (size_t i = 0; i + 1 < tour.size(); i++) {
        open[tour[i]] = false;
        std::vector<int> to = neighbours(tour[i]);
        for (char digit : order) {
            int child = to[digit - '1'];
            checks++;
            if (child == tour[i + 1])
                break;
            if (child < 0 || !open[child])
                continue;
            std::vector<int> squares = reachable(child, open);
            size_t left = 63 - i;
            if (squares.size() == left && Walks(child, squares, true, most).count() > 0)
                return "earlier";
            checks += 8 * Walks(child, squares, false, most).count();
        }
    }
    return decimal(checks);
}

int main(int, char **argv)
{
    size_t most = std::stoull(argv[1]);
    std::string line;
    while (std::getline(std::cin, line)) {
        std::string order = line.substr(0, 8), square;
        std::istringstream squares(line.substr(9));
        std::vector<int> tour;
        while (std::getline(squares, square, '-'))
            tour.push_back((8 - (square[1] - '0')) * 8 + square[0] - 'a');
        try {
            std::cout << cost(order, tour, most) << std::endl;
        } catch (TooMany) {
            std::cout << "states" << std::endl;
        }
    }
}
