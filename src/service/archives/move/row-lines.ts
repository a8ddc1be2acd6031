import { hash } from 'node:crypto';

export type Value = string | number | Uint8Array | null;
export type Row = Readonly<Record<string, Value>>;

/**
 * Writes a row in the format of PostgreSQL's COPY. Both databases give the same line for the same row.
 *
 * @source PostgreSQL manual, COPY, text format
 */
export function toLine(row: Row, columns: readonly string[]): string {
  return `${columns.map((column) => toField(row[column] ?? null)).join('\t')}\n`;
}

function toField(value: Value): string {
  if (value === null) return '\\N';
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string')
    return `\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`;
  return SPECIAL.test(value) ? value.replaceAll(EACH_SPECIAL, (character) => ESCAPES[character] ?? character) : value;
}

const SPECIAL = /[\\\b\f\n\r\t\v]/;
const EACH_SPECIAL = new RegExp(SPECIAL, 'g');

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};

/** Converts a line from PostgreSQL to the form of `toLine`; only columns with fractions differ. */
export function respellLine(line: string, fractions: readonly number[]): string {
  if (fractions.length === 0) return `${line}\n`;
  const fields = line.split('\t');
  for (const place of fractions) {
    const field = fields[place];
    if (field !== undefined && field !== '\\N') fields[place] = String(Number(field));
  }
  return `${fields.join('\t')}\n`;
}

/** Keeps sums below 2^53. */
const MODULUS = 2 ** 48;

/** An order-independent checksum of rows; checksums of parts add up. */
export function addChecksum(sum: number, line: string): number {
  return (sum + Number.parseInt(hash('sha256', line).slice(0, 12), 16)) % MODULUS;
}

export function showChecksum(sum: number): string {
  return sum.toString(16).padStart(12, '0');
}
