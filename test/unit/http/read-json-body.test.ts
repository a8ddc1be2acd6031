import { expect, test } from 'vitest';
import { parseExactJson } from '../../../src/contract/validation/exact-json.ts';
import { readJsonBody, readJsonText, refuseExcess } from '../../../src/http/read-json-body.ts';
import { serveHttp } from '../../../src/http/serve-http.ts';
import { toRefusalResponse } from '../../../src/http/refusal.ts';

const post = (body: BodyInit | null) => new Request('http://x/', { method: 'POST', body });

test('a JSON body becomes its value', async () => {
  expect(await readJsonBody(post('{"a":[1,"ä"]}'))).toEqual({ ok: true, value: { a: [1, 'ä'] } });
});

test('a byte order mark is skipped', async () => {
  expect(await readJsonBody(post('\uFEFF1'))).toEqual({ ok: true, value: 1 });
});

test.each([
  ['nothing', null, { loc: ['body'], msg: 'Field required', type: 'missing' }],
  ['blanks', ' \n', { loc: ['body'], msg: 'Field required', type: 'missing' }],
  ['bad UTF-8', new Uint8Array([0x22, 0xff, 0x22]), { loc: ['body'], type: 'json_invalid' }],
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

test('bytes that are not text are named', async () => {
  expect(await readJsonBody(post(new Uint8Array([0x22, 0xff, 0x22])))).toEqual(
    refused({ loc: ['body'], msg: 'JSON decode error: the body is not valid UTF-8', type: 'json_invalid' }),
  );
});

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
