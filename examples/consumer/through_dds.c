/* The tricks of all declarers and strains of one deal, through the interface of DDS. */
#include <stdio.h>
#include <string.h>
#include <yomi_dds.h>

int main(void) {
  struct ddTableDealPBN deal;
  struct ddTableResults table;
  strcpy(deal.cards, "N:QJ3.AT8.AKJ63.AJ KT642.42.T4.Q642 A75.QJ765.Q92.K7 98.K93.875.T9853");
  if (CalcDDtablePBN(deal, &table) != 1) return 1;
  printf("North takes %d tricks at no trump\n", table.resTable[4][0]);
  return 0;
}
