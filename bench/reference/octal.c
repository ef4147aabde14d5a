/* Nimbers of octal games and of Grundy's game in plain C, with the algorithms that Kibitz uses:
   all pairs, or rare heaps with probes once a sparse space is chosen, and the theorem of Guy and
   Smith. Compiled by the benchmarks with gcc -O3. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK 32
#define DENSE 2048
#define MOST_PROBES 8192
#define MOST_BLIND 1024

typedef uint16_t value;

typedef struct {
    const int *empties, *singles, *pairs;
    int empty_count, single_count, pair_count, unequal, last;
} rules;

static int half_of(int r, int unequal) { return unequal ? (r - 1) / 2 : r / 2; }

/* Every option of every heap. */
static void quadratic(value *g, int start, int stop, const rules *q, int room, int *seen) {
    for (int n = start; n < stop; n++) {
        for (int i = 0; i < q->empty_count; i++)
            if (q->empties[i] == n) seen[0] = n;
        for (int i = 0; i < q->single_count; i++)
            if (q->singles[i] < n) seen[g[n - q->singles[i]]] = n;
        for (int i = 0; i < q->pair_count; i++) {
            int r = n - q->pairs[i], half = half_of(r, q->unequal);
            for (int a = 1; a <= half; a++) seen[g[a] ^ g[r - a]] = n;
        }
        int v = 0;
        while (seen[v] == n) v++;
        g[n] = (value)v;
    }
    (void)room;
}

int octal_quadratic(value *g, int size, const int *empties, int ne, const int *singles, int ns,
                    const int *pairs, int np, int unequal, int room) {
    rules q = {empties, singles, pairs, ne, ns, np, unequal, 0};
    int *seen = malloc(sizeof(int) * (size_t)(room + 1));
    for (int i = 0; i <= room; i++) seen[i] = -1;
    g[0] = 0;
    quadratic(g, 1, size, &q, room, seen);
    free(seen);
    return size;
}

/* The mask that makes fewest heaps rare, by the Walsh-Hadamard transform of the value counts. */
static int choose_mask(const value *g, int known, const rules *q, int room, int *alternating) {
    long *counts = malloc(sizeof(long) * (size_t)room);
    long best = known + 1;
    int mask = 1, same = 1;
    *alternating = 0;
    for (int i = 1; i < q->pair_count; i++)
        if ((q->pairs[i] ^ q->pairs[0]) & 1) same = 0;
    for (int pass = 0; pass <= same; pass++) {
        memset(counts, 0, sizeof(long) * (size_t)room);
        for (int n = 1; n < known; n++)
            counts[g[n]] += (pass && ((n - q->pairs[0]) & 1)) ? -1 : 1;
        for (int step = 1; step < room; step *= 2)
            for (int i = 0; i < room; i += 2 * step)
                for (int j = i; j < i + step; j++) {
                    long low = counts[j], high = counts[j + step];
                    counts[j] = low + high;
                    counts[j + step] = low - high;
                }
        for (int m = 1; m < room; m++)
            if (counts[m] < best) best = counts[m], mask = m, *alternating = pass;
    }
    free(counts);
    return mask;
}

/* Common heaps in an order in which every nimber turns up equally often. */
static int choose_probes(const value *g, const uint8_t *common, int below, int room, int *probes) {
    int *next = malloc(sizeof(int) * (size_t)below);
    int *head = malloc(sizeof(int) * (size_t)room);
    for (int v = 0; v < room; v++) head[v] = -1;
    for (int n = below - 1; n > 0; n--)
        if (common[n]) next[n] = head[g[n]], head[g[n]] = n;
    int count = 0, any = 1;
    while (any && count < MOST_PROBES) {
        any = 0;
        for (int v = 0; v < room && count < MOST_PROBES; v++)
            if (head[v] >= 0) probes[count++] = head[v], head[v] = next[head[v]], any = 1;
    }
    free(next);
    free(head);
    return count;
}

static void mark_block(uint8_t *marks, int width, const value *g, int r, const int *heaps,
                       const value *heaps_g, int count, int unequal) {
    for (int j = 0; j < count; j++) {
        int a = heaps[j];
        if (a >= r) break;
        if (a < BLOCK) continue;
        value x = heaps_g[j];
        const value *from = g + (r - a);
        if (unequal && r <= 2 * a && 2 * a < r + BLOCK) {
            for (int k = 0; k < BLOCK; k++)
                if (2 * a != r + k) marks[k * width + (x ^ from[k])] = 1;
        } else
            for (int k = 0; k < BLOCK; k++) marks[k * width + (x ^ from[k])] = 1;
    }
}

