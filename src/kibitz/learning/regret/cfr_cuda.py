"""The CUDA side of regret minimization: kernels that do with a level what a core does with a game.

``real`` is double or float. A warp adds up a row of leaves, a thread looks after an information
set; nothing is added atomically, so that a run can be repeated bit for bit.
"""

from __future__ import annotations

SOURCE = r"""
extern "C" {

/* scalars: the number of the iteration, what positive and negative regrets and the average keep */
__global__ void tick(double* scalars, const double alpha, const double beta, const double gamma) {
    const double t = scalars[0] + 1.0;
    scalars[0] = t;
    scalars[1] = isinf(alpha) ? alpha > 0 : pow(t, alpha) / (pow(t, alpha) + 1.0);
    scalars[2] = isinf(beta) ? beta > 0 : pow(t, beta) / (pow(t, beta) + 1.0);
    scalars[3] = pow((t - 1.0) / t, gamma);
}

__global__ void gains(
    const int count, const long long* rows, const long long* starts, const int* others,
    const int width, const real* weights, const real* plan, real* gain
) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    const int lane = threadIdx.x % 32;
    if (row >= count) return;
    double total = 0.0;
    for (long long k = starts[row] + lane; k < starts[row + 1]; k += 32) {
        double term = weights[k];
        for (int j = 0; j < width; j++) term *= plan[others[k * width + j]];
        total += term;
    }
    for (int step = 16; step; step /= 2) total += __shfl_down_sync(0xffffffff, total, step);
    if (lane == 0) gain[rows[row]] = total;
}

__global__ void observe(
    const int count, const int* level, const long long* offset, const long long* behind,
    const int* following, const real* strategy, const real* plan, const double* scalars,
    const int plus, real* gain, real* value, real* regret, real* instant, real* average
) {
    const int place = blockIdx.x * blockDim.x + threadIdx.x;
    if (place >= count) return;
    const int infoset = level[place];
    double worth = 0.0;
    for (long long k = offset[infoset]; k < offset[infoset + 1]; k++) {
        double here = gain[k];
        for (long long c = behind[k]; c < behind[k + 1]; c++) here += value[following[c]];
        gain[k] = here;
        worth += strategy[k] * here;
    }
    value[infoset] = worth;
    for (long long k = offset[infoset]; k < offset[infoset + 1]; k++) {
        const double now = gain[k] - worth, old = regret[k];
        const double total = now + old * (old > 0 ? scalars[1] : scalars[2]);
        gain[k] = 0;
        instant[k] = now;
        regret[k] = plus && total < 0 ? 0.0 : total;
        average[k] = average[k] * scalars[3] + plan[k];
    }
}

__global__ void match(
    const int count, const int* level, const long long* offset, const long long* parent,
    const real* regret, const real* instant, const int predictive, real* strategy, real* plan
) {
    const int place = blockIdx.x * blockDim.x + threadIdx.x;
    if (place >= count) return;
    const int infoset = level[place];
    const long long start = offset[infoset], stop = offset[infoset + 1];
    double total = 0.0;
    for (long long k = start; k < stop; k++) {
        const double wish = predictive ? regret[k] + instant[k] : regret[k];
        total += wish > 0 ? wish : 0.0;
    }
    const double above = plan[parent[infoset]];
    for (long long k = start; k < stop; k++) {
        const double wish = predictive ? regret[k] + instant[k] : regret[k];
        const double part = total > 0 ? (wish > 0 ? wish : 0.0) / total : 1.0 / (stop - start);
        strategy[k] = part;
        plan[k] = above * part;
    }
}

__global__ void conclude(const double* scalars, real* average, const long long empty) {
    average[empty] = average[empty] * scalars[3] + 1.0;
}

}
"""
