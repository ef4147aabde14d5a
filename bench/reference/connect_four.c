/* Connect Four, 7 x 6: alpha-beta to the end of the game with a table of positions, by the same
   algorithm as kibitz/search/kernels/exact_value.py over kibitz/games/connect_four.py. The number
   of positions that it looks at is the same, which the benchmark checks. */

#define _GNU_SOURCE
#include <stdint.h>
#include <sys/mman.h>

#define WIDTH 7
#define HEIGHT 6
#define SIDE (HEIGHT + 1)
#define INLINE static inline __attribute__((always_inline))
enum { EXACT, AT_LEAST, AT_MOST };

typedef int64_t word;
typedef struct { word key, rest; double value; } entry;

static word bottom, board;
static entry *table;
static uint64_t mask;
static word nodes;

static word column_of(int column) { return (((word)1 << HEIGHT) - 1) << (column * SIDE); }
static int from_centre(int k) { int step = (k + 1) / 2; return WIDTH / 2 + (k % 2 ? -step : step); }
static int count_of(word x) { return __builtin_popcountll((uint64_t)x); }

INLINE int has_four(word stones)
{
    static const int steps[4] = {1, SIDE, SIDE - 1, SIDE + 1};
    for (int k = 0; k < 4; k++) {
        word pair = stones & (stones >> steps[k]);
        if (pair & (pair >> (2 * steps[k]))) return 1;
    }
    return 0;
}

INLINE word threats(word stones, word all)
{
    static const int steps[3] = {SIDE, SIDE - 1, SIDE + 1};
    word found = (stones << 1) & (stones << 2) & (stones << 3);
    for (int k = 0; k < 3; k++) {
        int step = steps[k];
        word pair = (stones << step) & (stones << (2 * step));
        found |= pair & (stones << (3 * step));
        found |= pair & (stones >> step);
        pair = (stones >> step) & (stones >> (2 * step));
        found |= pair & (stones << step);
        found |= pair & (stones >> (3 * step));
    }
    return found & (board ^ all);
}

INLINE word sound(word mine, word all)
{
    word open = (all + bottom) & board;
    word dangers = threats(mine ^ all, all);
    word forced = open & dangers;
    if (forced) {
        if (forced & (forced - 1)) return 0;
        open = forced;
    }
    return open & ~(dangers >> 1);
}

INLINE void limits(word mine, word all, double *least, double *most)
{
    word open = (all + bottom) & board;
    int stones = count_of(all);
    double low = stones + 4 > WIDTH * HEIGHT ? 0 : -1, high = stones + 3 > WIDTH * HEIGHT ? 0 : 1;
    if (threats(mine, all) & open)
        low = high = 1;
    else if (sound(mine, all) == 0)
        low = high = (open & (open - 1)) == 0 && (all | open) == board ? 0 : -1;
    *least = stones % 2 ? -high : low;
    *most = stones % 2 ? -low : high;
}

static word key_of(word mine, word all)
{
    word plain = mine + all, mirrored = 0;
    if (count_of(all) > 14) return plain;
    for (int column = 0; column < WIDTH; column++) {
        word part = (plain >> (column * SIDE)) & (((word)1 << SIDE) - 1);
        mirrored |= part << ((WIDTH - 1 - column) * SIDE);
    }
    return plain < mirrored ? plain : mirrored;
}

static uint64_t slot_of(word key)
{
    uint64_t mixed = (0x9E3779B97F4A7C15ULL ^ (uint64_t)key) * 0xBF58476D1CE4E5B9ULL;
    mixed ^= mixed >> 31;
    mixed *= 0x94D049BB133111EBULL;
    mixed ^= mixed >> 29;
    return mixed & mask;
}

INLINE void put_first(int *moves, int count, int first)
{
    for (int k = 0; k < count; k++)
        if (moves[k] == first) {
            for (; k > 0; k--) moves[k] = moves[k - 1];
            moves[0] = first;
            return;
        }
}

static double exact_value(word mine, word all, double alpha, double beta)
{
    int who = count_of(all) & 1;
    nodes++;
    if (has_four(mine ^ all)) return who == 0 ? -1 : 1;
    if (all == board) return 0;
    double least, most;
    limits(mine, all, &least, &most);
    if (least >= beta || least == most) return least;
    if (most <= alpha) return most;
    double low = alpha > least ? alpha : least, high = beta < most ? beta : most;
    word key = key_of(mine, all);
    uint64_t slot = slot_of(key);
    __builtin_prefetch(&table[slot]);
    int moves[WIDTH], count = 0;
    word marks[WIDTH], good = sound(mine, all);
    for (int k = 0; k < WIDTH; k++) {
        int move = from_centre(k);
        if (!(good & column_of(move))) continue;
        word stone = (all + bottom) & column_of(move);
        word mark = count_of(threats(mine | stone, all));
        int j = count++;
        while (j > 0 && marks[j - 1] < mark) {
            marks[j] = marks[j - 1];
            moves[j] = moves[j - 1];
            j--;
        }
        marks[j] = mark;
        moves[j] = move;
    }
    if (table[slot].key == key && table[slot].rest) {
        double known = table[slot].value;
        int bound = (int)(table[slot].rest & 3);
        if (bound == EXACT) return known;
        if (bound == AT_LEAST) {
            if (known >= high) return known;
            if (known > low) low = known;
        } else {
            if (known <= low) return known;
            if (known < high) high = known;
        }
        put_first(moves, count, (int)(table[slot].rest >> 15) - 1);
    }
    double floor = low, ceiling = high, best = who == 0 ? -1e300 : 1e300;
    int chosen = moves[0];
    for (int k = 0; k < count; k++) {
        word stone = (all + bottom) & column_of(moves[k]);
        double value = exact_value(mine ^ all, all | stone, low, high);
        if (who == 0 ? value > best : value < best) {
            best = value;
            chosen = moves[k];
        }
        if (who == 0) {
            if (best > low) low = best;
        } else if (best < high) {
            high = best;
        }
        if (low >= high) break;
    }
    int bound = best <= floor ? AT_MOST : best >= ceiling ? AT_LEAST : EXACT;
    if ((bound == AT_MOST && best <= least) || (bound == AT_LEAST && best >= most)) bound = EXACT;
    table[slot].key = key;
    table[slot].value = best;
    table[slot].rest = ((word)(chosen + 1) << 15) | 4 | bound;
    return best;
}

/* The value of a position, from an empty table of the given number of entries (a power of two). */
double solve(word mine, word all, word entries, word *looked_at)
{
    bottom = 0;
    for (int column = 0; column < WIDTH; column++) bottom |= (word)1 << (column * SIDE);
    board = bottom * (((word)1 << HEIGHT) - 1);
    size_t size = (size_t)entries * sizeof(entry);
    table = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    /* NumPy asks for large pages, too */
    madvise(table, size, MADV_HUGEPAGE);
    mask = (uint64_t)entries - 1;
    nodes = 0;
    double value = exact_value(mine, all, -1e300, 1e300);
    munmap(table, size);
    *looked_at = nodes;
    return value;
}
