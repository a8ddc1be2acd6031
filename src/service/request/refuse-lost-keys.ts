import { isRecord } from '../../foundation/record.ts';
import { type Parsed, refuse } from '../../http/exchange.ts';

/** Only such a text can have the key. */
const MAY_HAVE_KEY = /__proto__|\\u005f/i;

/**
 * Refuses a body whose key `__proto__` its schema would drop: zod's records leave it out without an issue, and the answer
 * would confirm a value that was not stored.
 */
export function refuseLostKeys(text: string, body: unknown, parsed: Parsed<unknown>): Parsed<unknown> {
  if (!parsed.ok || !MAY_HAVE_KEY.test(text)) return parsed;
  const lost = findLost(body, parsed.value, ['body']);
  if (lost === null) return parsed;
  return refuse(422, [{ loc: lost, msg: 'A key cannot be __proto__', type: 'value_error' }]);
}

type Location = readonly (string | number)[];

function findLost(given: unknown, kept: unknown, at: Location): (string | number)[] | null {
  if (Array.isArray(given) && Array.isArray(kept)) {
    for (const [index, item] of given.entries()) {
      const lost = findLost(item, kept[index], [...at, index]);
      if (lost !== null) return lost;
    }
    return null;
  }
  if (!isRecord(given) || !isRecord(kept)) return null;
  for (const key of Object.keys(given)) {
    const isKept = Object.hasOwn(kept, key);
    if (key === '__proto__' && !isKept) return [...at, key];
    const lost = isKept ? findLost(given[key], kept[key], [...at, key]) : null;
    if (lost !== null) return lost;
  }
  return null;
}
