import { expect, test } from 'vitest';
import { DEFAULT_BODY_LIMIT, readBody } from '../../../src/http/read-body.ts';

const bytes = (...parts: number[][]) => ({
  headers: new Headers(),
  body: new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const part of parts) controller.enqueue(Uint8Array.from(part));
      controller.close();
    },
  }),
  arrayBuffer: () => Promise.reject(new Error('The stream is read instead.')),
});

const declared = (length: number, content: number[]) => ({
  headers: new Headers({ 'content-length': String(length) }),
  body: null,
  arrayBuffer: async () => Uint8Array.from(content).buffer,
});

const tooLarge = (limit: string) => ({
  ok: false,
  refusal: { status: 413, detail: `The body is larger than the limit of ${limit}.` },
});

test('the parts of a stream are joined in order', async () => {
  expect(await readBody(bytes([1, 2], [3], [4, 5]))).toEqual({ ok: true, value: Uint8Array.from([1, 2, 3, 4, 5]) });
  expect(await readBody(bytes([1, 2]))).toEqual({ ok: true, value: Uint8Array.from([1, 2]) });
  expect(await readBody({ ...bytes(), body: null })).toEqual({ ok: true, value: new Uint8Array() });
});

test('a body may be as long as the limit, and no longer', async () => {
  expect(await readBody(bytes([1, 2], [3]), 3)).toMatchObject({ ok: true });
  expect(await readBody(bytes([1, 2], [3, 4]), 3)).toEqual(tooLarge('3 bytes'));
  expect(await readBody(declared(3, [1, 2, 3]), 3)).toEqual({ ok: true, value: Uint8Array.from([1, 2, 3]) });
  expect(await readBody(declared(4, []), 3)).toEqual(tooLarge('3 bytes'));
});

test('a body that is longer than it declares is refused', async () => {
  expect(await readBody(declared(3, [1, 2, 3, 4]), 3)).toEqual(tooLarge('3 bytes'));
});

test('ten mebibytes are the limit by default', async () => {
  expect(DEFAULT_BODY_LIMIT).toBe(10_485_760);
  expect(await readBody(declared(10_485_761, []))).toEqual(tooLarge('10 MiB'));
});

const MEBIBYTE = 1024 * 1024;

/** A body of more than 4 MiB, which declares its length. */
const long = (declared: number, ...parts: number[]) => ({
  ...bytes(),
  headers: new Headers({ 'content-length': String(declared) }),
  body: new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const [index, length] of parts.entries()) controller.enqueue(new Uint8Array(length).fill(index + 1));
      controller.close();
    },
  }),
});

test('a long body is read part by part', async () => {
  const read = await readBody(long(5 * MEBIBYTE, 2 * MEBIBYTE, 3 * MEBIBYTE));
  const value = read.ok ? read.value : new Uint8Array();
  expect([value.length, value[0], value[2 * MEBIBYTE - 1], value[2 * MEBIBYTE], value.at(-1)]).toEqual([
    5 * MEBIBYTE,
    1,
    1,
    2,
    2,
  ]);
});

test('a long body may end early, and may not go on', async () => {
  const early = await readBody(long(5 * MEBIBYTE, 3));
  expect(early).toEqual({ ok: true, value: Uint8Array.from([1, 1, 1]) });
  expect(await readBody(long(5 * MEBIBYTE, 4 * MEBIBYTE, MEBIBYTE + 1))).toEqual(tooLarge('10 MiB'));
});

test('only a body of more than 4 MiB is read part by part', async () => {
  const whole = { ...long(4 * MEBIBYTE, 1), arrayBuffer: async () => Uint8Array.from([7]).buffer };
  expect(await readBody(whole)).toEqual({ ok: true, value: Uint8Array.from([7]) });
  expect(await readBody({ ...whole, headers: new Headers({ 'content-length': String(4 * MEBIBYTE + 1) }) })).toEqual({
    ok: true,
    value: Uint8Array.from([1]),
  });
});
