import * as fc from 'fast-check';

/** A change of a value at one place of an input. */
export interface InputChange {
  /** Chooses the place. */
  readonly place: number;
  readonly kind: 'replace' | 'remove' | 'add';
  readonly value: unknown;
}

/** Values that break programs: of every type, huge, empty, nested, and text that is no text. */
const oddValue = fc.oneof(
  // The tests require that a refusal names a field, so none is called "".
  fc.json({ maxDepth: 3 }).map((text): unknown => JSON.parse(text.replaceAll('"":', '"empty":'))),
  fc.constantFrom('', '\u0000', '\ud800', '../..', '%', "'; drop table apps; --", 'é'.repeat(300), '__proto__'),
  fc.constantFrom(-1, 0, 0.5, 1e308, -0, 2 ** 53, 4_294_967_296),
  fc.constantFrom<unknown>(null, true, [], {}, [[[[[[]]]]]], { constructor: 1 }, ['a', 'a']),
);

export const inputChanges: fc.Arbitrary<readonly InputChange[]> = fc.array(
  fc.record({
    place: fc.nat(),
    kind: fc.constantFrom<InputChange['kind']>('replace', 'replace', 'remove', 'add'),
    value: oddValue,
  }),
  { maxLength: 3 },
);

/** Changes an endpoint's input; bytes are replaced as a whole. */
export function changeInput(input: Readonly<Record<string, unknown>>, changes: readonly InputChange[]) {
  const changed = structuredClone(input) as Record<string, unknown>;
  for (const change of changes) applyChange(changed, change);
  return changed;
}

function applyChange(input: Record<string, unknown>, { place, kind, value }: InputChange): void {
  const places = [...placesIn(input)];
  const chosen = places[place % Math.max(places.length, 1)];
  if (chosen === undefined) return;
  const { holder, key } = chosen;
  const now = holder[key];
  if (now instanceof Uint8Array) {
    holder[key] = new TextEncoder().encode(JSON.stringify(value));
  } else if (kind === 'remove') {
    delete holder[key];
  } else if (kind === 'add' && isHolder(now)) {
    now['added'] = structuredClone(value);
  } else {
    holder[key] = structuredClone(value);
  }
}

interface Place {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

/** @yields each value that can be changed */
function* placesIn(holder: Record<string, unknown>): Generator<Place> {
  for (const key of Object.keys(holder)) {
    yield { holder, key };
    const value = holder[key];
    if (isHolder(value)) yield* placesIn(value);
  }
}

/** A list is an object of its positions. */
function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array);
}
