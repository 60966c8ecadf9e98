// What the parts of the Python module share. The module is a thin layer: work on many deals into numpy arrays
// here, questions as JSON (what `yomi engine` answers), and everything else in Python on top of it.
//
// A deal is a row of 52 bytes, the seat (0 N to 3 W) of each card from the club two to the spade ace; 255 is
// a card that nobody has. A table is 4 by 5 bytes: declarers N E S W by strains C D H S NT.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include "yomi/agent/requests.h"
#include "yomi/bridge/deal.h"
#include "yomi/cards/result.h"
#include "yomi/dd/solver.h"

namespace yomi::python {

namespace py = pybind11;

using Rows = py::array_t<std::uint8_t, py::array::c_style>;
inline constexpr std::size_t kDealCards = 52;

// A ValueError.
[[noreturn]] void fail(const std::string& what);

// The value, or a ValueError that begins with the name of the argument.
template <class T>
T value_of(Result<T> result, const std::string& argument) {
  if (!result) fail(argument + ": " + result.error().to_string());
  return std::move(result).value();
}

// Runs `work` on a thread of its own, without the interpreter's lock, while the calling thread looks for
// Ctrl-C and reports the share done, some twenty times a second. When Python raises, `work` is asked to stop,
// and the exception is thrown once it has returned; what `work` throws is thrown too.
struct Watched {
  std::function<void(const std::stop_token&)> work;
  py::object progress = py::none();  // called with a number from 0 to 1, at the end with 1
  std::function<double()> share{};
};
void run(const Watched& watched);

// Calls f(item, worker) for items 0 to count - 1 on several threads until asked to stop.
void each(std::size_t count, int threads, const std::stop_token& stop,
          const std::function<void(std::size_t item, int worker)>& f);

// Kept between calls: solvers, players and systems.
class Engine {
 public:
  // A solver for the caller alone.
  class Lent {
   public:
    explicit Lent(Engine& engine);
    ~Lent();
    Lent(const Lent&) = delete;
    Lent& operator=(const Lent&) = delete;
    dd::Solver& operator*() const { return *solver_; }
    dd::Solver* operator->() const { return solver_.get(); }

   private:
    Engine& engine_;
    std::unique_ptr<dd::Solver> solver_;
  };

  // The JSON answer to a JSON question.
  std::string ask(const std::string& question);

 private:
  static agent::Requests make_requests();

  std::mutex asking_;
  agent::Requests requests_ = make_requests();
  std::mutex lending_;
  std::vector<std::unique_ptr<dd::Solver>> free_;
};

// Rows of 52 seats, as given by any array of small whole numbers.
Rows rows_of(const py::array& deals);
Rows make_rows(std::size_t count);
Deal deal_of(const std::uint8_t* row);
void write_row(const Deal& deal, std::uint8_t* row);
// The number of threads to use: 0 is all cores.
int threads_of(std::int64_t threads);

void add_values(py::module_& module);
void add_solver(py::module_& module);
void add_belief(py::module_& module);
void add_records(py::module_& module);
void add_daihinmin(py::module_& module);

}  // namespace yomi::python
