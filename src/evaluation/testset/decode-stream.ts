import { isUtf8 } from 'node:buffer';
import { testsetError } from './testset-error.ts';

const LINE_FEED = 0x0a;

/**
 * Decodes a file as strict UTF-8 and drops a byte order mark; reports the first line that is not UTF-8.
 *
 * @yields the text in chunks
 */
export async function* decodeStream(name: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  let isFirst = true;
  // The bytes since the last line feed: an invalid character may show only with the next chunk.
  let open: Uint8Array = new Uint8Array();
  for await (const chunk of chunks) {
    if (isFirst && isUtf16(chunk)) throw testsetError({ name, line: 1 }, 'The file is UTF-16; save it as UTF-8.');
    isFirst = false;
    yield decode(name, () => decoder.decode(chunk, { stream: true }), open, chunk, line);
    const last = chunk.lastIndexOf(LINE_FEED);
    line += countFeeds(chunk);
    open = last === -1 ? Buffer.concat([open.subarray(-4), chunk.subarray(-4)]) : chunk.subarray(last + 1);
  }
  const rest = decode(name, () => decoder.decode(), open, new Uint8Array(), line);
  if (rest !== '') yield rest;
}

function decode(name: string, read: () => string, open: Uint8Array, chunk: Uint8Array, line: number): string {
  try {
    return read();
  } catch (cause) {
    const place = { name, line: line + feedsBeforeBad(Buffer.concat([open, chunk])) };
    throw testsetError(place, 'The text is not valid UTF-8; save the file as UTF-8.', cause);
  }
}

function isUtf16(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

/** A UTF-8 sequence never contains a line feed, so each line can be checked on its own. */
function feedsBeforeBad(bytes: Uint8Array): number {
  let start = 0;
  for (let feeds = 0; ; feeds += 1) {
    const end = bytes.indexOf(LINE_FEED, start);
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) return feeds;
    start = end + 1;
  }
}

function countFeeds(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) count += 1;
  return count;
}
