/** A body of the largest size. */
export interface LargeBody {
  readonly what: string;
  readonly make: () => string;
}

export interface LargestBody {
  readonly maxBytes: number;
  /** Name of the list in the body that may be long. */
  readonly rows: string | null;
}

type Fillings = Readonly<Record<string, (bytes: number) => string>>;

/** Values that are as long as a body may be. */
const LONG: Fillings = {
  'a long text': (bytes) => `"${'x'.repeat(bytes - 2)}"`,
  numbers: (bytes) => `[${'1,'.repeat(bytes / 2 - 2)}1]`,
  rows: (bytes) => `[${'{"a":"b"},'.repeat(bytes / 10 - 2)}{}]`,
  keys: (bytes) => `{${Array.from({ length: bytes / 14 - 2 }, (_, i) => `"k${1e6 + i}":{},`).join('')}"z":1}`,
  nesting: (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
};

const VALUES = 9500;
/** Values that have about as many parts as a body may have. */
const PARTS: Fillings = {
  'many keys': () => `{${Array.from({ length: VALUES }, (_, i) => `"k${i}":1`).join()}}`,
  'many objects': () => `[${Array.from({ length: VALUES / 3 }, (_, i) => `{"k${i}":{}}`).join()}]`,
  'many texts': (bytes) => {
    const text = JSON.stringify('y'.repeat(Math.max(0, bytes / VALUES - 4)));
    return `[${Array.from({ length: VALUES }, () => text).join()}]`;
  },
};

/** The filling of a list of rows that is longest. */
const MAX_ROWS = 'as many rows as allowed';
/** Limit of the contract. */
const ROW_LIMIT = 50_000;
/** Rows of a test set. */
const ROWS: Fillings = {
  [MAX_ROWS]: (bytes) => {
    const row = JSON.stringify({ a: 'y'.repeat(bytes / ROW_LIMIT - 11) });
    return `[${Array.from({ length: ROW_LIMIT }, () => row).join()}]`;
  },
};

/** Room for the other fields. */
const MARGIN = 4096;

/** Lists large bodies that no endpoint accepts: in place of a good body, and of a field that it lacks. */
export function largeStrangers(good: unknown, { maxBytes }: LargestBody): LargeBody[] {
  const bytes = roomIn(good, maxBytes);
  const whole = Object.entries(LONG).map(([what, fill]) => ({ what, make: () => fill(bytes) }));
  return [...whole, ...inField(good, 'unknown', bytes, false)];
}

/** Lists large bodies of an endpoint: in place of each field of a good one. */
export function largeBodies(good: unknown, { maxBytes, rows }: LargestBody): LargeBody[] {
  const fields = typeof good === 'object' && good !== null && !Array.isArray(good) ? Object.keys(good) : [];
  return fields.flatMap((field) => inField(good, field, roomIn(good, maxBytes), field === rows));
}

function roomIn(good: unknown, maxBytes: number): number {
  return maxBytes - MARGIN - JSON.stringify(good).length;
}

function inField(good: unknown, field: string, bytes: number, isRows: boolean): LargeBody[] {
  const parts = Object.entries(good ?? {})
    .filter(([name]) => name !== field)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`);
  const { 'a long text': text } = LONG;
  const fillings = isRows ? { ...LONG, ...PARTS, ...ROWS } : { 'a long text': text, ...PARTS };
  return Object.entries(fillings).map(([what, fill = String]) => ({
    what: `${what} in ${field}`,
    make: () => `{${parts.join('')}${JSON.stringify(field)}:${fill(bytes)}}`,
  }));
}
