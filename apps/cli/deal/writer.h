// Deals written one after the other in a chosen format.
#pragma once

#include <optional>
#include <string>

#include "yomi/bridge/contract.h"
#include "yomi/bridge/deal.h"
#include "yomi/formats/json.h"

namespace yomi::cli::deal {

class DealWriter {
 public:
  // "pbn", "lin", "oneline" or "json" (kept until finish()).
  explicit DealWriter(std::string format) : format_(std::move(format)) {}
  void write(const Deal& deal, std::int64_t number, std::optional<Seat> dealer,
             std::optional<Vulnerability> vulnerability);
  [[nodiscard]] std::int64_t written() const { return written_; }
  // For JSON: prints the object `head` with the deals added as "deals".
  void finish(Json head);

 private:
  std::string format_;
  std::int64_t written_ = 0;
  Json deals_ = Json::array();
};

}  // namespace yomi::cli::deal
