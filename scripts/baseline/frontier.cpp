/* Counts knight's tours by the usual frontier method: squares row by row, states in a hash table.
 *
 * `knightsweep count` is measured against this program, which shares nothing with it.
 *
 *   g++ -O3 -march=native -DROWS=6 -DCOLS=8 frontier.cpp -o frontier
 *   ./frontier open|closed MOST_STATES
 *
 * Prints one line of CSV: undirected,states,seconds. If a layer has more than MOST_STATES states, the first field is
 * empty.
 *
 * A state says of each square that a processed square can move to whether it is untouched, done, or the end of a
 * fragment, and where the other end is. Open tours are counted as closed ones through one square more, which is a move
 * away from all others.
 */
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unordered_map>
#include <vector>

#ifndef ROWS
#define ROWS 6
#endif
#ifndef COLS
#define COLS 8
#endif

using Key = unsigned __int128;
using Count = unsigned __int128;

constexpr int SQUARES = ROWS * COLS;
/* A square, those up to two rows and a column below it, and the one more. */
constexpr int SLOTS = 2 * COLS + 3;
constexpr int APEX = SLOTS - 1;
constexpr int BITS = 5;
constexpr uint8_t DONE = 31;
static_assert(SLOTS < DONE && SLOTS * BITS <= 128, "the board is too wide");

struct Hash {
    size_t operator()(Key key) const
    {
        uint64_t mixed = (uint64_t)key ^ ((uint64_t)(key >> 64) * 0x9e3779b97f4a7c15);
        mixed = (mixed ^ (mixed >> 32)) * 0xd6e8feb86659fd93;
        return mixed ^ (mixed >> 32);
    }
};
using Layer = std::unordered_map<Key, Count, Hash>;

/* mate[slot]: the other end of the fragment that ends there, the slot itself if it is untouched, or DONE. */
struct State {
    uint8_t mate[SLOTS];

    static State of(Key key)
    {
        State state;
        for (int slot = 0; slot < SLOTS; slot++)
            state.mate[slot] = (uint8_t)((key >> (BITS * slot)) & 31);
        return state;
    }

    Key key() const
    {
        Key key = 0;
        for (int slot = 0; slot < SLOTS; slot++)
            key |= (Key)mate[slot] << (BITS * slot);
        return key;
    }

    /* The state of the next square, without slot 0, which is done. */
    Key shifted(bool new_square) const
    {
        State next;
        for (int slot = 1; slot < APEX; slot++)
            next.mate[slot - 1] = moved(mate[slot]);
        next.mate[APEX - 1] = new_square ? APEX - 1 : DONE;
        next.mate[APEX] = moved(mate[APEX]);
        return next.key();
    }

    static uint8_t moved(uint8_t mate)
    {
        return mate == DONE || mate == APEX ? mate : mate - 1;
    }

    bool join(int one, int other)
    {
        uint8_t far = mate[one], farther = mate[other];
        if (far == other)
            return false;
        mate[one] = mate[other] = DONE;
        mate[far] = farther;
        mate[farther] = far;
        return true;
    }
};

static bool open_tours;
static Count tours;

/* Gives slot 0 `missing` more moves, to the slots from `first` on. */
static void connect(State state, const std::vector<int> &later, size_t first, int missing, bool grows, Count count,
                    Layer &next)
{
    if (missing == 0) {
        next[state.shifted(grows)] += count;
        return;
    }
    for (size_t i = first; i < later.size(); i++) {
        int other = later[i];
        if (state.mate[other] == DONE)
            continue;
        State joined = state;
        if (joined.join(0, other))
            connect(joined, later, i + 1, missing - 1, grows, count, next);
        else if (!grows && missing == 1) {
            /* The move closes a cycle, which is a tour if nothing is left. */
            bool all_done = true;
            for (int slot = 1; slot < SLOTS; slot++)
                all_done &= slot == other || state.mate[slot] == DONE;
            if (all_done)
                tours += count;
        }
    }
}

static std::string decimal(Count number)
{
    std::string digits;
    do
        digits += (char)('0' + (int)(number % 10));
    while (number /= 10);
    std::reverse(digits.begin(), digits.end());
    return digits;
}

int main(int argc, char **argv)
{
    if (argc != 3 || (strcmp(argv[1], "open") && strcmp(argv[1], "closed"))) {
        fprintf(stderr, "usage: frontier open|closed MOST_STATES\n");
        return 2;
    }
    open_tours = strcmp(argv[1], "open") == 0;
    size_t most_states = strtoull(argv[2], nullptr, 10), widest = 0;
    auto began = std::chrono::steady_clock::now();
    auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count(); };

    State first;
    for (int slot = 0; slot < SLOTS; slot++)
        first.mate[slot] = slot < SQUARES && slot < APEX ? slot : DONE;
    if (open_tours)
        first.mate[APEX] = APEX;
    Layer layer;
    layer[first.key()] = 1;
    static const int moves[4][2] = {{1, -2}, {1, 2}, {2, -1}, {2, 1}};
    for (int square = 0; square < SQUARES; square++) {
        int row = square / COLS, col = square % COLS;
        std::vector<int> later;
        for (auto &move : moves)
            if (row + move[0] < ROWS && col + move[1] >= 0 && col + move[1] < COLS)
                later.push_back(move[0] * COLS + move[1]);
        if (open_tours)
            later.push_back(APEX);
        Layer next;
        /* The squares are in the slots before APEX; the next one enters behind them. */
        bool grows = square + APEX < SQUARES;
        for (auto &[key, count] : layer) {
            State state = State::of(key);
            int missing = state.mate[0] == DONE ? 0 : state.mate[0] == 0 ? 2 : 1;
            connect(state, later, 0, missing, grows, count, next);
        }
        layer.swap(next);
        widest = std::max(widest, layer.size());
        if (layer.size() > most_states) {
            printf(",%zu,%.6f\n", widest, seconds());
            return 0;
        }
    }
    printf("%s,%zu,%.6f\n", decimal(tours).c_str(), widest, seconds());
    return 0;
}
