import { PassThrough, type Readable, type Transform, type Writable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { CallEndedError } from '../call-ended.ts';
import type { Exchange } from '../open-exchange.ts';
import type { AnswerBody } from '../read-answers.ts';

/** Copies what a program writes, which no channel reports. */
export function copyWritten(request: Writable, exchange: Exchange): void {
  for (const name of ['write', 'end'] as const) {
    // All forms of arguments are passed on.
    const original = Reflect.get(request, name) as (...args: unknown[]) => unknown;
    const copying = function copying(this: Writable, ...args: unknown[]): unknown {
      const [chunk] = args;
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) exchange.sent(chunk);
      return original.apply(this, args);
    };
    Reflect.set(request, name, copying);
  }
}

/** The parser pushes each chunk, and null at the end. */
export function copyDelivered(response: Readable, body: Transform): void {
  const push = response.push.bind(response);
  response.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (chunk === null) body.end();
    else if (chunk instanceof Uint8Array) body.write(Buffer.from(chunk));
    return push(chunk, encoding);
  };
  response.once('close', () => {
    if (!body.writableEnded) body.destroy(response.errored ?? new Error('the program stopped reading'));
  });
}

/**
 * Opens a stream that takes a body as it was sent, and yields it decoded. One in an unknown encoding ends at once.
 *
 * @source RFC 9110 §8.4
 */
export function openDecoder(encoding: string): Transform {
  const create = DECODERS[encoding.trim().toLowerCase()];
  const stream = create?.() ?? new PassThrough();
  // Whoever reads it learns of an error; nobody has to.
  stream.on('error', () => undefined);
  if (create === undefined) stream.destroy(new Error(`The answer is encoded as ${encoding}.`));
  return stream;
}

export function toAnswer(decoded: Transform, header: (name: string) => string): Omit<AnswerBody, 'status'> {
  const close = () => void decoded.destroy(new CallEndedError());
  return { chunks: decoded, close, header, contentType: header('content-type') };
}

const DECODERS: Readonly<Record<string, () => Transform>> = {
  '': () => new PassThrough(),
  identity: () => new PassThrough(),
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress(),
};
