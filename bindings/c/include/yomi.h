/* yomi for programs in C, or in any language that can call C: what the interface of DDS does not have. Deals
 * drawn by a condition, exact chances, a call and a card with reasons. bindings/c/README.md has an example.
 *
 * Texts are UTF-8 and end with a zero byte. A function answers YOMI_OK or says what went wrong, in words in
 * yomi_error(). Texts that an engine hands out belong to it and are valid until the next call with it. An
 * engine is for one thread at a time; different engines have nothing to do with each other. Nothing is
 * printed, and nothing ends the program.
 *
 * Functions are only ever added: what a program was built for goes on working. */
#ifndef YOMI_H
#define YOMI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  YOMI_OK = 0,
  YOMI_WRONG_ARGUMENT = 1, /* yomi_error() names it and the cause */
  YOMI_NOT_EXACT = 2,      /* the chance cannot be counted; draw deals and look */
  YOMI_FAULT = 3           /* no memory, or a fault of the library */
};

typedef struct yomi_engine yomi_engine; /* NOLINT(modernize-use-using): this is C */

/* "0.1.0" */
const char* yomi_version(void);
/* NULL when there is no memory. `threads`: of players; 0: all cores. */
yomi_engine* yomi_create(int threads);
/* NULL is let pass. */
void yomi_destroy(yomi_engine* engine);
/* What was wrong with the last call; empty after a call that went well. */
const char* yomi_error(const yomi_engine* engine);

/* Deals that meet a condition of the dealer language, all equally likely: `count` rows of 52 bytes, the seat
 * (0 north, 1 east, 2 south, 3 west) of each card from the club two to the spade ace. */
int yomi_draw(yomi_engine* engine, const char* condition, size_t count, uint64_t seed, unsigned char* seats);
/* The exact chance of an event ("west has CK", "hcp(north) >= 8") among the deals that meet a condition. */
int yomi_chance(yomi_engine* engine, const char* event, const char* condition, double* chance);

/* What a chair sees; docs/reference/engine.md has the fields' meanings. NULL or empty: not said. */
typedef struct yomi_view { /* NOLINT(modernize-use-using) */
  const char* hand;        /* "AKJ52.K4.QJ3.A62", the original thirteen cards */
  const char* dealer;      /* "N" */
  const char* vulnerable;  /* "None", "NS", "EW", "Both" */
  const char* auction;     /* "1S Pass 2H" */
  const char* dummy;       /* once the opening lead is made */
  const char* play;        /* "SK S2 S3 S4": the cards so far, in order */
  const char* settings;    /* fields of the player as a JSON object: {"system": "acol", "time": 0.5} */
} yomi_view;

/* The call of the chair on turn, "1NT", and its reasons as a JSON object. Either may be NULL where it is not
 * wanted. */
int yomi_bid(yomi_engine* engine, const yomi_view* view, const char** call, const char** reasons);
/* The same for the card of the chair on turn, "SA". */
int yomi_play(yomi_engine* engine, const yomi_view* view, const char** card, const char** reasons);
/* Any question of `yomi engine`, JSON in and out. */
int yomi_ask(yomi_engine* engine, const char* question, const char** answer);

#ifdef __cplusplus
}
#endif
#endif
