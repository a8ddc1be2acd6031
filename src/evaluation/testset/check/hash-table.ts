import { hash } from 'node:crypto';
import { canonicalJson } from '../../hashing/content-keys.ts';
import { mixBits } from '../../statistics/random.ts';

interface Earlier {
  /** The first row with the hash, if any. */
  readonly first: number | null;
  /** The first row with the hash and the mark, if any. */
  readonly same: number | null;
}

/** 64 bits in two numbers: a byte array would be an allocation per row. */
export interface Hash {
  readonly high: number;
  readonly low: number;
}

/** Hashes a JSON value: equal values have equal hashes, whatever the order of their keys. */
export function hashOf(value: unknown): Hash {
  const digits = hash('sha256', canonicalJson(value), 'hex');
  return { high: Number.parseInt(digits.slice(0, 8), 16), low: Number.parseInt(digits.slice(8, 16), 16) };
}

/**
 * Maps each hash and mark to the first row with them. The table takes 22 to 24 bytes per row; a `Map` of a million texts takes six times as much. Its memory never moves:
 * reallocation left fragments that took as much again.
 */
export function createHashTable() {
  const [highs, lows, rows, marks] = [createWordArray(), createWordArray(), createWordArray(), createWordArray()];
  // Entries, numbered from 1, are chained by the last bits of their hashes; 0 ends a chain.
  const [heads, nexts] = [createWordArray(), createWordArray()];
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
    /** Returns whether a row with the hash was stored. */
    has: (hash: Hash): boolean => find(hash) !== 0,
    /**
     * Stores a row unless there is one with the same hash and mark.
     *
     * @param hash - among a million rows, the chance of a collision is one in 37 million
     * @param row - from 1
     * @param mark - 32 bits that tell rows with the same hash apart
     */
    put(hash: Hash, row: number, mark: number): Earlier {
      const entry = find(hash);
      if (entry === 0) {
        add(hash, row, mark);
        return { first: null, same: null };
      }
      const first = rows.read(entry);
      if (marks.read(entry) === mark) return { first, same: first };
      // Each further mark gets its own hash, so no chain grows long.
      const marked = withMark(hash, mark);
      const other = find(marked);
      if (other === 0) add(marked, row, mark);
      return { first, same: other === 0 ? null : rows.read(other) };
    },
  };
}

/** Mixed before the mark is added: a mark is part of some other hash, often of this one. */
function withMark({ high, low }: Hash, mark: number): Hash {
  return { high: mixBits(mixBits(high) ^ mark), low: mixBits((low + mark) >>> 0) };
}

/** 64 KiB: small enough that little of the last block is empty, large enough that blocks are few. */
const BLOCK = 2 ** 14;

/** Creates a growing array of 32-bit words, 0 until they are written. It grows block by block; no block moves or grows. */
function createWordArray() {
  const blocks: Uint32Array[] = [];
  return {
    read: (index: number) => blocks[Math.floor(index / BLOCK)]?.[index % BLOCK] ?? 0,
    write(index: number, word: number): void {
      const block = (blocks[Math.floor(index / BLOCK)] ??= new Uint32Array(BLOCK));
      block[index % BLOCK] = word;
    },
  };
}
