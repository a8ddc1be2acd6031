import { mixBits } from '../../hashing/mix-bits.ts';
import { createWords } from './words.ts';

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

/**
 * Makes a table that holds 22 to 24 bytes a row: a `Map` of a million texts takes six times as much. What it holds never
 * moves: memory that was outgrown and given back stood about in pieces, and came to as much again.
 */
export function createHashTable(): HashTable {
  const [highs, lows, rows, marks] = [createWords(), createWords(), createWords(), createWords()];
  // Entries, counted from 1, are chained by the last bits of their hashes; 0: there is none.
  const [heads, nexts] = [createWords(), createWords()];
  let [count, chains] = [0, 16];

  const find = ({ high, low }: Hash): number => {
    let entry = heads.read(low & (chains - 1));
    while (entry !== 0 && (highs.read(entry) !== high || lows.read(entry) !== low)) entry = nexts.read(entry);
    return entry;
  };
  const chain = (entry: number): void => {
    const head = lows.read(entry) & (chains - 1);
    nexts.write(entry, heads.read(head));
    heads.write(head, entry);
  };
  const doubleChains = (): void => {
    const before = chains;
    chains *= 2;
    for (let head = 0; head < before; head += 1) {
      let entry = heads.read(head);
      heads.write(head, 0);
      while (entry !== 0) {
        const next = nexts.read(entry);
        chain(entry);
        entry = next;
      }
    }
  };
  const add = ({ high, low }: Hash, row: number, mark: number): void => {
    count += 1;
    highs.write(count, high);
    lows.write(count, low);
    rows.write(count, row);
    marks.write(count, mark);
    chain(count);
    if (count === chains * 2) doubleChains();
  };

  return {
    put(hash, row, mark) {
      const entry = find(hash);
      if (entry === 0) {
        add(hash, row, mark);
        return { first: null, same: null };
      }
      const first = rows.read(entry);
      if (marks.read(entry) === mark) return { first, same: first };
      // A hash of its own for each further mark: however many there are, no chain grows long.
      const marked = withMark(hash, mark);
      const other = find(marked);
      if (other === 0) add(marked, row, mark);
      return { first, same: other === 0 ? null : rows.read(other) };
    },
  };
}

/** Mixed before the mark comes in: a mark is a part of some other hash, often of this very one. */
function withMark({ high, low }: Hash, mark: number): Hash {
  return { high: mixBits(mixBits(high) ^ mark), low: mixBits((low + mark) >>> 0) };
}
