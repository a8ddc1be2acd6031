import { hash } from 'node:crypto';
import type { LikeRows } from '../../contract/testset-report.ts';
import { createHashTable } from './hash-table.ts';

/** Rows of which the nearness is found; each is held as its text and some six hundred bytes. */
const MOST_ROWS = 20_000;
const HASHES = 64;
/** Rows that agree in all hashes of a band are looked at closer. */
const BAND = 4;
/** Share of three-letter pieces in common, estimated. */
const NEAR = 0.8;

export interface NearDuplicateFinder {
  add(text: string, row: number): void;
  checked(): number;
  read(): LikeRows[];
}

/**
 * Finds texts that share most of their pieces, without comparing each with each.
 *
 * @source Broder, "On the resemblance and containment of documents", SEQUENCES 1997 (MinHash); banding after Leskovec,
 * Rajaraman and Ullman, Mining of Massive Datasets, §3.4
 */
export function createNearDuplicateFinder(): NearDuplicateFinder {
  const bands = createHashTable();
  let checked = 0;
  const kept: { readonly row: number; readonly text: string; readonly signature: Uint32Array }[] = [];
  const groups = new Map<number, number[]>();
  return {
    add(text, row) {
      if (checked >= MOST_ROWS) return;
      checked += 1;
      const normalised = normalise(text);
      if (normalised === '') return;
      const signature = signatureOf(normalised);
      const index = kept.push({ row, text, signature }) - 1;
      const near = bandsOf(signature)
        .map((band) => bands.put(band, index + 1, 0).first)
        .filter((place) => place !== null)
        .map((place) => place - 1)
        .find((other) => isNear(kept[other], text, signature));
      if (near === undefined) return;
      const group = groups.get(near) ?? [kept[near]?.row ?? 0];
      groups.set(near, [...group, row]);
    },
    checked: () => checked,
    read: () =>
      [...groups].slice(0, 50).map(([index, rows]) => ({
        rows: rows.slice(0, 10),
        more: Math.max(0, rows.length - 10),
        example: (kept[index]?.text ?? '').slice(0, 80),
      })),
  };
}

/** Texts that are the same to the letter are duplicates, and are told of as such. */
function isNear(
  other: { readonly text: string; readonly signature: Uint32Array } | undefined,
  text: string,
  signature: Uint32Array,
): boolean {
  if (other === undefined || other.text === text) return false;
  let same = 0;
  for (let index = 0; index < HASHES; index += 1) if (other.signature[index] === signature[index]) same += 1;
  return same / HASHES >= NEAR;
}

function normalise(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The least hash of all pieces, under so many hash functions. */
function signatureOf(text: string): Uint32Array {
  const signature = new Uint32Array(HASHES).fill(0xffffffff);
  for (let start = 0; start === 0 || start + 3 <= text.length; start += 1) {
    const base = pieceHash(text, start);
    for (let index = 0; index < HASHES; index += 1) {
      const mixed = mix(base ^ Math.imul(index + 1, 0x9e3779b1));
      if (mixed < (signature[index] ?? 0)) signature[index] = mixed;
    }
  }
  return signature;
}

function pieceHash(text: string, start: number): number {
  let value = 0;
  for (let index = start; index < start + 3; index += 1)
    value = Math.imul(value, 65_599) + (text.codePointAt(index) ?? 0);
  return mix(value);
}

/** The 32-bit finaliser of MurmurHash3. */
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

function bandsOf(signature: Uint32Array): Buffer[] {
  return Array.from({ length: HASHES / BAND }, (_, band) =>
    hash('md5', `${band} ${signature.subarray(band * BAND, (band + 1) * BAND).join(' ')}`, 'buffer'),
  );
}
