// What the library says about itself, the texts of its codes, and the limits that a program may set.
#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "board.h"
#include "pool.h"

namespace yomi::dds {
namespace {

// The texts of DDS: programs show them, and some compare them.
std::string_view text_of(int code) {
  switch (code) {
    case RETURN_NO_FAULT:
      return "Success";
    case RETURN_UNKNOWN_FAULT:
      return "General error";
    case RETURN_ZERO_CARDS:
      return "Zero cards";
    case RETURN_TARGET_TOO_HIGH:
      return "Target exceeds number of tricks";
    case RETURN_DUPLICATE_CARDS:
      return "Cards duplicated";
    case RETURN_TARGET_WRONG_LO:
      return "Target is less than -1";
    case RETURN_TARGET_WRONG_HI:
      return "Target is higher than 13";
    case RETURN_SOLNS_WRONG_LO:
      return "Solutions parameter is less than 1";
    case RETURN_SOLNS_WRONG_HI:
      return "Solutions parameter is higher than 3";
    case RETURN_TOO_MANY_CARDS:
      return "Too many cards";
    case RETURN_SUIT_OR_RANK:
      return "currentTrickSuit or currentTrickRank has wrong data";
    case RETURN_PLAYED_CARD:
      return "Played card also remains in a hand";
    case RETURN_CARD_COUNT:
      return "Wrong number of remaining cards in a hand";
    case RETURN_THREAD_INDEX:
      return "Thread index is not 0 .. maximum";
    case RETURN_MODE_WRONG_LO:
      return "Mode parameter is less than 0";
    case RETURN_MODE_WRONG_HI:
      return "Mode parameter is higher than 2";
    case RETURN_TRUMP_WRONG:
      return "Trump is not in 0 .. 4";
    case RETURN_FIRST_WRONG:
      return "First is not in 0 .. 2";
    case RETURN_PLAY_FAULT:
      return "AnalysePlay input error";
    case RETURN_PBN_FAULT:
      return "PBN string error";
    case RETURN_TOO_MANY_BOARDS:
      return "Too many boards requested";
    case RETURN_THREAD_CREATE:
      return "Could not create threads";
    case RETURN_THREAD_WAIT:
      return "Something failed waiting for thread to end";
    case RETURN_THREAD_MISSING:
      return "Multi-threading system not present";
    case RETURN_NO_SUIT:
      return "Denomination filter vector has no entries";
    case RETURN_TOO_MANY_TABLES:
      return "Too many DD tables requested";
    case RETURN_CHUNK_SIZE:
      return "Chunk size is less than 1";
    default:
      return "Not a DDS error code";
  }
}

// If this library is preloaded into a program that also loads DDS, it intercepts the calls that DDS makes to
// itself on loading. It passes on those that set DDS up, since otherwise DDS would crash the process on
// unloading.
void set_up_next(int megabytes, int threads) {
  static const auto next = reinterpret_cast<decltype(&SetResources)>(dlsym(RTLD_NEXT, "SetResources"));
  if (next != nullptr && next != &SetResources) next(megabytes, threads);
}

constexpr int kLinux = 3;
constexpr int k64Bits = 64;
#ifdef __clang__
constexpr int kCompiler = 4;
#else
constexpr int kCompiler = 3;
#endif
constexpr int kNoConstructor = 0;
constexpr int kThreadingStl = 5;

}  // namespace
}  // namespace yomi::dds

using yomi::dds::guarded;
using yomi::dds::Pool;

void SetMaxThreads(int userThreads) {
  guarded([&] {
    Pool::shared().set_threads(userThreads);
    yomi::dds::set_up_next(0, userThreads);
    return 0;
  });
}

int SetThreading(int code) {
  // Those that Debian's libdds knows: none, OpenMP, Boost, STL. All mean the same here.
  return code == 0 || code == 2 || code == 4 || code == 5 ? RETURN_NO_FAULT : RETURN_THREAD_MISSING;
}

void SetResources(int maxMemoryMB, int maxThreads) {
  guarded([&] {
    Pool::shared().set_threads(maxThreads);
    Pool::shared().set_memory_mb(maxMemoryMB);
    yomi::dds::set_up_next(maxMemoryMB, maxThreads);
    return 0;
  });
}

void FreeMemory(void) {
  guarded([] {
    Pool::shared().free_idle();
    return 0;
  });
}

void GetDDSInfo(DDSInfo* info) {
  guarded([&] {
    if (info == nullptr) return 0;
    *info = DDSInfo{};
    info->major = DDS_VERSION / 10000;
    info->minor = DDS_VERSION / 100 % 100;
    info->patch = DDS_VERSION % 100;
    std::snprintf(info->versionString, sizeof info->versionString, "%d.%d.%d", info->major, info->minor,
                  info->patch);
    info->system = yomi::dds::kLinux;
    info->numBits = yomi::dds::k64Bits;
    info->compiler = yomi::dds::kCompiler;
    info->constructor = yomi::dds::kNoConstructor;
    info->numCores = Pool::cores();
    info->threading = yomi::dds::kThreadingStl;
    info->noOfThreads = Pool::shared().threads();
    std::snprintf(info->threadSizes, sizeof info->threadSizes, "0 S, %d L", info->noOfThreads);
    std::snprintf(info->systemString, sizeof info->systemString,
                  "yomi, with the interface of DDS\n"
                  "-------------------------------\n"
                  "Version of the interface %8s\n"
                  "Number of cores          %8d\n"
                  "Number of threads        %8d\n",
                  info->versionString, info->numCores, info->noOfThreads);
    return 0;
  });
}

void ErrorMessage(int code, char line[80]) {
  if (line == nullptr) return;
  const std::string_view text = yomi::dds::text_of(code);
  std::memcpy(line, text.data(), text.size());
  line[text.size()] = '\0';
}
