import { setImmediate } from 'node:timers/promises';
import { sumOf } from '../../foundation/numbers.ts';
import type { Page } from '../store/page.ts';
import { writeRecord } from '../store/stored-json.ts';
import type { Flight } from './flights.ts';

/**
 * Streams a list record by record, so that neither its text nor its records are in memory at once.
 *
 * @param read - reads the page that begins at a cursor; left out: the first page is all
 */
export async function streamList(first: Page<unknown>, flight: Flight, read?: ReadPage) {
  return await streamJson(writeList(first, read), flight);
}

export type ReadPage = (cursor: string) => Promise<Page<unknown>>;

async function* writeList(first: Page<unknown>, read?: ReadPage): AsyncGenerator<string> {
  yield '[';
  let isFirst = true;
  for (let page: Page<unknown> | undefined = first; page !== undefined;) {
    // A record of the largest size takes a turn to read, another to write, and one to send.
    await setImmediate();
    const { items } = page;
    while (items.length > 0) {
      yield isFirst ? '' : ',';
      isFirst = false;
      const parts = writeNext(items);
      while (parts.length > 0) yield parts.shift() ?? '';
    }
    page = page.next === null ? undefined : await read?.(page.next);
  }
  yield ']';
}

/** Writes the next record. What is written is no longer in memory while the caller reads it. */
function writeNext(items: unknown[]): string[] {
  return writeRecord(items.shift());
}

/**
 * Streams JSON whose parts are written as fast as the caller reads them; others run between two parts. Each piece is
 * written in turn: call this for the first one in turn, too.
 */
export async function streamJson(parts: AsyncIterable<string>, { add, inTurn }: Pick<Flight, 'add' | 'inTurn'>) {
  const written = parts[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const readNext = async () => {
    const { texts, isLast } = await readPiece(written);
    const chunks = texts.filter((text) => text !== '').map((text) => encoder.encode(text));
    const length = sumOf(chunks, (chunk) => chunk.length);
    add(length);
    return { chunks, length, isLast };
  };
  let piece: Awaited<ReturnType<typeof readNext>> | null = await readNext();
  let unsent = piece.length;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (piece === null) {
          add(-unsent);
          piece = await inTurn(readNext);
          unsent = piece.length;
        }
        for (const chunk of piece.chunks) controller.enqueue(chunk);
        if (piece.isLast) controller.close();
        piece = null;
      },
      cancel: async () => void (await written.return?.()),
    },
    { highWaterMark: 0 },
  );
}

/** In characters: less would cost more to send than to write. */
const PIECE = 64 * 1024;

/** Reads some parts. Long ones stay apart: joined, they would be copied. */
async function readPiece(parts: AsyncIterator<string>) {
  await setImmediate();
  const texts = [''];
  for (let length = 0; length < PIECE;) {
    const part = await parts.next();
    if (part.done === true) return { texts, isLast: true };
    length += part.value.length;
    if (part.value.length < PIECE) texts.push(`${texts.pop()}${part.value}`);
    else texts.push(part.value, '');
  }
  await setImmediate();
  return { texts, isLast: false };
}
