/* The C interface of DDS 2.9 (dds/dll.h), served by yomi.
 *
 * Names, layouts and codes are those of DDS, so that programs built for it run unchanged: this header may be
 * included in place of dds/dll.h, never beside it. What every function does is said in docs/reference/dds.md.
 *
 * Encodings. Suit: 0 spades, 1 hearts, 2 diamonds, 3 clubs; strain: the same and 4 no trump. Hand: 0 north, 1
 * east, 2 south, 3 west. Rank: 2 to 14. Holding: bit r for rank r. Vulnerability: 0 none, 1 both, 2 NS, 3 EW.
 * In par results the strain is 0 no trump, 1 spades, ... 4 clubs, and seats are 0 to 3 for one hand, 4 NS, 5
 * EW.
 *
 * Any thread may call any function at any time, without set-up. Thread numbers are accepted and not used. */
#ifndef YOMI_DDS_H
#define YOMI_DDS_H

#include "yomi_dds_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Threads of the functions that take many boards; 0: as many as the machine has. */
void SetMaxThreads(int userThreads);
int SetThreading(int code);
/* Also a bound on the memory of all solvers together; 0: no wish. */
void SetResources(int maxMemoryMB, int maxThreads);
/* Gives back the memory of all solvers that are not at work. */
void FreeMemory(void);

int SolveBoard(struct deal dl, int target, int solutions, int mode, struct futureTricks* futp,
               int threadIndex);
int SolveBoardPBN(struct dealPBN dlpbn, int target, int solutions, int mode, struct futureTricks* futp,
                  int thrId);

int CalcDDtable(struct ddTableDeal tableDeal, struct ddTableResults* tablep);
int CalcDDtablePBN(struct ddTableDealPBN tableDealPBN, struct ddTableResults* tablep);
int CalcAllTables(struct ddTableDeals* dealsp, int mode, int trumpFilter[DDS_STRAINS],
                  struct ddTablesRes* resp, struct allParResults* presp);
int CalcAllTablesPBN(struct ddTableDealsPBN* dealsp, int mode, int trumpFilter[DDS_STRAINS],
                     struct ddTablesRes* resp, struct allParResults* presp);

int SolveAllBoards(struct boardsPBN* bop, struct solvedBoards* solvedp);
/* Not in DDS 2.9, where it is SolveAllChunksBin with a chunk of 1; later versions have it under this name. */
int SolveAllBoardsBin(struct boards* bop, struct solvedBoards* solvedp);
int SolveAllChunks(struct boardsPBN* bop, struct solvedBoards* solvedp, int chunkSize);
int SolveAllChunksBin(struct boards* bop, struct solvedBoards* solvedp, int chunkSize);
int SolveAllChunksPBN(struct boardsPBN* bop, struct solvedBoards* solvedp, int chunkSize);

int Par(struct ddTableResults* tablep, struct parResults* presp, int vulnerable);
int CalcPar(struct ddTableDeal tableDeal, int vulnerable, struct ddTableResults* tablep,
            struct parResults* presp);
int CalcParPBN(struct ddTableDealPBN tableDealPBN, struct ddTableResults* tablep, int vulnerable,
               struct parResults* presp);
int SidesPar(struct ddTableResults* tablep, struct parResultsDealer sidesRes[2], int vulnerable);
int DealerPar(struct ddTableResults* tablep, struct parResultsDealer* presp, int dealer, int vulnerable);
int DealerParBin(struct ddTableResults* tablep, struct parResultsMaster* presp, int dealer, int vulnerable);
int SidesParBin(struct ddTableResults* tablep, struct parResultsMaster sidesRes[2], int vulnerable);
int ConvertToDealerTextFormat(struct parResultsMaster* pres, char* resp);
int ConvertToSidesTextFormat(struct parResultsMaster* pres, struct parTextResults* resp);

int AnalysePlayBin(struct deal dl, struct playTraceBin play, struct solvedPlay* solved, int thrId);
int AnalysePlayPBN(struct dealPBN dlPBN, struct playTracePBN playPBN, struct solvedPlay* solvedp, int thrId);
int AnalyseAllPlaysBin(struct boards* bop, struct playTracesBin* plp, struct solvedPlays* solvedp,
                       int chunkSize);
int AnalyseAllPlaysPBN(struct boardsPBN* bopPBN, struct playTracesPBN* plpPBN, struct solvedPlays* solvedp,
                       int chunkSize);

void GetDDSInfo(struct DDSInfo* info);
void ErrorMessage(int code, char line[80]);

#ifdef __cplusplus
}
#endif

#endif
