// Every word of the page in both languages. t('key', {n: 3}) puts values in place of {n}.
import en from './words.en';
import ja from './words.ja';
import { contractOf, rankOf, suitOf, type Card, type Meaning, type Seat, type Strain, type Suit } from './bridge';
import { settings } from './settings.svelte';

export type Word = keyof typeof en;

export function t(word: Word, values: Record<string, string | number> = {}): string {
  const text: string = settings.language === 'ja' ? ja[word] : en[word];
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

export const seatName = (seat: Seat) => t(`seat${seat}`);
export const suitName = (suit: Suit) => t(`suit${suit}`);
export const suitSign = { S: '♠', H: '♥', D: '♦', C: '♣' } as const;
export const strainSign = (strain: Strain) => (strain === 'NT' ? 'NT' : suitSign[strain]);

export function cardName(card: Card): string {
  const rank = rankOf(card);
  const name = 'AKQJ'.includes(rank) ? t(`rank${rank as 'A' | 'K' | 'Q' | 'J'}`) : rank === 'T' ? '10' : rank;
  return t('cardName', { rank: name, suit: suitName(suitOf(card)) });
}

export const cardSign = (card: Card) => suitSign[suitOf(card)] + (rankOf(card) === 'T' ? '10' : rankOf(card));

export function callName(call: string): string {
  if (call === 'Pass') return t('pass');
  if (call === 'X') return t('double');
  if (call === 'XX') return t('redouble');
  const strain = call.slice(1) as Strain;
  return call[0] + ' ' + (strain === 'NT' ? t('noTrump') : suitName(strain));
}

/** "4♠", "Pass", "X": as it is written in an auction. */
export function callSign(call: string): string {
  if (call === 'Pass') return t('pass');
  return call.length > 1 && call !== 'XX' ? call[0] + strainSign(call.slice(1) as Strain) : call;
}

/** "7♣XX": a contract as it is written, or a pass. */
export function contractSign(contract: string): string {
  if (!/^\d/.test(contract)) return t('pass');
  const { level, strain, doubled } = contractOf(contract);
  return level + strainSign(strain) + doubled;
}

/** "6N-NS", "7S*-W-2" of the solver as people write it: "6NT NS", "7♠X W -2". */
export function parSign(text: string): string {
  const parts = /^(\d)([CDHSN])(\*?)-([NESW]+)([+-]\d+)?$/.exec(text);
  if (!parts) return text;
  const strain = strainSign(parts[2] === 'N' ? 'NT' : (parts[2] as Strain));
  return `${parts[1]}${strain}${parts[3] ? 'X' : ''} ${parts[4]}${parts[5] ? ` ${parts[5]}` : ''}`;
}

/** A system that ships by its name; a file of one's own by that of the file. */
export function systemName(system: string): string {
  const word = `system_${system.replaceAll('-', '_')}`;
  return word in en ? t(word as Word) : system;
}

function range([least, most]: [number, number], top: number, unit: string): string {
  if (least !== most && most >= top) return t('atLeast', { n: least, unit });
  if (least === 0) return t('atMost', { n: most, unit });
  return t('between', { n: least === most ? least : `${least}–${most}`, unit });
}

/** Nobody speaks of an upper end like these: so many a hand hardly ever has. */
const manyPoints = 25;
const manyCards = 9;

/** What a call shows. In English as the engine says it, else put together from its numbers. */
export function meaningText(meaning: Meaning): string {
  if (settings.language === 'en') return meaning.shows;
  const parts: string[] = [];
  const [fewest, top] = meaning.hcp;
  if (fewest > 0 || top < 20) parts.push(range(meaning.hcp, manyPoints, t('points')));
  if (meaning.balanced) parts.push(t('balanced'));
  for (const suit of ['S', 'H', 'D', 'C'] as const) {
    const [least, most] = meaning[suit];
    const telling = meaning.balanced ? least >= 4 : least > 0 || most <= 5;
    if (telling) parts.push(`${suitSign[suit]} ${range([least, most], manyCards, t('cards'))}`);
  }
  if (/forcing for a round|transfer/.test(meaning.forcing)) parts.push(t('forcingRound'));
  else if (/^forcing/.test(meaning.forcing)) parts.push(t('forcingGame'));
  else if (/invit/.test(meaning.forcing)) parts.push(t('inviting'));
  else if (/play/.test(meaning.forcing)) parts.push(t('toPlay'));
  return parts.length > 0 ? parts.join(t('comma')) : t('anyHand');
}