static int sparse(value *g, int start, int stop, const rules *q, int room, const uint8_t *odd,
                  int alternating, int *rare, value *rare_g, int count, const int *probes,
                  const value *probes_g, int probe_count, int blind) {
    int width = 2 * room, shift = q->pairs[0];
    uint8_t *marks = malloc((size_t)(BLOCK * width));
    for (int first = start; first < stop; first += BLOCK) {
        int size = stop - first < BLOCK ? stop - first : BLOCK;
        memset(marks, 0, (size_t)(BLOCK * width));
        for (int i = 0; i < q->pair_count; i++) {
            mark_block(marks, width, g, first - q->pairs[i], rare, rare_g, count, q->unequal);
            mark_block(marks, width, g, first - q->pairs[i], probes, probes_g, blind, q->unequal);
        }
        for (int k = 0; k < size; k++) {
            int n = first + k;
            uint8_t *mark = marks + k * width;
            for (int i = 0; i < q->empty_count; i++)
                if (q->empties[i] == n) mark[0] = 1;
            for (int i = 0; i < q->single_count; i++)
                if (q->singles[i] < n) mark[g[n - q->singles[i]]] = 1;
            for (int i = 0; i < q->pair_count; i++) {
                int r = n - q->pairs[i], half = half_of(r, q->unequal);
                for (int a = 1; a <= half && a < BLOCK; a++) mark[g[a] ^ g[r - a]] = 1;
            }
            int kind = 1 ^ (alternating & (n - shift)), v = 0, missing = 0;
            for (;; v++)
                if (!mark[v]) {
                    if (odd[v] == kind) break;
                    missing++;
                }
            for (int i = 0; i < q->pair_count && missing; i++) {
                int r = n - q->pairs[i];
                for (int j = blind; j < probe_count && missing; j++) {
                    int w = probes_g[j] ^ g[r - probes[j]];
                    if (!mark[w] && w < v && !(q->unequal && 2 * probes[j] == r))
                        mark[w] = 1, missing--;
                }
            }
            for (int i = 0; i < q->pair_count && missing; i++) {
                int r = n - q->pairs[i], half = half_of(r, q->unequal);
                for (int a = 1; a <= half && missing; a++) {
                    int w = g[a] ^ g[r - a];
                    if (w < v && !mark[w]) mark[w] = 1, missing--;
                }
            }
            if (missing)
                for (v = 0; mark[v]; v++) {
                }
            g[n] = (value)v;
            if (odd[v] != kind) rare[count] = n, rare_g[count] = (value)v, count++;
        }
    }
    free(marks);
    return count;
}

/* Sparse space from DENSE heaps on, chosen again whenever the number of heaps has doubled. */
int octal_sparse(value *g, int size, const int *empties, int ne, const int *singles, int ns,
                 const int *pairs, int np, int unequal, int room) {
    rules q = {empties, singles, pairs, ne, ns, np, unequal, 0};
    int known = size < DENSE ? size : DENSE;
    octal_quadratic(g, known, empties, ne, singles, ns, pairs, np, unequal, room);
    int *rare = malloc(sizeof(int) * (size_t)size), *probes = malloc(sizeof(int) * MOST_PROBES);
    value *rare_g = malloc(sizeof(value) * (size_t)size), probes_g[MOST_PROBES];
    uint8_t *common = malloc((size_t)size), *odd = malloc((size_t)(2 * room));
    while (known < size) {
        int alternating, mask = choose_mask(g, known, &q, room, &alternating), count = 0;
        for (int v = 0; v < 2 * room; v++) odd[v] = (uint8_t)(__builtin_popcount(v & mask) & 1);
        for (int n = 1; n < known; n++) {
            common[n] = (uint8_t)(odd[g[n]] ^ (alternating & (n - pairs[0]) & 1));
            if (!common[n]) rare[count] = n, rare_g[count] = g[n], count++;
        }
        int probe_count = choose_probes(g, common, known - pairs[np - 1], room, probes);
        for (int j = 0; j < probe_count; j++) probes_g[j] = g[probes[j]];
        int blind = MOST_BLIND < 4 * room ? MOST_BLIND : 4 * room;
        if (probe_count < blind) blind = probe_count;
        int stop = 2 * known < size ? 2 * known : size;
        sparse(g, known, stop, &q, room, odd, alternating, rare, rare_g, count, probes, probes_g,
               probe_count, blind);
        known = stop;
    }
    free(rare), free(probes), free(rare_g), free(common), free(odd);
    return size;
}

/* All pairs until the theorem of Guy and Smith proves a period, then copies of the period. */
int octal_periodic(value *g, int size, const int *empties, int ne, const int *singles, int ns,
                   const int *pairs, int np, int unequal, int room, int last) {
    rules q = {empties, singles, pairs, ne, ns, np, unequal, last};
    int *seen = malloc(sizeof(int) * (size_t)(room + 1));
    for (int i = 0; i <= room; i++) seen[i] = -1;
    g[0] = 0;
    int known = 1;
    while (known < size) {
        int stop = known + known / 8 + 16;
        if (stop > size) stop = size;
        quadratic(g, known, stop, &q, room, seen);
        known = stop;
        for (int p = 1; p < known / 2; p++) {
            int n = known - p - 1;
            while (n >= 0 && g[n] == g[n + p]) n--;
            int start = n + 1 > 1 ? n + 1 : 1;
            if (2 * (start + p) + last <= known) {
                for (int m = known; m < size; m++) g[m] = g[m - p];
                known = size;
                break;
            }
        }
    }
    free(seen);
    return size;
}
