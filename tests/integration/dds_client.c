/* A program as people write them for DDS: C, compiled against dds/dll.h, linked with -ldds. It prints every
 * answer that DDS does not leave open, so that two runs of it, one on each library, print the same. Its
 * argument is the number of boards. */
#include <dds/dll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long long state = 2024;

static unsigned below(unsigned bound) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (unsigned)((state >> 33) % bound);
}

static void deal_cards(unsigned int cards[4][4], int each) {
  int deck[52];
  for (int i = 0; i < 52; ++i) deck[i] = i;
  memset(cards, 0, sizeof(unsigned int) * 16);
  for (int i = 0; i < 4 * each; ++i) {
    int j = i + (int)below((unsigned)(52 - i));
    int card = deck[j];
    deck[j] = deck[i];
    deck[i] = card;
    cards[i % 4][card / 13] |= 4U << (card % 13);
  }
}

/* The best scores first, as both libraries give them; the order of cards is open, so the cards are summed up.
 */
static void print_future(int code, const struct futureTricks* f) {
  unsigned long long cards = 0;
  printf("%d %d:", code, code == RETURN_NO_FAULT ? f->cards : 0);
  for (int i = 0; code == RETURN_NO_FAULT && i < f->cards; ++i) {
    cards += (unsigned long long)(f->suit[i] * 1000 + f->rank[i]) * (unsigned)(f->score[i] + 3) +
             (unsigned long long)f->equals[i] * 100000;
    printf(" %d", f->score[i]);
  }
  printf(" sum %llu\n", cards);
}

int main(int argc, char** argv) {
  const int boards_wanted = argc > 1 ? atoi(argv[1]) : 20;
  SetMaxThreads(0);
  for (int i = 0; i < boards_wanted; ++i) {
    struct deal board;
    struct futureTricks future;
    memset(&board, 0, sizeof board);
    deal_cards(board.remainCards, 4 + (int)below(5));
    board.trump = (int)below(5);
    board.first = (int)below(4);
    for (int target = -1; target <= 3; ++target) {
      for (int solutions = 2; solutions <= 3; ++solutions) {
        print_future(SolveBoard(board, target, solutions, 1, &future, 0), &future);
      }
    }
    print_future(SolveBoard(board, 14, 1, 1, &future, 0), &future);
  }
  for (int i = 0; i < 2; ++i) {
    struct ddTableDeal hands;
    struct ddTableResults table;
    struct parResults par;
    struct parResultsMaster sides[2];
    struct parTextResults text;
    deal_cards(hands.cards, 13);
    printf("%d", CalcDDtable(hands, &table));
    for (int strain = 0; strain < 5; ++strain) {
      for (int hand = 0; hand < 4; ++hand) printf(" %d", table.resTable[strain][hand]);
    }
    printf("\n%d ", Par(&table, &par, i));
    printf("%s / %s / %s\n", par.parScore[0], par.parContractsString[0], par.parContractsString[1]);
    SidesParBin(&table, sides, i);
    ConvertToSidesTextFormat(sides, &text);
    printf("%s / %s\n", text.parText[0], text.parText[1]);
    for (int dealer = 0; dealer < 4; ++dealer) {
      struct parResultsDealer by_dealer;
      DealerPar(&table, &by_dealer, dealer, i);
      printf("%d %s\n", by_dealer.score, by_dealer.contracts[0]);
    }
  }
  FreeMemory();
  return 0;
}
