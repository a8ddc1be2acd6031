/** What was put in earlier under a hash. */
export interface Earlier {
  /** The first row with the hash; `null`: there was none. */
  readonly first: number | null;
  /** The first row with the hash and the mark. */
  readonly same: number | null;
}

/** The first row with each hash and mark. */
export interface HashTable {
  /**
   * Keeps a row unless there is one with the same hash and mark.
   *
   * @param hash - among a million rows, one pair in 37 million is taken for the same by chance
   * @param row - from 1
   * @param mark - 32 bits that tell rows with the same hash apart
   */
  put(hash: Hash, row: number, mark: number): Earlier;
}

/** 64 bits, in two numbers: bytes would be a piece of memory of their own for every row. */
export interface Hash {
  readonly high: number;
  readonly low: number;
}

/** Words per place: two of the hash, the row (0: the place is free), the mark. */
const WIDTH = 4;
const FULLEST = 0.8;
const GROWTH = 1.5;
const PARTS = 64;

/**
 * Makes a table that holds 16 bytes a place: a `Map` of a million texts takes ten times as much. It is many small tables,
 * which grow one at a time: there is never a second copy of all that it holds.
 */
export function createHashTable(): HashTable {
  const parts = Array.from({ length: PARTS }, createPart);
  return { put: (key, row, mark) => (parts[key.low % PARTS] ?? createPart()).put(key, row, mark) };
}

function createPart(): HashTable {
  let [capacity, count] = [16, 0];
  let words = new Uint32Array(capacity * WIDTH);
  const startOf = (high: number): number => Math.floor((high / 2 ** 32) * capacity) * WIDTH;
  const after = (place: number): number => (place + WIDTH) % (capacity * WIDTH);
  const grow = (): void => {
    const old = words;
    capacity = Math.ceil(capacity * GROWTH);
    words = new Uint32Array(capacity * WIDTH);
    for (const from of inOrder(old)) {
      let place = startOf(old[from] ?? 0);
      while (words[place + 2] !== 0) place = after(place);
      words.set(old.subarray(from, from + WIDTH), place);
    }
  };
  return {
    put({ high, low }, row, mark) {
      let first: number | null = null;
      let place = startOf(high);
      for (; words[place + 2] !== 0; place = after(place)) {
        if (words[place] !== high || words[place + 1] !== low) continue;
        const earlier = words[place + 2] ?? 0;
        first ??= earlier;
        if (words[place + 3] === mark) return { first, same: earlier };
      }
      words.set([high, low, row, mark], place);
      count += 1;
      if (count > capacity * FULLEST) grow();
      return { first, same: null };
    },
  };
}

/**
 * Walks the places that are taken, from behind a free one: a run of places that goes over the end of the table is met
 * from its beginning, and rows with the same hash stay in their order.
 *
 * @yields the places, as indices
 */
function* inOrder(words: Uint32Array): Generator<number> {
  let free = 0;
  while (words[free + 2] !== 0) free += WIDTH;
  for (let step = WIDTH; step < words.length; step += WIDTH) {
    const place = (free + step) % words.length;
    if (words[place + 2] !== 0) yield place;
  }
}
