// Keys at the table: a suit and a rank play a card, a level and a strain bid.

const suitKeys: Record<string, string> = { s: 'S', h: 'H', d: 'D', c: 'C' };
const rankKeys: Record<string, string> = { a: 'A', k: 'K', q: 'Q', j: 'J', t: 'T', '0': 'T' };

/** Reads keys one by one; `card` and `call` give what is complete, and null until then. */
export class Keys {
  private first = '';

  card(key: string): string | null {
    const suit = suitKeys[key];
    const rank = rankKeys[key] ?? (/^[2-9]$/.test(key) ? key : undefined);
    const card = this.first && rank ? this.first + rank : null;
    this.first = suit ?? '';
    return card;
  }

  call(key: string): string | null {
    const single: Record<string, string> = { p: 'Pass', x: 'X', r: 'XX' };
    const strain = key === 'n' ? 'NT' : suitKeys[key];
    const bid = this.first && strain ? this.first + strain : null;
    this.first = /^[1-7]$/.test(key) ? key : '';
    return bid ?? single[key] ?? null;
  }
}
