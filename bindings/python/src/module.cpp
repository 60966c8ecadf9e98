#include "binding.h"

namespace py = pybind11;

PYBIND11_MODULE(_yomi, module) {
  using namespace yomi;  // NOLINT(google-build-using-namespace): a function's body
  module.doc() = "The native part of yomi; see the package.";
  py::class_<python::Engine>(module, "Engine")
      .def(py::init<>())
      .def("ask", &python::Engine::ask, py::arg("question"));
  python::add_values(module);
  python::add_solver(module);
  python::add_belief(module);
  python::add_records(module);
  python::add_daihinmin(module);
}
