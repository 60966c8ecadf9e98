// Deals that a person pastes.
import type { Setup } from './table.svelte';

/** One deal in PBN's form, with or without "N:", or the first board of a PBN record. */
export function readDeal(text: string): Setup {
  const tag = (name: string) => new RegExp(`\\[${name} "([^"]*)"\\]`).exec(text)?.[1];
  const deal = tag('Deal');
  if (!deal) return { deal: text.trim() };
  const setup: Setup = { deal };
  const dealer = tag('Dealer');
  const vulnerable = tag('Vulnerable');
  const board = Number(tag('Board'));
  if (dealer) setup.dealer = dealer;
  if (vulnerable) setup.vulnerable = vulnerable;
  if (board > 0) setup.board = board;
  return setup;
}
