// What the trainers on an accelerator share: thirty-two lanes that work together, and memory there.
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>

namespace yomi::train {

// Thirty-two lanes of an accelerator. (The bodies for the host are never run.)
struct WarpLanes {
  static constexpr int kCount = 32;
  static constexpr int kEach = 8;
#ifdef __CUDA_ARCH__
  __host__ __device__ int lane() const { return static_cast<int>(threadIdx.x & 31U); }
  __host__ __device__ float sum(float x) const {
    for (int step = 16; step > 0; step >>= 1) x += __shfl_xor_sync(0xFFFFFFFFU, x, step);
    return x;
  }
  __host__ __device__ float max(float x) const {
    for (int step = 16; step > 0; step >>= 1) x = fmaxf(x, __shfl_xor_sync(0xFFFFFFFFU, x, step));
    return x;
  }
  __host__ __device__ void add(float* to, float x) const {
    if (x != 0) atomicAdd(to, x);
  }
  __host__ __device__ void sync() const { __syncwarp(); }
#else
  __host__ __device__ int lane() const { return 0; }
  __host__ __device__ float sum(float x) const { return x; }
  __host__ __device__ float max(float x) const { return x; }
  __host__ __device__ void add(float*, float) const {}
  __host__ __device__ void sync() const {}
#endif
};

inline void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "yomi-train: %s: %s\n", what, cudaGetErrorString(error));
  std::exit(2);
}

template <class T>
T* on_device(std::size_t count, const T* from = nullptr) {
  T* memory = nullptr;
  check(cudaMalloc(&memory, count * sizeof(T)), "no memory");
  check(from != nullptr ? cudaMemcpy(memory, from, count * sizeof(T), cudaMemcpyHostToDevice)
                        : cudaMemset(memory, 0, count * sizeof(T)),
        "cannot copy");
  return memory;
}

}  // namespace yomi::train
