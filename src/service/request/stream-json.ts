import { setImmediate } from 'node:timers/promises';
import type { Page } from '../store/page.ts';

/**
 * Streams a list record by record, so that neither its text nor its records are in memory at once.
 *
 * @param read - reads the page that begins at a cursor; left out: the first page is all
 */
export function streamList(first: Page<unknown>, read?: ReadPage): ReadableStream<Uint8Array> {
  return streamJson(writeList(first, read));
}

export type ReadPage = (cursor: string) => Promise<Page<unknown>>;

async function* writeList(first: Page<unknown>, read?: ReadPage): AsyncGenerator<string> {
  yield '[';
  let before = '';
  for (let page: Page<unknown> | undefined = first; page !== undefined;) {
    // A record of the largest size takes a turn to read, another to write, and one to send.
    await setImmediate();
    for (const item of page.items) {
      yield `${before}${JSON.stringify(item)}`;
      before = ',';
    }
    page = page.next === null ? undefined : await read?.(page.next);
  }
  yield ']';
}

/** Streams JSON whose parts are written as fast as the caller reads them; others run between two parts. */
export function streamJson(parts: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const written = parts[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { text, isLast } = await readPiece(written);
        controller.enqueue(encoder.encode(text));
        if (isLast) controller.close();
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
