import { sizeUpTo } from '../../../foundation/shorten.ts';
import { type OutputStream, writeData } from '../process/io.ts';
import { type DocumentForm, idsOf, knowsFields, pickFields, writeDocument } from './write-document.ts';

/** Most records of a part. */
const PART = 100;
/** Characters after which a part ends, too: records may be long. */
const PART_SIZE = 1024 * 1024;

type Parts<Row = unknown> = AsyncGenerator<readonly Row[], void>;

/**
 * Writes a list as a document for programs, part by part as the records come, so that memory does not grow with their
 * number. A filter that needs the whole list gets it. Nothing is written before the first records have come.
 */
export async function writeList(
  records: AsyncIterable<unknown>,
  form: DocumentForm,
  stdout: OutputStream,
): Promise<void> {
  const parts = inParts(records);
  const next = await parts.next();
  const first = next.done === true ? [] : next.value;
  const all = prepend(first, parts);
  if (form.kind === 'quiet') return await writeIds(all, stdout);
  const { fields, jq } = form;
  if (jq !== null && fields === null && countsOnly(jq.text)) return await writeData(stdout, `${await count(all)}\n`);
  const isStreamed = (jq === null || isItemwise(jq.text)) && (fields === null || knowsFields(first, fields));
  if (!isStreamed) return await writeData(stdout, await writeDocument(await collect(all), form, 2));
  if (jq === null) return await writeArray(all, fields, stdout);
  for await (const part of all) await writeData(stdout, await writeDocument(part, form, 0));
}

async function writeIds(parts: Parts, stdout: OutputStream): Promise<void> {
  for await (const part of parts) {
    const lines = idsOf(part).map((id) => `${id}\n`);
    await writeData(stdout, lines.join(''));
  }
}

/** Writes the same text as `JSON.stringify` of the whole list with two spaces per level. */
async function writeArray(parts: Parts, fields: readonly string[] | null, stdout: OutputStream): Promise<void> {
  let isEmpty = true;
  for await (const part of parts) {
    if (part.length === 0) continue;
    const text = JSON.stringify(fields === null ? part : pickFields(part, fields, { isPart: true }), null, 2);
    // Without the brackets of the part.
    await writeData(stdout, `${isEmpty ? '[\n' : ',\n'}${text.slice(2, -2)}`);
    isEmpty = false;
  }
  await writeData(stdout, isEmpty ? '[]\n' : '\n]\n');
}

/** Returns whether a part of a list is full, so that others follow. */
export function isFull(part: readonly unknown[]): boolean {
  return part.length === PART || sizeUpTo(part, PART_SIZE) >= PART_SIZE;
}

export async function* inParts<Row>(records: AsyncIterable<Row>): Parts<Row> {
  let part: Row[] = [];
  let left = PART_SIZE;
  for await (const record of records) {
    part.push(record);
    left -= sizeUpTo(record, left);
    if (part.length < PART && left > 0) continue;
    yield part;
    part = [];
    left = PART_SIZE;
  }
  if (part.length > 0) yield part;
}

/** @yields the first part, which may be empty, and the others */
export async function* prepend<Row>(first: readonly Row[], rest: Parts<Row>): Parts<Row> {
  yield first;
  yield* rest;
}

async function collect(parts: Parts): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const part of parts) for (const record of part) all.push(record);
  return all;
}

async function count(parts: Parts): Promise<number> {
  let sum = 0;
  for await (const { length } of parts) sum += length;
  return sum;
}

/** Iteration over the items, and a path into each. */
const ITEMS = String.raw`\.\[\]\??`;
const PATH = String.raw`(?:\.[A-Za-z_]\w*\??|\.?\[(?:-?\d+|"[^"\\]*")?\]\??|\."[^"\\]*"\??)*`;
const BEGINNING = new RegExp(String.raw`^\s*${ITEMS}${PATH}\s*(?:$|\|(?!=))`);

/** What reads other input, or stops all of jq. */
const BEYOND_ITEMS = /\b(?:halt|halt_error|input|inputs|input_line_number|debug|stderr)\b/;

/**
 * Returns whether a jq filter treats each item of a list for itself, as `.[]`, `.[].name` and `.[] | select(…)` do. Its
 * output for the list is then its outputs for the parts of the list.
 */
function isItemwise(filter: string): boolean {
  return BEGINNING.test(filter) && !BEYOND_ITEMS.test(filter);
}

function countsOnly(filter: string): boolean {
  return filter.trim() === 'length';
}
