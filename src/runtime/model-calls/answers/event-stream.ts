import { parseJson } from '../../../contract/validation/parse-json.ts';
import { isRecord, toRecord } from '../../../foundation/record.ts';

/** Longer frames are not those of a model. */
const MAX_FRAME_SIZE = 16 * 1024 * 1024;

/**
 * Reads the frames in which Amazon streams: lengths, a checksum, headers, a payload in JSON, and a checksum.
 *
 * @yields each payload below the type of its event; an exception as `{error: {message}}`; the payload in `bytes` of a chunk
 * as it is
 * @source https://docs.aws.amazon.com/AmazonS3/latest/API/RESTSelectObjectAppendix.html (the encoding of event streams)
 */
export async function* readEventStream(chunks: AsyncIterable<Uint8Array>): AsyncGenerator {
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= PRELUDE) {
      const size = rest.readUInt32BE(0);
      if (size < PRELUDE + 4 || size > MAX_FRAME_SIZE) throw new Error('a frame of the stream has a wrong length');
      if (rest.length < size) break;
      yield toEvent(rest.subarray(0, size));
      rest = rest.subarray(size);
    }
  }
  if (rest.length > 0) throw new Error('the last frame is incomplete');
}

/** Two lengths and a checksum of four bytes each. */
const PRELUDE = 12;

function toEvent(frame: Buffer): unknown {
  const headersEnd = PRELUDE + frame.readUInt32BE(4);
  const headers = readHeaders(frame.subarray(PRELUDE, headersEnd));
  const payload = parseJson(frame.subarray(headersEnd, -4).toString());
  const failure = headers[':exception-type'] ?? headers[':error-code'];
  if (failure !== undefined) {
    const { message } = toRecord(payload);
    const text = typeof message === 'string' ? message : headers[':error-message'];
    return { error: { message: text === undefined ? failure : `${failure}: ${text}` } };
  }
  const { bytes } = toRecord(payload);
  // What another model wrote, in its own form.
  if (typeof bytes === 'string') return parseJson(Buffer.from(bytes, 'base64').toString());
  const type = headers[':event-type'];
  return type === undefined || !isRecord(payload) ? payload : { [type]: payload };
}

/** The sizes of values by their type; texts and bytes have their length before them. */
const SIZES: Readonly<Record<number, number>> = { 0: 0, 1: 0, 2: 1, 3: 2, 4: 4, 5: 8, 8: 8, 9: 16 };

function readHeaders(bytes: Buffer): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (let at = 0; at < bytes.length;) {
    const nameEnd = at + 1 + bytes.readUInt8(at);
    const name = bytes.subarray(at + 1, nameEnd).toString();
    const size = SIZES[bytes.readUInt8(nameEnd)];
    const start = size === undefined ? nameEnd + 3 : nameEnd + 1;
    at = start + (size ?? bytes.readUInt16BE(nameEnd + 1));
    headers[name] = bytes.subarray(start, at).toString();
  }
  return headers;
}
