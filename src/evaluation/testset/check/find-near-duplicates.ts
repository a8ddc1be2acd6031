import type { LikeRows } from '../../../contract/testsets/testset-report.ts';
import { createHashTable, type Hash } from './hash-table.ts';
import { mixBits } from '../../statistics/random.ts';

/** Most rows that are compared; each takes its text and some six hundred bytes. */
const MAX_ROWS = 20_000;
const HASHES = 64;
/** Rows that agree in all hashes of a band are compared. */
const BAND = 4;
/** Estimated share of common trigrams from which texts count as near duplicates. */
const NEAR = 0.8;
const MAX_EXAMPLE_LENGTH = 80;

/**
 * Finds texts that share most of their trigrams, without comparing each with every other.
 *
 * @param most - ignores texts after this many
 * @source Broder, "On the resemblance and containment of documents", SEQUENCES 1997 (MinHash); banding after Leskovec,
 * Rajaraman and Ullman, Mining of Massive Datasets, §3.4
 */
export function createNearDuplicateFinder(most = MAX_ROWS) {
  const groups = collectLikeRows();
  let checked = 0;
  // Released once no more rows are compared: a large test set needs the memory.
  let comparer: ReturnType<typeof createTextComparer> | null = createTextComparer();
  return {
    add(text: string, row: number): void {
      if (comparer === null) return;
      checked += 1;
      const near = comparer.findNear(text, row);
      if (near !== null) groups.add(near.row, row, near.text.slice(0, MAX_EXAMPLE_LENGTH));
      if (checked === most) comparer = null;
    },
    checked: () => checked,
    count: () => groups.count(),
    read: () => groups.read(),
  };
}

interface ComparedText {
  readonly row: number;
  readonly text: string;
}

/** Finds a similar earlier text of each, and remembers all. */
function createTextComparer() {
  const bands = createHashTable();
  const scratch = new Uint32Array(HASHES);
  const texts: ComparedText[] = [];
  const signatures = createSignatures();
  return {
    findNear(text: string, row: number): ComparedText | null {
      const normalised = normalise(text);
      if (normalised === '') return null;
      const signature = signatureOf(normalised, scratch);
      const index = texts.push({ row, text }) - 1;
      signatures.store(index, signature);
      const near = bandsOf(signature)
        .map((band) => bands.put(band, index + 1, 0).first)
        .filter((entry) => entry !== null)
        .map((entry) => entry - 1)
        // Identical texts are reported as duplicates instead.
        .find((other) => texts[other]?.text !== text && isNear(signatures.read(other), signature));
      return near === undefined ? null : (texts[near] ?? null);
    },
  };
}

/** Signatures in blocks of a thousand: separate arrays would take twice the memory. */
function createSignatures() {
  const perBlock = 1024;
  const blocks: Uint32Array[] = [];
  const startOf = (index: number): number => (index % perBlock) * HASHES;
  return {
    store(index: number, signature: Uint32Array): void {
      const block = (blocks[Math.floor(index / perBlock)] ??= new Uint32Array(perBlock * HASHES));
      block.set(signature, startOf(index));
    },
    read: (index: number): Uint32Array | undefined =>
      blocks[Math.floor(index / perBlock)]?.subarray(startOf(index), startOf(index) + HASHES),
  };
}

function isNear(other: Uint32Array | undefined, signature: Uint32Array): boolean {
  let same = 0;
  for (let index = 0; index < HASHES; index += 1) if (other?.[index] === signature[index]) same += 1;
  return same / HASHES >= NEAR;
}

function normalise(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The least hash of all trigrams, for each hash function. */
function signatureOf(text: string, signature: Uint32Array): Uint32Array {
  signature.fill(0xffffffff);
  for (let start = 0; start === 0 || start + 3 <= text.length; start += 1) {
    const base = trigramHash(text, start);
    for (let index = 0; index < HASHES; index += 1) {
      const mixed = mixBits(base ^ Math.imul(index + 1, 0x9e3779b1));
      if (mixed < (signature[index] ?? 0)) signature[index] = mixed;
    }
  }
  return signature;
}

function trigramHash(text: string, start: number): number {
  let value = 0;
  for (let index = start; index < start + 3; index += 1)
    value = Math.imul(value, 65_599) + (text.codePointAt(index) ?? 0);
  return mixBits(value);
}

function bandsOf(signature: Uint32Array): Hash[] {
  return Array.from({ length: HASHES / BAND }, (_, band) => {
    let [high, low] = [mixBits(band + 1), mixBits(~band)];
    for (let index = band * BAND; index < (band + 1) * BAND; index += 1) {
      const word = signature[index] ?? 0;
      high = mixBits(high ^ word);
      low = mixBits(Math.imul(low, 65_599) + word);
    }
    return { high, low };
  });
}

const MAX_GROUPS = 50;
const MAX_LISTED_ROWS = 10;

/** Collects groups of similar rows, by the first of each: the first groups, and the first rows of each. */
export function collectLikeRows() {
  const groups = new Map<number, { rows: number[]; more: number; example: string }>();
  let [rows, unlisted] = [0, 0];
  return {
    add(first: number, row: number, example: string): void {
      rows += 1;
      const group = groups.get(first);
      if (group === undefined) {
        if (groups.size < MAX_GROUPS) groups.set(first, { rows: [first, row], more: 0, example });
        else unlisted += 1;
      } else if (group.rows.length < MAX_LISTED_ROWS) group.rows.push(row);
      else group.more += 1;
    },
    /** Rows that are like an earlier one. */
    count: () => rows,
    /** Those of them that no group has. */
    unlisted: () => unlisted,
    read: (): LikeRows[] => [...groups.values()],
  };
}
