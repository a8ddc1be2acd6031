/** 32-bit words by their place, as many as are written; those never written are 0. */
export interface Words {
  read(place: number): number;
  write(place: number, word: number): void;
}

/** 64 KiB: small enough that little of the last piece is empty, and large enough that pieces are few. */
const PIECE = 2 ** 14;

/** Makes room for words, piece by piece, none of which moves or grows. */
export function createWords(): Words {
  const pieces: Uint32Array[] = [];
  return {
    read: (place) => pieces[Math.floor(place / PIECE)]?.[place % PIECE] ?? 0,
    write(place, word) {
      const piece = (pieces[Math.floor(place / PIECE)] ??= new Uint32Array(PIECE));
      piece[place % PIECE] = word;
    },
  };
}
