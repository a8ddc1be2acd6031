import { clamp } from '../../foundation/numbers.ts';

/** P(Z ≤ z) of the standard normal distribution, to about 1e-15. */
export function normalCdf(z: number): number {
  if (Math.abs(z) > 8.3) return z < 0 ? 0 : 1;
  // Taylor series around 0 whose terms all have the sign of z, so nothing cancels.
  let [term, sum] = [z, z];
  for (let odd = 3; Math.abs(term) > Math.abs(sum) * 1e-17; odd += 2) {
    term *= (z * z) / odd;
    sum += term;
  }
  return Math.min(1, Math.max(0, 0.5 + (sum * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI)));
}

/** The z with P(Z ≤ z) = p; −∞ and ∞ at 0 and 1. */
export function normalQuantile(p: number): number {
  if (p <= 0) return -Infinity;
  return p >= 1 ? Infinity : invert(normalCdf, p, 8.3);
}

/** P(T ≤ t) of Student's distribution. */
export function studentCdf(t: number, degrees: number): number {
  const tail = regularisedBeta(degrees / (degrees + t * t), degrees / 2, 0.5) / 2;
  return t < 0 ? tail : 1 - tail;
}

/** The t with P(T ≤ t) = p, for p strictly between 0 and 1. */
export function studentQuantile(p: number, degrees: number): number {
  let bound = 16;
  while (studentCdf(bound, degrees) < Math.max(p, 1 - p) && bound < 1e12) bound *= 4;
  return invert((t) => studentCdf(t, degrees), p, bound);
}

/** The x with P(X ≤ x) = p of the chi-squared distribution, for p strictly between 0 and 1. */
export function chiSquaredQuantile(p: number, degrees: number): number {
  let bound = degrees + 16;
  while (lowerGamma(bound / 2, degrees / 2) < p && bound < 1e12) bound *= 2;
  return Math.max(
    0,
    invert((x) => (x <= 0 ? 0 : lowerGamma(x / 2, degrees / 2)), p, bound),
  );
}

/** The regularised lower incomplete gamma function. @source NIST DLMF §8.7.1 and §8.9.2 */
function lowerGamma(x: number, a: number): number {
  const front = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x < a + 1) {
    let [term, sum] = [1 / a, 1 / a];
    for (let k = 1; term > sum * 1e-17; k += 1) {
      term *= x / (a + k);
      sum += term;
    }
    return Math.min(1, front * sum);
  }
  // Lentz's method, as in `betaFraction`.
  let lower = 1 / (x + 1 - a);
  let [upper, value] = [1 / TINY, lower];
  for (let k = 1; k < 100_000; k += 1) {
    const numerator = k * (a - k);
    const denominator = x + 2 * k + 1 - a;
    lower = 1 / apartFromZero(numerator * lower + denominator);
    upper = apartFromZero(denominator + numerator / upper);
    value *= lower * upper;
    if (Math.abs(lower * upper - 1) < 1e-15) break;
  }
  return Math.max(0, 1 - front * value);
}

/** P(X ≤ k) where X counts the heads of n fair coins. */
export function fairCoinCdf(k: number, n: number): number {
  return binomialCdf(k, n, 0.5);
}

/** P(X ≤ k) where X counts the successes of n trials, each with probability p. */
export function binomialCdf(k: number, n: number, p: number): number {
  if (k < 0) return 0;
  if (p <= 0 || p >= 1) return p <= 0 || k >= n ? 1 : 0;
  return k >= n ? 1 : regularisedBeta(1 - p, n - k, k + 1);
}

/** P(X = k) where X counts the successes of n trials, each with probability p. */
export function binomialShare(k: number, n: number, p: number): number {
  if (k < 0 || k > n) return 0;
  if (p <= 0 || p >= 1) return (p <= 0 ? k === 0 : k === n) ? 1 : 0;
  const ways = logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1);
  return Math.exp(ways + k * Math.log(p) + (n - k) * Math.log1p(-p));
}

/** The x with P(X ≤ x) = p of the beta distribution, for p strictly between 0 and 1. */
export function betaQuantile(p: number, a: number, b: number): number {
  return clamp(
    invert((x) => (x <= 0 ? 0 : regularisedBeta(x, a, b)), p, 1),
    0,
    1,
  );
}

/** Bisects until the range cannot be halved further. */
function invert(rising: (x: number) => number, target: number, bound: number): number {
  let [low, high] = [-bound, bound];
  while (true) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) return middle;
    if (rising(middle) < target) low = middle;
    else high = middle;
  }
}

/** The regularised incomplete beta function. @source NIST DLMF §8.17.22, continued fraction */
function regularisedBeta(x: number, a: number, b: number): number {
  // The fraction converges fast below the mean, and the function is symmetric around it.
  if (x > (a + 1) / (a + b + 2)) return 1 - regularisedBeta(1 - x, b, a);
  const front = logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x);
  return (Math.exp(front) / a) * betaFraction(x, a, b);
}

const TINY = 1e-300;

/** Evaluates the fraction from the front, keeping the last two ratios. @source Lentz, Applied Optics 15 (1976) */
function betaFraction(x: number, a: number, b: number): number {
  let [upper, lower] = [1, 1 / apartFromZero(1 - ((a + b) * x) / (a + 1))];
  let value = lower;
  for (let m = 1; m < 100_000; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    let step = 1;
    for (const coefficient of [even, odd]) {
      lower = 1 / apartFromZero(1 + coefficient * lower);
      upper = apartFromZero(1 + coefficient / upper);
      step = lower * upper;
      value *= step;
    }
    if (Math.abs(step - 1) < 1e-15) break;
  }
  return value;
}

function apartFromZero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value;
}

/** @source Lanczos, SIAM J. Numer. Anal. B 1 (1964), with g = 7 and nine terms */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.abs(Math.sin(Math.PI * x))) - logGamma(1 - x);
  const sum = LANCZOS.reduce((total, coefficient, index) =>
    index === 0 ? coefficient : total + coefficient / (x - 1 + index),
  );
  const base = x + 6.5;
  return Math.log(Math.sqrt(2 * Math.PI) * sum) + (x - 0.5) * Math.log(base) - base;
}
