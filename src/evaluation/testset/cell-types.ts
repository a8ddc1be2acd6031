import * as z from 'zod';
import type { TestsetRow } from '../../contract/testsets/testset.ts';
import { DuplicateKeyError, isExactDouble, parseExactJson } from '../../contract/validation/exact-json.ts';
import { findExcess, MAX_DEPTH } from '../../foundation/json/check-json.ts';
import { messageOf, usageError } from '../../foundation/errors/wf-error.ts';
import { testsetError, type TestsetPlace } from './testset-reader.ts';

/** The type of a column's cells. In a csv, text by default. */
const READERS = {
  text: (cell: unknown) => (typeof cell === 'string' ? cell : JSON.stringify(cell)),
  json: (cell: unknown) => toJson(cell),
  messages: (cell: unknown) => toMessages(cell),
  number: (cell: unknown) => toNumber(cell),
  boolean: (cell: unknown) => toBoolean(cell),
} as const satisfies Record<string, (cell: unknown) => unknown>;

export type CellType = keyof typeof READERS;
export type CellTypes = Readonly<Record<string, CellType>>;

const NAMES = Object.keys(READERS).join(', ');

/** In the form that chat models take. */
const Messages = z.array(z.looseObject({ role: z.string().min(1), content: z.unknown() })).min(1);

/** Parses `column=type,column=type`. @throws {WF_USAGE} for an invalid part */
export function parseCellTypes(typed: string): CellTypes {
  const types: Record<string, CellType> = Object.create(null);
  for (const part of typed.split(',').filter((one) => one.trim() !== '')) {
    const at = part.lastIndexOf('=');
    const [column, type] = [part.slice(0, Math.max(at, 0)).trim(), part.slice(at + 1).trim()];
    if (column === '' || !isCellType(type)) {
      throw usageError(`--types cannot be ${JSON.stringify(part)}: write COLUMN=TYPE, with the type ${NAMES}.`);
    }
    if (Object.hasOwn(types, column)) throw usageError(`--types gives the column ${JSON.stringify(column)} twice.`);
    types[column] = type;
  }
  return types;
}

/** Splits a header such as `messages:json`. A colon before anything but a type belongs to the column's name. */
export function splitHeader(header: string): { readonly column: string; readonly type: CellType | null } {
  const at = header.lastIndexOf(':');
  const type = header.slice(at + 1);
  return at > 0 && isCellType(type) ? { column: header.slice(0, at), type } : { column: header, type: null };
}

/** Converts one cell to its type. @throws {WF_TESTSET_INVALID} with the position */
export function typeCell(type: CellType, cell: unknown, place: TestsetPlace): unknown {
  if (cell === null || (type !== 'text' && cell === '')) return null;
  try {
    return READERS[type](cell);
  } catch (error) {
    throw testsetError(place, `The cell should be ${typeName(type)}, but ${reasonOf(error)}.`, error);
  }
}

/** Converts the cells of a row to their columns' types. @throws {WF_TESTSET_INVALID} with the position */
export function typeRow(types: CellTypes, row: TestsetRow, place: TestsetPlace): TestsetRow {
  const typed = Object.keys(types).filter((column) => Object.hasOwn(row, column));
  if (typed.length === 0) return row;
  const cells = typed.map((column) => [column, typeCell(types[column] ?? 'text', row[column], { ...place, column })]);
  return { ...row, ...Object.fromEntries(cells) };
}

/** @throws {WF_USAGE} for a type of an unknown column */
export function requireTypedColumns(name: string, types: CellTypes, columns: Iterable<string>): void {
  const known = new Set(columns);
  const missing = Object.keys(types).find((column) => !known.has(column));
  if (missing === undefined) return;
  throw usageError(
    `--types names the column ${JSON.stringify(missing)}, but ${name} has only: ${[...known].join(', ')}.`,
  );
}

function isCellType(word: string): word is CellType {
  return Object.hasOwn(READERS, word);
}

function toJson(cell: unknown): unknown {
  if (typeof cell !== 'string') return cell;
  if (findExcess(cell, {}) !== null) throw new Error(`it is nested more than ${MAX_DEPTH} deep`);
  return parseExactJson(cell);
}

function toMessages(cell: unknown): unknown {
  const parsed = Messages.safeParse(toJson(cell));
  if (!parsed.success) throw new Error('it is not');
  return parsed.data;
}

function toNumber(cell: unknown): number {
  if (typeof cell === 'number') return cell;
  const text = String(cell).trim();
  const shown = JSON.stringify(cell);
  if (hasDecimalComma(text)) throw new Error(`it is ${shown}: write a point before the decimals`);
  if (!DECIMAL.test(text)) throw new Error(`it is ${shown}`);
  if (!isExactDouble(text)) throw new Error(`a double cannot hold ${shown}: read the column as text`);
  return Number(text);
}

/** As people and programs write numbers; `Number` also accepts `0x10` and `0b1`. */
const DECIMAL = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

function toBoolean(cell: unknown): boolean {
  const word = String(cell).trim().toLowerCase();
  if (word !== 'true' && word !== 'false') throw new Error(`it is ${JSON.stringify(cell)}`);
  return word === 'true';
}

function typeName(type: CellType): string {
  if (type === 'messages') return 'a JSON list of {"role", "content"}';
  return type === 'json' ? 'JSON' : type === 'boolean' ? 'true or false' : `a ${type}`;
}

function reasonOf(error: unknown): string {
  if (error instanceof DuplicateKeyError) return `the key ${JSON.stringify(error.key)} occurs twice in one object`;
  if (error instanceof SyntaxError) return `it is not: ${error.message}`;
  return messageOf(error);
}

/** A number with a decimal comma, as in `1,5`, with or without points between thousands. */
const DECIMAL_COMMA = /^[-+]?(\d+|\d{1,3}(\.\d{3})+),\d+$/;

/** Answers whether a text is a number as spreadsheets in many countries write it, which no evaluator reads as one. */
export function hasDecimalComma(text: string): boolean {
  return DECIMAL_COMMA.test(text.trim());
}
