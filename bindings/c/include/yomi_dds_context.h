/* The context calls that DDS 3 adds (its library/src/api/dds_c_api.h), with the structures of DDS 2.9, whose
 * layouts are the same. A context is a handle: solvers are lent to the thread that calls, so that any thread
 * may use any context. Sizes of tables and logs are accepted and have no effect but clearing. Codes are those
 * of yomi_dds_types.h. */
#ifndef YOMI_DDS_CONTEXT_H
#define YOMI_DDS_CONTEXT_H

#include "yomi_dds.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef void* DDS_C_SOLVER_CTX;

/* NULL when there is no memory, or `tt_kind` is neither 0 (small) nor 1 (large). */
DDS_C_SOLVER_CTX dds_c_create_solvercontext_default(void);
DDS_C_SOLVER_CTX dds_c_create_solvercontext(int tt_kind, int def_mb, int max_mb);
void dds_c_destroy_solvercontext(DDS_C_SOLVER_CTX ctx);

int dds_c_solve_board(DDS_C_SOLVER_CTX ctx, const struct deal* dl, int target, int solutions, int mode,
                      struct futureTricks* futp);
int dds_c_solve_board_pbn(DDS_C_SOLVER_CTX ctx, const struct dealPBN* dlpbn, int target, int solutions,
                          int mode, struct futureTricks* futp);
int dds_c_calc_dd_table(DDS_C_SOLVER_CTX ctx, const struct ddTableDeal* deal, struct ddTableResults* results);
int dds_c_calc_dd_table_pbn(DDS_C_SOLVER_CTX ctx, const struct ddTableDealPBN* deal,
                            struct ddTableResults* results);
int dds_c_calc_par(DDS_C_SOLVER_CTX ctx, const struct ddTableDeal* deal, int vulnerable,
                   struct ddTableResults* results, struct parResults* par);
int dds_c_calc_par_pbn(DDS_C_SOLVER_CTX ctx, const struct ddTableDealPBN* deal, int vulnerable,
                       struct ddTableResults* results, struct parResults* par);

void dds_c_configure_tt(DDS_C_SOLVER_CTX ctx, int tt_kind, int def_mb, int max_mb);
void dds_c_resize_tt(DDS_C_SOLVER_CTX ctx, int def_mb, int max_mb);
void dds_c_clear_tt(DDS_C_SOLVER_CTX ctx);
void dds_c_reset_for_solve(DDS_C_SOLVER_CTX ctx);
void dds_c_reset_best_moves_lite(DDS_C_SOLVER_CTX ctx);
void dds_c_log_append(DDS_C_SOLVER_CTX ctx, const char* msg);
void dds_c_log_clear(DDS_C_SOLVER_CTX ctx);

int dds_c_par_from_table(const struct ddTableResults* table, int vulnerable, struct parResults* par);
int dds_c_sides_par(const struct ddTableResults* table, struct parResultsDealer sides_res[2], int vulnerable);
int dds_c_dealer_par(const struct ddTableResults* table, struct parResultsDealer* par, int dealer,
                     int vulnerable);
int dds_c_dealer_par_bin(const struct ddTableResults* table, struct parResultsMaster* par, int dealer,
                         int vulnerable);
int dds_c_sides_par_bin(const struct ddTableResults* table, struct parResultsMaster sides_res[2],
                        int vulnerable);
int dds_c_convert_to_dealer_text_format(const struct parResultsMaster* par, char* resp);
int dds_c_convert_to_sides_text_format(const struct parResultsMaster par[2], struct parTextResults* resp);
void dds_c_get_dds_info(struct DDSInfo* info);
void dds_c_error_message(int code, char line[80]);

#ifdef __cplusplus
}
#endif
#endif
