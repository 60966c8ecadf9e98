// The problems of card play that ship, theme by theme, and which of them were solved in this browser.
import { isOpen, readBoards, type OpenBoard } from '../lib/record';
import type { Card } from '../lib/bridge';

const files = import.meta.glob<string>('../../../problems/**/*.pbn', { query: '?raw', import: 'default' });

export interface Theme {
  id: string;
  name: string;
  hard: boolean;
  /** How many problems it has. */
  size: number;
}

/** By theme; counted when the page is built. */
declare const __PROBLEMS__: Record<string, number>;

export const themes: Theme[] = Object.keys(files)
  .map((path) => {
    const id = /problems\/(.*)\.pbn$/.exec(path)![1]!;
    return { id, name: id.replace('hard/', ''), hard: id.startsWith('hard/'), size: __PROBLEMS__[id] ?? 0 };
  })
  .sort((a, b) => Number(a.hard) - Number(b.hard) || a.name.localeCompare(b.name));

export async function problemsOf(theme: string): Promise<OpenBoard[]> {
  const load = files[`../../../problems/${theme}.pbn`];
  if (!load) return [];
  const { boards } = await readBoards(await load());
  return boards.filter(isOpen);
}

export const answersOf = (board: OpenBoard): Card[] => board.tags.Answer?.split(',') ?? [];

export interface Figure {
  card: Card;
  value: number;
  doubleDummy?: number;
}
/** What the proof of the answer says of each card. */
export function proofOf(board: OpenBoard): { kind: 'lost' | 'won'; layouts: number; figures: Figure[] } {
  const text = board.tags.Proof ?? '';
  const figures: Figure[] = [];
  for (const [, card, value, dd] of text.matchAll(/\b([SHDC][2-9TJQKA]) (\d+\.\d+)(?: \([^)]*\))?(?: \[double dummy (\d+\.\d+)\])?/g))
    figures.push({ card: card!, value: Number(value), ...(dd === undefined ? {} : { doubleDummy: Number(dd) }) });
  return { kind: text.includes('tricks lost') ? 'lost' : 'won', layouts: Number(/^(\d+) layouts/.exec(text)?.[1] ?? 0), figures };
}

const key = 'yomi-course';
function load(): Record<string, boolean> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, boolean>;
  } catch {
    return {};
  }
}
/** By "theme/number": was the first answer right? */
export const results = $state<{ all: Record<string, boolean> }>({ all: load() });
export function keep(problem: string, right: boolean) {
  if (problem in results.all) return;
  results.all = { ...results.all, [problem]: right };
  try {
    localStorage.setItem(key, JSON.stringify(results.all));
  } catch {
    // Kept for as long as the page is open.
  }
}
export function scoreOf(theme: string): { done: number; right: number } {
  const mine = Object.entries(results.all).filter(([name]) => name.slice(0, name.lastIndexOf('/')) === theme);
  return { done: mine.length, right: mine.filter(([, right]) => right).length };
}
