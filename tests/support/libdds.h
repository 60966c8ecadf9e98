// DDS 2.9 as a rival in tests: opened at run time, so that the tests build and run where it is not installed
// (then every test that needs it skips, saying so). Its header gives the structures and the types of the
// functions.
#pragma once

#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#if __has_include(<dds/dll.h>)
#include <dds/dll.h>
#define YOMI_HAS_DDS_HEADER 1

namespace yomi::test {

// The functions of one library that has the interface of dds/dll.h. `handle` is null when it cannot be
// opened.
struct DdsLibrary {
  void* handle = nullptr;

  DdsLibrary(const DdsLibrary&) = delete;
  DdsLibrary& operator=(const DdsLibrary&) = delete;

  explicit DdsLibrary(const char* file) : handle(dlopen(file, RTLD_NOW | RTLD_LOCAL)) {
    if (handle == nullptr) return;
#define YOMI_LOAD(name) name = reinterpret_cast<decltype(name)>(dlsym(handle, #name))
    YOMI_LOAD(SetMaxThreads);
    YOMI_LOAD(SetThreading);
    YOMI_LOAD(SetResources);
    YOMI_LOAD(FreeMemory);
    YOMI_LOAD(SolveBoard);
    YOMI_LOAD(SolveBoardPBN);
    YOMI_LOAD(CalcDDtable);
    YOMI_LOAD(CalcDDtablePBN);
    YOMI_LOAD(CalcAllTables);
    YOMI_LOAD(CalcAllTablesPBN);
    YOMI_LOAD(SolveAllBoards);
    YOMI_LOAD(SolveAllChunks);
    YOMI_LOAD(SolveAllChunksBin);
    YOMI_LOAD(SolveAllChunksPBN);
    YOMI_LOAD(Par);
    YOMI_LOAD(CalcPar);
    YOMI_LOAD(CalcParPBN);
    YOMI_LOAD(SidesPar);
    YOMI_LOAD(DealerPar);
    YOMI_LOAD(DealerParBin);
    YOMI_LOAD(SidesParBin);
    YOMI_LOAD(ConvertToDealerTextFormat);
    YOMI_LOAD(ConvertToSidesTextFormat);
    YOMI_LOAD(AnalysePlayBin);
    YOMI_LOAD(AnalysePlayPBN);
    YOMI_LOAD(AnalyseAllPlaysBin);
    YOMI_LOAD(AnalyseAllPlaysPBN);
    YOMI_LOAD(GetDDSInfo);
    YOMI_LOAD(ErrorMessage);
#undef YOMI_LOAD
  }

  decltype(&::SetMaxThreads) SetMaxThreads = nullptr;
  decltype(&::SetThreading) SetThreading = nullptr;
  decltype(&::SetResources) SetResources = nullptr;
  decltype(&::FreeMemory) FreeMemory = nullptr;
  decltype(&::SolveBoard) SolveBoard = nullptr;
  decltype(&::SolveBoardPBN) SolveBoardPBN = nullptr;
  decltype(&::CalcDDtable) CalcDDtable = nullptr;
  decltype(&::CalcDDtablePBN) CalcDDtablePBN = nullptr;
  decltype(&::CalcAllTables) CalcAllTables = nullptr;
  decltype(&::CalcAllTablesPBN) CalcAllTablesPBN = nullptr;
  decltype(&::SolveAllBoards) SolveAllBoards = nullptr;
  decltype(&::SolveAllChunks) SolveAllChunks = nullptr;
  decltype(&::SolveAllChunksBin) SolveAllChunksBin = nullptr;
  decltype(&::SolveAllChunksPBN) SolveAllChunksPBN = nullptr;
  decltype(&::Par) Par = nullptr;
  decltype(&::CalcPar) CalcPar = nullptr;
  decltype(&::CalcParPBN) CalcParPBN = nullptr;
  decltype(&::SidesPar) SidesPar = nullptr;
  decltype(&::DealerPar) DealerPar = nullptr;
  decltype(&::DealerParBin) DealerParBin = nullptr;
  decltype(&::SidesParBin) SidesParBin = nullptr;
  decltype(&::ConvertToDealerTextFormat) ConvertToDealerTextFormat = nullptr;
  decltype(&::ConvertToSidesTextFormat) ConvertToSidesTextFormat = nullptr;
  decltype(&::AnalysePlayBin) AnalysePlayBin = nullptr;
  decltype(&::AnalysePlayPBN) AnalysePlayPBN = nullptr;
  decltype(&::AnalyseAllPlaysBin) AnalyseAllPlaysBin = nullptr;
  decltype(&::AnalyseAllPlaysPBN) AnalyseAllPlaysPBN = nullptr;
  decltype(&::GetDDSInfo) GetDDSInfo = nullptr;
  decltype(&::ErrorMessage) ErrorMessage = nullptr;
};

// The real one. Opened at run time, DDS crashes at exit in its own destructor, which runs after those of the
// objects that it uses; so the process ends before that, with the status that it has.
inline const DdsLibrary& libdds() {
  static const DdsLibrary library("libdds.so.0");
  static const int registered = on_exit(
      [](int status, void*) {
        std::fflush(nullptr);
        _exit(status);
      },
      nullptr);
  static_cast<void>(registered);
  return library;
}

}  // namespace yomi::test

#define YOMI_NEED_LIBDDS() \
  if (yomi::test::libdds().handle == nullptr) GTEST_SKIP() << "libdds.so.0 is not installed"
#endif
