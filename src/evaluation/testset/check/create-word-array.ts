/** A growing array of 32-bit words; those never written are 0. */
export interface WordArray {
  read(index: number): number;
  write(index: number, word: number): void;
}

/** 64 KiB: small enough that little of the last block is empty, large enough that blocks are few. */
const BLOCK = 2 ** 14;

/** Creates an array that grows block by block; no block moves or grows. */
export function createWordArray(): WordArray {
  const blocks: Uint32Array[] = [];
  return {
    read: (index) => blocks[Math.floor(index / BLOCK)]?.[index % BLOCK] ?? 0,
    write(index, word) {
      const block = (blocks[Math.floor(index / BLOCK)] ??= new Uint32Array(BLOCK));
      block[index % BLOCK] = word;
    },
  };
}
