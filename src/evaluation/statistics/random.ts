/** A random number generator that gives the same numbers for the same seed on every platform. */
export interface Random {
  /** A whole number from 0 to `bound` − 1, uniform to within bound / 2³². */
  below(bound: number): number;
}

/** The four words of the initial state, or a seed for them. */
type Seed = number | readonly [number, number, number, number];

/**
 * Creates a xoshiro128** generator.
 *
 * @param seed - a whole number, spread over the state by SplitMix32, or the state itself
 * @source Blackman and Vigna, "Scrambled linear pseudorandom number generators", ACM TOMS 47 (2021)
 */
export function createRandom(seed: Seed): Random {
  let [a, b, c, d] = typeof seed === 'number' ? spread(seed) : seed;
  const next = (): number => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11);
    return result;
  };
  return { below: (bound) => Math.floor((next() * bound) / 2 ** 32) };
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}

/** @source Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014 */
function spread(seed: number): [number, number, number, number] {
  let state = seed | 0;
  const word = (): number => {
    state = (state + 0x9e3779b9) | 0;
    return mixBits(state);
  };
  return [word(), word(), word(), word()];
}

/** Mixes 32 bits; no two inputs give the same output. @source the 32-bit finaliser of MurmurHash3 */
export function mixBits(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
