#include "bench/dds_rival.h"

#include <dlfcn.h>

#include <cstring>

namespace yomi::cli::bench {
namespace {

// The structures of DDS's C interface (dds/dll.h), as far as they are used here. Suits run from spades to
// clubs, then no trump; ranks are bits 2 to 14.
struct FutureTricks {
  int nodes;
  int cards;
  int suit[13];
  int rank[13];
  int equals[13];
  int score[13];
};
struct DdsDeal {
  int trump;
  int first;
  int current_trick_suit[3];
  int current_trick_rank[3];
  unsigned remain_cards[4][4];
};
struct DdsTableDeal {
  unsigned cards[4][4];
};
struct DdsTable {
  int tricks[5][4];
};
struct DdsInfo {
  int major, minor, patch;
  char version_string[10];
  char rest[4096];
};

int dds_suit(Suit suit) {
  return 3 - index(suit);
}
int dds_strain(Strain strain) {
  return strain == Strain::no_trump ? 4 : 3 - index(strain);
}

DdsDeal dds_deal(const Position& position) {
  DdsDeal deal{};
  deal.trump = dds_strain(position.strain());
  deal.first = index(position.leader());
  for (std::size_t i = 0; i < position.table().size(); ++i) {
    deal.current_trick_suit[i] = dds_suit(position.table()[i].suit());
    deal.current_trick_rank[i] = index(position.table()[i].rank()) + 2;
  }
  for (Seat seat : kAllSeats) {
    for (Suit suit : kAllSuits) {
      deal.remain_cards[index(seat)][dds_suit(suit)] = position.hand(seat).ranks(suit) << 2;
    }
  }
  return deal;
}

}  // namespace

struct DdsRival::Functions {
  void* library = nullptr;
  int (*solve_board)(DdsDeal, int, int, int, FutureTricks*, int) = nullptr;
  int (*table)(DdsTableDeal, DdsTable*) = nullptr;
};

DdsRival::DdsRival(std::unique_ptr<Functions> functions) : functions_(std::move(functions)) {}

DdsRival::~DdsRival() = default;  // never unloaded: DDS would crash

Result<std::unique_ptr<DdsRival>> DdsRival::load() {
  void* library = nullptr;
  for (const char* name : {"libdds.so.0", "libdds.so"}) {
    library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library != nullptr) break;
  }
  if (library == nullptr)
    return Error{.what = "DDS is not installed (Debian: apt-get install libdds0 or libdds-dev)"};
  auto functions = std::make_unique<Functions>();
  functions->library = library;
  void (*set_threads)(int) = nullptr;
  void (*info)(DdsInfo*) = nullptr;
  const auto find = [library](const char* name, auto& function) {
    void* address = dlsym(library, name);
    std::memcpy(&function, &address, sizeof address);
    return address != nullptr;
  };
  if (!find("SolveBoard", functions->solve_board) || !find("CalcDDtable", functions->table) ||
      !find("SetMaxThreads", set_threads)) {
    return Error{.what = "the DDS library that was found lacks the functions of version 2.9"};
  }
  set_threads(1);
  std::unique_ptr<DdsRival> rival(new DdsRival(std::move(functions)));
  if (find("GetDDSInfo", info)) {
    DdsInfo about{};
    info(&about);
    rival->version_ =
        std::to_string(about.major) + "." + std::to_string(about.minor) + "." + std::to_string(about.patch);
  }
  return rival;
}

bool DdsRival::table(const Deal& deal, dd::Table& table) {
  DdsTableDeal question{};
  for (Seat seat : kAllSeats) {
    for (Suit suit : kAllSuits) question.cards[index(seat)][dds_suit(suit)] = deal[seat].ranks(suit) << 2;
  }
  DdsTable answer{};
  if (functions_->table(question, &answer) != 1) return false;
  for (Strain strain : kAllStrains) {
    for (Seat seat : kAllSeats) {
      table.tricks[strain][seat] = static_cast<std::uint8_t>(answer.tricks[dds_strain(strain)][index(seat)]);
    }
  }
  return true;
}

int DdsRival::tricks(const Position& position) {
  FutureTricks answer{};
  if (functions_->solve_board(dds_deal(position), -1, 1, 1, &answer, 0) != 1) return -1;
  return answer.score[0];
}

std::vector<int> DdsRival::cards(const Position& position) {
  FutureTricks answer{};
  std::vector<int> result(64, -1);
  if (functions_->solve_board(dds_deal(position), -1, 3, 1, &answer, 0) != 1) return result;
  for (int i = 0; i < answer.cards; ++i) {
    const Suit suit = suit_at(3 - answer.suit[i]);
    const unsigned ranks = (static_cast<unsigned>(answer.equals[i]) | 1U << answer.rank[i]) >> 2;
    for (Card card : CardSet::from_ranks(suit, ranks))
      result[static_cast<std::size_t>(card.bit())] = answer.score[i];
  }
  return result;
}

}  // namespace yomi::cli::bench
