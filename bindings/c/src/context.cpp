// The context calls of DDS 3: each is a call of DDS 2.9 with a handle, whose solver the pool lends.
#include "yomi_dds_context.h"

#include <new>

namespace {

// Nothing needs to be kept: what is alike from call to call is remembered by the thread's solver.
struct Context {};

// A copy to call with, since the older functions take tables that they do not change.
template <class T, class F>
int with_copy(const T* from, F f) {
  if (from == nullptr) return RETURN_UNKNOWN_FAULT;
  T copy = *from;
  return f(copy);
}

}  // namespace

extern "C" {

DDS_C_SOLVER_CTX dds_c_create_solvercontext_default(void) {
  return new (std::nothrow) Context;
}

DDS_C_SOLVER_CTX dds_c_create_solvercontext(int tt_kind, int, int) {
  return tt_kind == 0 || tt_kind == 1 ? dds_c_create_solvercontext_default() : nullptr;
}

void dds_c_destroy_solvercontext(DDS_C_SOLVER_CTX ctx) {
  delete static_cast<Context*>(ctx);
}

int dds_c_solve_board(DDS_C_SOLVER_CTX ctx, const deal* dl, int target, int solutions, int mode,
                      futureTricks* futp) {
  return ctx == nullptr || dl == nullptr ? RETURN_UNKNOWN_FAULT
                                         : SolveBoard(*dl, target, solutions, mode, futp, 0);
}

int dds_c_solve_board_pbn(DDS_C_SOLVER_CTX ctx, const dealPBN* dlpbn, int target, int solutions, int mode,
                          futureTricks* futp) {
  return ctx == nullptr || dlpbn == nullptr ? RETURN_UNKNOWN_FAULT
                                            : SolveBoardPBN(*dlpbn, target, solutions, mode, futp, 0);
}

int dds_c_calc_dd_table(DDS_C_SOLVER_CTX ctx, const ddTableDeal* deal, ddTableResults* results) {
  return ctx == nullptr || deal == nullptr ? RETURN_UNKNOWN_FAULT : CalcDDtable(*deal, results);
}

int dds_c_calc_dd_table_pbn(DDS_C_SOLVER_CTX ctx, const ddTableDealPBN* deal, ddTableResults* results) {
  return ctx == nullptr || deal == nullptr ? RETURN_UNKNOWN_FAULT : CalcDDtablePBN(*deal, results);
}

int dds_c_calc_par(DDS_C_SOLVER_CTX ctx, const ddTableDeal* deal, int vulnerable, ddTableResults* results,
                   parResults* par) {
  return ctx == nullptr || deal == nullptr ? RETURN_UNKNOWN_FAULT : CalcPar(*deal, vulnerable, results, par);
}

int dds_c_calc_par_pbn(DDS_C_SOLVER_CTX ctx, const ddTableDealPBN* deal, int vulnerable,
                       ddTableResults* results, parResults* par) {
  return ctx == nullptr || deal == nullptr ? RETURN_UNKNOWN_FAULT
                                           : CalcParPBN(*deal, results, vulnerable, par);
}

void dds_c_configure_tt(DDS_C_SOLVER_CTX, int, int, int) {}
void dds_c_resize_tt(DDS_C_SOLVER_CTX, int, int) {}
void dds_c_clear_tt(DDS_C_SOLVER_CTX) {
  FreeMemory();
}
void dds_c_reset_for_solve(DDS_C_SOLVER_CTX) {}
void dds_c_reset_best_moves_lite(DDS_C_SOLVER_CTX) {}
void dds_c_log_append(DDS_C_SOLVER_CTX, const char*) {}
void dds_c_log_clear(DDS_C_SOLVER_CTX) {}

int dds_c_par_from_table(const ddTableResults* table, int vulnerable, parResults* par) {
  return with_copy(table, [&](ddTableResults& copy) { return Par(&copy, par, vulnerable); });
}

int dds_c_sides_par(const ddTableResults* table, parResultsDealer sides_res[2], int vulnerable) {
  return with_copy(table, [&](ddTableResults& copy) { return SidesPar(&copy, sides_res, vulnerable); });
}

int dds_c_dealer_par(const ddTableResults* table, parResultsDealer* par, int dealer, int vulnerable) {
  return with_copy(table, [&](ddTableResults& copy) { return DealerPar(&copy, par, dealer, vulnerable); });
}

int dds_c_dealer_par_bin(const ddTableResults* table, parResultsMaster* par, int dealer, int vulnerable) {
  return with_copy(table, [&](ddTableResults& copy) { return DealerParBin(&copy, par, dealer, vulnerable); });
}

int dds_c_sides_par_bin(const ddTableResults* table, parResultsMaster sides_res[2], int vulnerable) {
  return with_copy(table, [&](ddTableResults& copy) { return SidesParBin(&copy, sides_res, vulnerable); });
}

int dds_c_convert_to_dealer_text_format(const parResultsMaster* par, char* resp) {
  return with_copy(par, [&](parResultsMaster& copy) { return ConvertToDealerTextFormat(&copy, resp); });
}

int dds_c_convert_to_sides_text_format(const parResultsMaster par[2], parTextResults* resp) {
  if (par == nullptr) return RETURN_UNKNOWN_FAULT;
  parResultsMaster both[2] = {par[0], par[1]};
  return ConvertToSidesTextFormat(both, resp);
}

void dds_c_get_dds_info(DDSInfo* info) {
  if (info != nullptr) GetDDSInfo(info);
}

void dds_c_error_message(int code, char line[80]) {
  if (line != nullptr) ErrorMessage(code, line);
}
}
