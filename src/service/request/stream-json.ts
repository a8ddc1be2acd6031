import { setImmediate } from 'node:timers/promises';
import type { Page } from '../store/page.ts';
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
  let before = '';
  for (let page: Page<unknown> | undefined = first; page !== undefined;) {
    // A record of the largest size takes a turn to read, another to write, and one to send.
    await setImmediate();
    const { items } = page;
    // What is written is no longer in memory while the caller reads it.
    while (items.length > 0) {
      yield `${before}${JSON.stringify(items.shift())}`;
      before = ',';
    }
    page = page.next === null ? undefined : await read?.(page.next);
  }
  yield ']';
}

/**
 * Streams JSON whose parts are written as fast as the caller reads them; others run between two parts. Each piece is
 * written in turn: call this for the first one in turn, too.
 */
export async function streamJson(parts: AsyncIterable<string>, { add, inTurn }: Pick<Flight, 'add' | 'inTurn'>) {
  const written = parts[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const readNext = async () => {
    const { text, isLast } = await readPiece(written);
    const bytes = encoder.encode(text);
    add(bytes.length);
    return { bytes, isLast };
  };
  let piece: Awaited<ReturnType<typeof readNext>> | null = await readNext();
  let unsent = piece.bytes.length;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (piece === null) {
          add(-unsent);
          piece = await inTurn(readNext);
          unsent = piece.bytes.length;
        }
        controller.enqueue(piece.bytes);
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

async function readPiece(parts: AsyncIterator<string>) {
  await setImmediate();
  let text = '';
  while (text.length < PIECE) {
    const part = await parts.next();
    if (part.done === true) return { text, isLast: true };
    text += part.value;
  }
  await setImmediate();
  return { text, isLast: false };
}
