import { expect, test } from 'vitest';
import * as z from 'zod';
import { parseExactJson } from '../../../src/contract/validation/exact-json.ts';
import { parseInput } from '../../../src/http/to-refusal.ts';
import { isForm, readBody, readForm, readJsonBody, readJsonText, refuseExcess } from '../../../src/http/read-body.ts';
import { toRefusalResponse } from '../../../src/http/exchange.ts';
import { serveHttp } from '../../../src/http/serve-http.ts';

const post = (body: BodyInit | null) => new Request('http://x/', { method: 'POST', body });

test('a JSON body becomes its value, without its byte order mark', async () => {
  expect(await readJsonBody(post('\uFEFF1'))).toEqual({ ok: true, value: 1 });
  expect(await readJsonBody(post('{"a":[1,"ä"]}'))).toEqual({ ok: true, value: { a: [1, 'ä'] } });
});

test.each([
  ['nothing', null, { loc: ['body'], msg: 'Field required', type: 'missing' }],
  ['blanks', ' \n', { loc: ['body'], msg: 'Field required', type: 'missing' }],
  [
    'bad UTF-8',
    new Uint8Array([0x22, 0xff, 0x22]),
    { loc: ['body'], msg: 'JSON decode error: the body is not valid UTF-8', type: 'json_invalid' },
  ],
  ['half a surrogate', new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]), { loc: ['body'], type: 'json_invalid' }],
  ['a cut object', '{"a":', { loc: ['body'], type: 'json_invalid' }],
  ['a comma too many', '{"a":1,}', { loc: ['body', 7], type: 'json_invalid' }],
  ['HTML', '<html>', { loc: ['body'], type: 'json_invalid' }],
])('%s is refused with 422', async (_, body, item) => {
  expect(await readJsonBody(post(body))).toMatchObject({ ok: false, refusal: { status: 422, detail: [item] } });
});

test('a body may be parsed exactly', async () => {
  expect(await readJsonBody(post('[9007199254740993]'), 100, parseExactJson)).toEqual({
    ok: true,
    value: ['9007199254740993'],
  });
  const msg = 'JSON decode error: The key "a" occurs twice in one object: line 2 column 3 (char 11)';
  expect(await readJsonBody(post('{"a" : 1\n, "a": 2}'), 100, parseExactJson)).toMatchObject({
    refusal: { status: 422, detail: [{ loc: ['body', 11], msg, type: 'json_invalid' }] },
  });
});

test('a body over the limit answers 413, however it is sent', async () => {
  const refusal = { status: 413, detail: 'The body is larger than the limit of 4 bytes.' };
  expect(await readJsonBody(post('12345'), 4)).toEqual({ ok: false, refusal });
  expect(await readJsonBody(post('1234'), 4)).toEqual({ ok: true, value: 1234 });
  const declared = new Request('http://x/', { method: 'POST', body: '12345', headers: { 'content-length': '5' } });
  expect(await readJsonBody(declared, 4)).toEqual({ ok: false, refusal });
  const understated = new Request('http://x/', { method: 'POST', body: '12345', headers: { 'content-length': '1' } });
  expect(await readJsonBody(understated, 4)).toEqual({ ok: false, refusal });
});

test('a caller who sends 20 MB over a socket reads the 413', async () => {
  await using server = await serveHttp({
    fetch: async (request) => {
      const body = await readJsonBody(request);
      return body.ok ? Response.json(null) : toRefusalResponse(body.refusal);
    },
  });
  const answer = await fetch(server.url, { method: 'POST', body: `"${'x'.repeat(20_000_000)}"` });
  expect(answer.status).toBe(413);
  expect(await answer.json()).toEqual({ detail: 'The body is larger than the limit of 10 MiB.' });
});

const refused = (item: object) => ({ ok: false, refusal: { status: 422, detail: [item] } });

test('a text is refused before it is parsed if it is too deep or has too many values', () => {
  const unread = () => {
    throw new Error('It is not parsed.');
  };
  expect(readJsonText('['.repeat(100_000), unread)).toEqual(refuseExcess('depth', undefined, ['body']));
  expect(readJsonText(`[${'1,'.repeat(20_000)}1]`, unread, 2)).toEqual(refuseExcess('values', 2, ['body']));
  expect(refuseExcess('values', 12_000, ['body', 'rows'])).toEqual(
    refused({ loc: ['body', 'rows'], msg: 'Input should contain at most 12,000 values', type: 'too_long' }),
  );
  expect(refuseExcess('depth', undefined, ['body'])).toEqual(
    refused({ loc: ['body'], msg: 'Input should be nested at most 1000 deep', type: 'json_invalid' }),
  );
});

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

test('a body that is longer than it declares, or than ten mebibytes by default, is refused', async () => {
  expect(await readBody(declared(10_485_761, []))).toEqual(tooLarge('10 MiB'));
  expect(await readBody(declared(3, [1, 2, 3, 4]), 3)).toEqual(tooLarge('3 bytes'));
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

async function readOf(body: FormData | URLSearchParams) {
  const request = new Request('http://x/', { method: 'POST', body });
  return await readForm(new Uint8Array(await request.arrayBuffer()), request.headers);
}

test.each([
  ['multipart/form-data; boundary=x', true],
  ['Application/X-WWW-Form-Urlencoded', true],
  ['application/json', false],
  ['text/plain; multipart/form-data', false],
  ['multipart/form-database', false],
])('%s is a form: %s', (type, is) => {
  expect([isForm(new Headers({ 'content-type': type })), isForm(new Headers())]).toEqual([is, false]);
});

test("each field is text, and a file's name names the test set", async () => {
  const form = new FormData();
  form.set('app_id', 'a1');
  form.set('file', new File(['a,b\n1,2\n'], 'cases.csv'));
  expect(await readOf(form)).toEqual({
    ok: true,
    value: { app_id: 'a1', file: 'a,b\n1,2\n', testset_name: 'cases.csv' },
  });
  form.set('testset_name', 'mine');
  expect(await readOf(form)).toMatchObject({ value: { testset_name: 'mine' } });
});

test('a form of fields alone has no other ones', async () => {
  expect(await readOf(new URLSearchParams({ one: '1', two: 'ä' }))).toStrictEqual({
    ok: true,
    value: { one: '1', two: 'ä' },
  });
});

test('a form that cannot be read is refused', async () => {
  const headers = new Headers({ 'content-type': 'multipart/form-data; boundary=x' });
  const refused = {
    ok: false,
    refusal: { status: 422, detail: [{ loc: ['body'], msg: 'Input should be a form in UTF-8', type: 'form_invalid' }] },
  };
  expect(await readForm(new TextEncoder().encode('no parts'), headers)).toEqual(refused);
  expect(await readForm(new TextEncoder().encode('a=1'), new Headers())).toEqual(refused);
  const form = new FormData();
  form.set('file', new File([new Uint8Array([0xe4])], 'latin-1.csv'));
  expect(await readOf(form)).toEqual(refused);
});

const Body = z.strictObject({ name: z.string(), size: z.int().min(1) });

test('each violation is an item that begins with the part of the request', () => {
  expect(parseInput(Body, { size: 0, extra: 1 }, 'body')).toEqual({
    ok: false,
    refusal: {
      status: 422,
      detail: [
        { loc: ['body', 'name'], msg: 'Field required', type: 'missing' },
        { loc: ['body', 'size'], msg: 'Input should be greater than or equal to 1', type: 'greater_than_equal' },
        { loc: ['body', 'extra'], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' },
      ],
    },
  });
});
