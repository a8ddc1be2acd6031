/** What is kept of the first thing with a hash. */
export interface Kept {
  readonly row: number;
  readonly mark: number;
}

/** The first row with each hash. */
export interface HashTable {
  /**
   * Keeps a row unless there is one with the same hash.
   *
   * @param hash - at least 8 bytes; of these, 64 bits count: among a million rows, one pair in 37 million is taken for
   * the same by chance
   * @returns the earlier row, if any
   */
  putIfAbsent(hash: Buffer, row: number, mark: number): Kept | null;
}

/** Words per place: two of the hash, the row (0: the place is free), the mark. */
const WIDTH = 4;
const FULLEST = 0.7;

/** Makes a table that holds 16 bytes a place, in one piece: a `Map` of a million texts takes ten times as much. */
export function createHashTable(): HashTable {
  let [capacity, count] = [1024, 0];
  let words = new Uint32Array(capacity * WIDTH);
  const placeOf = (high: number, low: number): number => {
    let place = (low & (capacity - 1)) * WIDTH;
    while (words[place + 2] !== 0 && (words[place] !== high || words[place + 1] !== low)) {
      place = (place + WIDTH) & (capacity * WIDTH - 1);
    }
    return place;
  };
  const grow = (): void => {
    const old = words;
    capacity *= 2;
    words = new Uint32Array(capacity * WIDTH);
    for (let at = 0; at < old.length; at += WIDTH) {
      if (old[at + 2] !== 0) words.set(old.subarray(at, at + WIDTH), placeOf(old[at] ?? 0, old[at + 1] ?? 0));
    }
  };
  return {
    putIfAbsent(hash, row, mark) {
      const [high, low] = [hash.readUInt32LE(0), hash.readUInt32LE(4)];
      const place = placeOf(high, low);
      const earlier = words[place + 2] ?? 0;
      if (earlier !== 0) return { row: earlier, mark: words[place + 3] ?? 0 };
      words.set([high, low, row, mark], place);
      count += 1;
      if (count > capacity * FULLEST) grow();
      return null;
    },
  };
}
