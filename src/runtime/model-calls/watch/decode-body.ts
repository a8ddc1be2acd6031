import { PassThrough, type Transform } from 'node:stream';
import type { AnswerBody } from '../read-answers.ts';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';

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

/** The chunks of a decoded body, for a reader that may stop waiting. */
export function toAnswer(decoded: Transform): Pick<AnswerBody, 'chunks' | 'close'> {
  return { chunks: decoded, close: () => void decoded.destroy(new Error('The call ended first.')) };
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
