// What the tests of solver and engine share: arguments that are wrong, or might be.
import assert from 'node:assert/strict';

export const HAND = 'AKJ52.K4.QJ3.A62';
export const VIEW = { hand: 'QJT.KJT9.QJT9.K2', dummy: '432.32.32.AJT987', dealer: 'S', auction: '2NT p 3NT p p p',
  play: ['H6', 'H2', 'HT', 'HA', 'CQ', 'C5', 'C7'] };
const ROUNDS = Number(process.env.YOMI_MALFORMED ?? 1000);

let state = 23;
const below = (n) => ((state = (Math.imul(state, 1103515245) + 12345) >>> 0) >>> 8) % n;
const letters = () => Array.from({ length: below(60) }, () => 'NESWAKQJT98765432.: -\n\0é♠(){}[]"<>=&|'[below(36)]).join('');
const odd = () => [undefined, null, 0, -1, NaN, 2n, true, '', letters(), 'x'.repeat(2e6), [], [letters()], {}, { N: {} }, Symbol('x'),
  () => 1, new Date(), 'N:AA... K... Q... J...', 'N:AKQJT98765432... ... ... ...', Array(60).fill('SA'), '\ud800', 1e300, 2 ** 53,
  'hcp('.repeat(400), Object.defineProperty({}, 'do', { get() { throw new Error('no'); }, enumerable: true }),
  { toJSON() { throw new TypeError('no'); } }, '1S '.repeat(400)][below(27)];

// One or two arguments, or fields of an argument that is an object, become something else.
function spoil(args) {
  const given = args.map((one) => (one !== null && typeof one === 'object' && !Array.isArray(one) ? { ...one } : one));
  for (let n = 1 + below(2); n > 0; --n) {
    const i = below(given.length);
    const own = given[i] !== null && typeof given[i] === 'object' && !Array.isArray(given[i]) ? Object.getOwnPropertyDescriptors(given[i]) : {};
    const fields = Object.keys(own).filter((name) => own[name].writable);
    if (fields.length > 0 && below(4) > 0) given[i][fields[below(fields.length)]] = odd();
    else given[i] = odd();
  }
  return given;
}

/** Every function of `thing` refuses or answers; whatever it throws is an error with words. */
export function malformed(thing, good) {
  for (const [name, args] of Object.entries(good)) {
    let refused = 0;
    for (let i = 0; i < ROUNDS; ++i) {
      const given = spoil(args);
      try {
        thing[name](...given);
      } catch (error) {
        assert.ok(error instanceof TypeError || error instanceof RangeError || error.message === 'no', `${name}: ${error.stack}`);
        ++refused;
      }
    }
    assert.ok(refused > ROUNDS / 3, `${name}: ${refused}`);
  }
}
