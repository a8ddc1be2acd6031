/** A decimal number: `digits` times 10 to the power of `exponent`. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** Beyond these, a number is computed as a double: a power of ten with a million digits would take minutes. */
const MAX_DIGITS = 1000;
const MAX_EXPONENT = 1000;

/**
 * Subtracts two decimal numbers with all of their digits, and rounds only the result to a double: integers beyond 2^53
 * differ by 1 where their doubles are equal, and 0.3 differs from 0.2 by 0.1.
 *
 * @param one - a number as JSON or people write it, as in `-1.5e3`, `+7` or `.5`
 */
export function exactDifference(one: string, other: string): number {
  const [first, second] = [parseDecimal(one), parseDecimal(other)];
  if (first === null || second === null) return Math.abs(Number(one) - Number(other));
  const exponent = Math.min(first.exponent, second.exponent);
  const difference = scaleTo(first, exponent) - scaleTo(second, exponent);
  return Number(`${difference < 0n ? -difference : difference}e${exponent}`);
}

function parseDecimal(text: string): Decimal | null {
  const [mantissa = '', power = '0'] = text.trim().toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('+', '').split('.');
  const exponent = Number(power) - fraction.length;
  if (mantissa.length > MAX_DIGITS || Math.abs(exponent) > MAX_EXPONENT) return null;
  return { digits: BigInt(`${whole}${fraction}`), exponent };
}

function scaleTo({ digits, exponent }: Decimal, smaller: number): bigint {
  return digits * 10n ** BigInt(exponent - smaller);
}
