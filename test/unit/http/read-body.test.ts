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
