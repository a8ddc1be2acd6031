import type * as z from 'zod';
import { REPORTED, toValidationItems } from '../../contract/validation/to-validation-items.ts';
import type { ValidationErrorItem } from '../../contract/validation/validation-error.ts';
import type { Slices } from '../../http/create-slices.ts';
import { findExcessInSteps } from '../../foundation/json/check-json.ts';
import { skipSpace } from '../../foundation/json/json-cursor.ts';
import { listMembers, skipInSteps } from '../../foundation/json/json-members.ts';
import { type ParseJson, refuseExcess, refuseSyntax } from '../../http/read-body.ts';
import { type Parsed, refuse } from '../../http/exchange.ts';

/** Nobody reads more. */
const MAX_ITEMS = 100;

export interface RowsOptions {
  readonly field: string;
  readonly schema: z.ZodType;
  readonly parse: ParseJson;
  readonly maxValues: number;
  readonly maxRows: number;
  readonly slices: Slices;
}

export interface SplitRows {
  /** `null`: the body has no such list. */
  readonly rows: unknown[] | null;
  /** The body with at most one row in its list. */
  readonly rest: string;
}

/** Parses and checks the rows of a long body one by one, in slices. */
export async function parseRows(text: string, options: RowsOptions): Promise<Parsed<SplitRows>> {
  const { field, slices } = options;
  const start = await findList(text, field, slices);
  if (start === null) return { ok: true, value: { rows: null, rest: text } };
  const reader = readRows(text, start, options);
  while (true) {
    const isOver = slices.begin();
    while (!isOver()) {
      const read = reader.next();
      if (read.done === true) return read.value;
    }
    await slices.pause();
  }
}

async function findList(text: string, field: string, slices: Slices): Promise<number | null> {
  for (const member of listMembers(text)) {
    if (member === null) await slices.pause();
    else if (member.key === field) return text[member.start] === '[' ? member.start : null;
  }
  return null;
}

/** @yields after each row, and within long ones */
function* readRows(text: string, start: number, options: RowsOptions): Generator<null, Parsed<SplitRows>> {
  const { field, maxRows, schema } = options;
  const rows: unknown[] = [];
  // Checked with the rest of the body, so it must be valid.
  let sample = schema.safeParse({}).success ? '{}' : null;
  const items: ValidationErrorItem[] = [];
  const finish = (end: number): Parsed<SplitRows> => {
    if (items.length > 0) return refuse(422, items);
    const kept = rows.length === 0 ? '' : sample;
    return { ok: true, value: { rows, rest: `${text.slice(0, start)}[${kept}]${text.slice(end)}` } };
  };
  let at = skipSpace(text, start + 1);
  if (text[at] === ']') return finish(at + 1);
  while (true) {
    const end = yield* skipInSteps(text, at);
    const row = yield* parseRow(text, at, end, rows.length, options);
    if (!row.ok) return row;
    rows.push(row.value.row);
    sample ??= text.slice(at, end);
    items.push(...row.value.items);
    const next = skipSpace(text, end);
    if (items.length >= MAX_ITEMS) return refuse(422, items.slice(0, MAX_ITEMS));
    if (text[next] === ']') return finish(next + 1);
    if (text[next] !== ',') return refuseSyntax(new SyntaxError(`Expected ',' or ']' at position ${next}`), text);
    if (rows.length === maxRows) return tooManyRows(field, maxRows);
    at = skipSpace(text, next + 1);
    yield null;
  }
}

type ParsedRow = Parsed<{ readonly row: unknown; readonly items: readonly ValidationErrorItem[] }>;

function* parseRow(
  text: string,
  from: number,
  to: number,
  index: number,
  { field, schema, parse, maxValues }: RowsOptions,
): Generator<null, ParsedRow> {
  const source = text.slice(from, to);
  const loc = ['body', field, index];
  const excess = yield* findExcessInSteps(source, { maxValues });
  if (excess !== null) return refuseExcess(excess, maxValues, loc);
  try {
    const checked = schema.safeParse(parse(source), REPORTED);
    if (checked.success) return { ok: true, value: { row: checked.data, items: [] } };
    return { ok: true, value: { row: null, items: toValidationItems(checked.error.issues, loc) } };
  } catch (error) {
    return refuseSyntax(error, text, from);
  }
}

function tooManyRows(field: string, maxRows: number) {
  const msg = `Input should have at most ${maxRows.toLocaleString('en-US')} items`;
  return refuse(422, [{ loc: ['body', field], msg, type: 'too_long' }]);
}
