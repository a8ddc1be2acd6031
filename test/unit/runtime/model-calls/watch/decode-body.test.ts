import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openDecoder, toAnswer } from '../../../../../src/runtime/model-calls/watch/decode-body.ts';

const TEXT = 'An answer.';

test.each([
  ['', Buffer.from(TEXT)],
  ['identity', Buffer.from(TEXT)],
  [' GZip ', gzipSync(TEXT)],
  ['x-gzip', gzipSync(TEXT)],
  ['deflate', deflateSync(TEXT)],
  ['br', brotliCompressSync(TEXT)],
  ['zstd', zstdCompressSync(TEXT)],
])('a body in the encoding %j is decoded', async (encoding, bytes) => {
  const decoder = openDecoder(encoding);
  decoder.end(bytes);
  expect(String(await buffer(toAnswer(decoder).chunks))).toBe(TEXT);
});

test('a body in an unknown encoding ends at once', async () => {
  await expect(buffer(openDecoder('compress'))).rejects.toThrow('The answer is encoded as compress.');
});

test('nobody has to read a broken body, or one that ends early', async () => {
  const broken = openDecoder('gzip');
  broken.end('no gzip');
  await expect(buffer(toAnswer(broken).chunks)).rejects.toThrow('incorrect header check');
  const { chunks, close } = toAnswer(openDecoder(''));
  close();
  await expect(buffer(chunks)).rejects.toThrow('The call ended first.');
});
