// Deals that a person pastes.
import { readBoards } from '../lib/record';
import type { Setup } from './table.svelte';

/** The first board of a record, or a deal. */
export async function readDeal(text: string): Promise<Setup> {
  const bare = /^[NESW]:/i.test(text.trim()) ? text : text.includes('[') || text.includes('|') || text.includes('{') ? text : `N:${text.trim()}`;
  const { boards } = await readBoards(bare);
  const board = boards.find((one) => one.deal !== undefined);
  if (!board?.deal) throw new Error(boards[0]?.errors?.[0] ?? text);
  const setup: Setup = { deal: board.deal };
  if (board.dealer) setup.dealer = board.dealer;
  if (board.vulnerable) setup.vulnerable = board.vulnerable;
  const number = Number(board.number);
  if (number > 0) setup.board = number;
  return setup;
}
