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

static word bottom, board, upper;
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

INLINE double most_against_follow_up(word mine, word all)
{
    word empty = board ^ all, lowest = (all + bottom) & board;
    if (has_four(mine | (empty & ~upper) | lowest)) return 1;
    return has_four((mine ^ all) | (empty & upper & ~lowest)) ? -1 : 0;
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
    else if ((WIDTH * HEIGHT - stones) % 2 == 0) {
        double most_left = most_against_follow_up(mine, all);
        if (most_left < high) high = most_left;
    }
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

typedef struct { word mark; int move, who; double least, most; } candidate;

INLINE void look_at(word mine, word all, candidate *one)
{
    int stones = count_of(all);
    one->who = stones & 1;
    if (has_four(mine ^ all))
        one->least = one->most = one->who == 0 ? -1 : 1;
    else if (all == board)
        one->least = one->most = 0;
    else
        limits(mine, all, &one->least, &one->most);
}

INLINE int is_settled(double least, double most, double low, double high)
{
    return least == most || least >= high || most <= low;
}

INLINE double settled(double least, double most, double high)
{
    return least == most || least >= high ? least : most;
}

INLINE void put_first(candidate *row, int count, int first)
{
    for (int k = 0; k < count; k++)
        if (row[k].move == first) {
            candidate one = row[k];
            for (; k > 0; k--) row[k] = row[k - 1];
            row[0] = one;
            return;
        }
}

static double exact_value(
    word mine, word all, int who, double least, double most, double alpha, double beta)
{
    double low = alpha > least ? alpha : least, high = beta < most ? beta : most;
    candidate row[WIDTH];
    int count = 0, chosen = -1;
    word good = sound(mine, all), key = 0;
    int forced = (good & (good - 1)) == 0;
    uint64_t slot = 0;
    if (!forced) {
        key = key_of(mine, all);
        slot = slot_of(key);
        __builtin_prefetch(&table[slot]);
        __builtin_prefetch((char *)&table[slot + 1] - 1);
    }
    double floor = low, ceiling = high, best = who == 0 ? -1e300 : 1e300;
    for (int k = 0; k < WIDTH; k++) {
        candidate one = {.move = from_centre(k)};
        if (!(good & column_of(one.move))) continue;
        word stone = (all + bottom) & column_of(one.move);
        nodes++;
        look_at(mine ^ all, all | stone, &one);
        if (is_settled(one.least, one.most, low, high)) {
            double value = settled(one.least, one.most, high);
            if (who == 0 ? value > best : value < best) {
                best = value;
                chosen = one.move;
                if (who == 0 && best > low) low = best;
                if (who == 1 && best < high) high = best;
                if (low >= high) return best;
            }
            continue;
        }
        one.mark = count_of(threats(mine | stone, all));
        int j = count++;
        for (; j > 0 && row[j - 1].mark < one.mark; j--) row[j] = row[j - 1];
        row[j] = one;
    }
    if (count == 0) return best;
    if (!forced && table[slot].key == key && table[slot].rest) {
        double known = table[slot].value;
        int bound = (int)(table[slot].rest & 3);
        if (bound == EXACT) return known;
        if (bound == AT_LEAST) {
            if (known >= high) return known;
            if (known > low) low = known;
            if (known > floor) floor = known;
        } else {
            if (known <= low) return known;
            if (known < high) high = known;
            if (known < ceiling) ceiling = known;
        }
        put_first(row, count, (int)(table[slot].rest >> 15) - 1);
    }
    for (int k = 0; k < count; k++) {
        candidate *one = &row[k];
        word stone = (all + bottom) & column_of(one->move);
        double value =
            is_settled(one->least, one->most, low, high)
                ? settled(one->least, one->most, high)
                : exact_value(mine ^ all, all | stone, one->who, one->least, one->most, low, high);
        if (who == 0 ? value > best : value < best) {
            best = value;
            chosen = one->move;
            if (who == 0 && best > low) low = best;
            if (who == 1 && best < high) high = best;
            if (low >= high) break;
        }
    }
    if (forced) return best;
    int bound = best <= floor ? AT_MOST : best >= ceiling ? AT_LEAST : EXACT;
    if ((bound == AT_MOST && best <= least) || (bound == AT_LEAST && best >= most)) bound = EXACT;
    table[slot].key = key;
    table[slot].value = best;
    table[slot].rest = ((word)(chosen + 1) << 15) | 4 | bound;
    return best;
}

/* The value of a position whose limits leave it open, from an empty table of the given number of
   entries (a power of two). */
double solve(word mine, word all, word entries, word *looked_at)
{
    bottom = 0;
    for (int column = 0; column < WIDTH; column++) bottom |= (word)1 << (column * SIDE);
    board = bottom * (((word)1 << HEIGHT) - 1);
    upper = 0;
    for (int row = HEIGHT - 1; row >= 0; row -= 2) upper |= bottom << row;
    size_t size = (size_t)entries * sizeof(entry);
    table = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    /* NumPy asks for large pages, too */
    madvise(table, size, MADV_HUGEPAGE);
    mask = (uint64_t)entries - 1;
    nodes = 0;
    double least, most;
    limits(mine, all, &least, &most);
    double value = exact_value(mine, all, count_of(all) & 1, least, most, -1e300, 1e300);
    munmap(table, size);
    *looked_at = nodes;
    return value;
}
