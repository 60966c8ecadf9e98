// What a person likes, kept in the browser.
import { levels, type Level, type Seat } from './bridge';

export type Language = 'en' | 'ja';

const key = 'yomi';

interface Kept {
  language: Language;
  fourColours: boolean;
  level: Level;
  chair: Seat | 'watch';
  system: string;
  pace: number;
  /** Daihinmin: what the engine reads is shown. */
  reading: boolean;
}

function load(): Kept {
  const usual: Kept = {
    language: navigator.language.startsWith('ja') ? 'ja' : 'en',
    fourColours: false,
    level: 'normal',
    chair: 'S',
    system: 'two-over-one',
    pace: 1,
    reading: false,
  };
  try {
    const kept = { ...usual, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Kept>) };
    return levels.includes(kept.level) ? kept : usual;
  } catch {
    return usual;
  }
}

export const settings = $state(load());

export function keepSettings() {
  try {
    localStorage.setItem(key, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing: they last as long as the page.
  }
}
