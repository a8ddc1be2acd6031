import { isUtf8 } from 'node:buffer';
import { testsetError } from './testset-error.ts';

const LINE_FEED = 0x0a;
const BYTE_ORDER_MARK = '\uFEFF';

/** Decodes a file as strict UTF-8 and drops a byte order mark; names the first line that is not UTF-8. */
export function decodeText(name: string, text: string | Uint8Array): string {
  const decoded = typeof text === 'string' ? text : decodeBytes(name, text);
  return decoded.startsWith(BYTE_ORDER_MARK) ? decoded.slice(1) : decoded;
}

function decodeBytes(name: string, bytes: Uint8Array): string {
  if (isUtf8(bytes)) return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  throw testsetError(
    { name, line: isUtf16 ? 1 : firstBadLine(bytes) },
    isUtf16 ? 'The file is UTF-16; save it as UTF-8.' : 'The text is not valid UTF-8; save the file as UTF-8.',
  );
}

/** A UTF-8 sequence never holds a line feed, so each line can be judged by itself. */
function firstBadLine(bytes: Uint8Array): number {
  let start = 0;
  for (let line = 1; ; line += 1) {
    const end = bytes.indexOf(LINE_FEED, start);
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
}
