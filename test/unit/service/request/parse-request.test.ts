import { expect, test } from 'vitest';
import * as z from 'zod';
import { BYTES, type Endpoint } from '../../../../src/contract/endpoint/endpoint.ts';
import { createSlices } from '../../../../src/http/create-slices.ts';
import { parseRequest } from '../../../../src/service/request/parse-request.ts';

const ENDPOINT: Endpoint = {
  method: 'POST',
  path: '/things/{id}',
  summary: 'Makes a thing.',
  tag: 'things',
  source: 'wf',
  role: null,
  reach: 'open',
  params: z.object({ id: z.string().min(2) }),
  query: z.object({ size: z.coerce.number().optional(), tag: z.array(z.string()).optional() }),
  body: z.object({ name: z.string() }).strict(),
  isForm: false,
  isBodyOptional: false,
  response: null,
  status: 204,
  list: false,
  isConditional: false,
  publicAnswer: null,
  isExact: false,
  maxBytes: 4 * 1024 * 1024,
  rows: null,
};
const LIMITS = { bodyBytes: 3 * 1024 * 1024, artifactBytes: 20 };

interface Given {
  readonly endpoint?: Partial<Endpoint>;
  readonly body?: string | Uint8Array;
  readonly query?: string;
  readonly id?: string;
  readonly type?: string;
}

async function parse({ endpoint = {}, body = '{"name":"n"}', query = '', id = 'ab', type }: Given = {}) {
  const url = new URL(`http://wf.test/things/x${query}`);
  const headers = new Headers(type === undefined ? {} : { 'content-type': type });
  const request = new Request(url, { method: 'POST', headers, body: body as BodyInit });
  return await parseRequest(
    { ...ENDPOINT, ...endpoint },
    request,
    url,
    { id },
    {
      limits: LIMITS,
      slices: createSlices(),
      take: () => null,
    },
  );
}

const accepted = async (given?: Given) => {
  const parsed = await parse(given);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.refusal));
  return parsed.value;
};
const refused = async (given: Given) => {
  const parsed = await parse(given);
  return parsed.ok ? null : parsed.refusal;
};
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));
const item = (loc: readonly (string | number)[], msg: string, type: string) => ({ loc, msg, type });

test('the parts of a request are side by side, with the body as it was sent', async () => {
  expect(await accepted({ id: 'a%20b', query: '?size=1&size=2&tag=x&tag=y' })).toEqual({
    input: { id: 'a b', size: 2, tag: ['x', 'y'], body: { name: 'n' } },
    body: bytesOf('{"name":"n"}'),
  });
  expect(await accepted({ query: '?tag=x' })).toMatchObject({ input: { tag: ['x'] } });
});

test('an endpoint without a body reads none', async () => {
  expect(await accepted({ endpoint: { body: null } })).toEqual({ input: { id: 'ab' }, body: null });
});

test('one answer names every violation', async () => {
  expect(await refused({ id: 'a', query: '?size=x', body: '{}' })).toEqual({
    status: 422,
    detail: [
      expect.objectContaining({ loc: ['path', 'id'] }),
      expect.objectContaining({ loc: ['query', 'size'] }),
      expect.objectContaining({ loc: ['body', 'name'] }),
    ],
  });
  expect(await refused({ id: '%ff' })).toEqual({
    status: 422,
    detail: [item(['path', 'id'], 'Input should be valid percent-encoded UTF-8', 'string_unicode')],
  });
});

test('a body may be as large as its endpoint and the service allow', async () => {
  const statusOf = async (given: Given) => (await refused(given))?.status;
  const small = { maxBytes: 12 };
  expect(await statusOf({ endpoint: small })).toBeUndefined();
  expect(await statusOf({ endpoint: small, body: '{"name":"no"}' })).toBe(413);
  const padded = (bytes: number) => `{"name":"n"}${' '.repeat(bytes - 12)}`;
  expect(await statusOf({ body: padded(LIMITS.bodyBytes) })).toBeUndefined();
  expect(await statusOf({ body: padded(LIMITS.bodyBytes + 1) })).toBe(413);
  const bundle = { body: BYTES };
  expect(await statusOf({ endpoint: bundle, body: new Uint8Array(20) })).toBeUndefined();
  expect(await statusOf({ endpoint: bundle, body: new Uint8Array(21) })).toBe(413);
});

test('bytes are passed on', async () => {
  const bytes = new Uint8Array([0, 255]);
  expect(await accepted({ endpoint: { body: BYTES }, body: bytes })).toEqual({
    input: { id: 'ab', body: bytes },
    body: bytes,
  });
});

test('a body may be left out where the endpoint says so', async () => {
  const isBodyOptional = true;
  const body = z.object({ name: z.string().default('m') });
  expect((await accepted({ endpoint: { body, isBodyOptional }, body: '' })).input['body']).toEqual({ name: 'm' });
  expect((await accepted({ endpoint: { body, isBodyOptional } })).input['body']).toEqual({ name: 'n' });
  expect(await refused({ endpoint: { body }, body: '' })).toMatchObject({ status: 422 });
});

test('a form is read where the endpoint takes one', async () => {
  const form = { body: 'name=n', type: 'application/x-www-form-urlencoded' };
  expect((await accepted({ endpoint: { isForm: true }, ...form })).input['body']).toEqual({ name: 'n' });
  expect(await refused({ ...form })).toMatchObject({ status: 422, detail: [{ type: 'json_invalid' }] });
  expect((await accepted({ endpoint: { isForm: true } })).input['body']).toEqual({ name: 'n' });
  expect(await refused({ endpoint: { isForm: true }, body: 'x', type: 'multipart/form-data' })).toEqual({
    status: 422,
    detail: [item(['body'], 'Input should be a form in UTF-8', 'form_invalid')],
  });
});

test('large numbers keep their digits where the endpoint is exact', async () => {
  const body = z.object({ name: z.unknown() });
  const text = '{"name":9007199254740993}';
  expect((await accepted({ endpoint: { body, isExact: true }, body: text })).input['body']).toEqual({
    name: '9007199254740993',
  });
  expect((await accepted({ endpoint: { body }, body: text })).input['body']).toEqual({ name: 9007199254740992 });
});

test('text that is not UTF-8 is refused, before other parts are checked', async () => {
  expect(await refused({ body: new Uint8Array([0xff]) })).toMatchObject({ status: 422 });
});

test('a body has at most 10,000 values', async () => {
  const body = z.object({ list: z.array(z.number()) });
  const textOf = (count: number) => JSON.stringify({ list: Array.from({ length: count }, () => 1000) });
  // The list itself is one as well.
  expect(await refused({ endpoint: { body }, body: textOf(9999) })).toBeNull();
  expect(await refused({ endpoint: { body }, body: textOf(10_000) })).toMatchObject({
    status: 422,
    detail: [{ type: 'too_long' }],
  });
});

const BODY = z.object({ name: z.string(), rows: z.array(z.object({ a: z.number() })) }).strict();
const ROWS = { body: BODY, rows: 'rows' };
const rowsOf = (count: number) => `[${Array.from({ length: count }, (_, a) => `{"a":${a}}`).join(',')}]`;

test('the long list of a body may have more values, and each is checked', async () => {
  const text = `{"name":"n","rows":${rowsOf(50_000)}}`;
  const { input } = await accepted({ endpoint: ROWS, body: text });
  const { name, rows } = input['body'] as { name: string; rows: object[] };
  expect([name, rows.length, rows.at(-1)]).toEqual(['n', 50_000, { a: 49_999 }]);
  expect(await refused({ endpoint: { body: BODY }, body: text })).toMatchObject({ detail: [{ type: 'too_long' }] });
  expect(await refused({ endpoint: ROWS, body: `{"name":"n","rows":${rowsOf(50_001)}}` })).toEqual({
    status: 422,
    detail: [item(['body', 'rows'], 'Input should have at most 50,000 items', 'too_long')],
  });
  const wrong = `{"name":"n","rows":${rowsOf(5000).replace('{"a":7}', '{"a":"7"}')}}`;
  expect(await refused({ endpoint: ROWS, body: wrong })).toMatchObject({ detail: [{ loc: ['body', 'rows', 7, 'a'] }] });
});

test('the rest of a body with a long list is checked, and at most 1 MiB', async () => {
  const withRest = (rest: string) => `{"name":${JSON.stringify(rest)},"rows":${rowsOf(5000)}}`;
  expect(await refused({ endpoint: ROWS, body: `{"rows":${rowsOf(5000)}}` })).toMatchObject({
    detail: [{ loc: ['body', 'name'] }],
  });
  // With its braces, its names and one row.
  const most = 1024 * 1024 - '{"name":"","rows":[{"a":0}]}'.length;
  expect(await refused({ endpoint: ROWS, body: withRest('n'.repeat(most)) })).toBeNull();
  expect(await refused({ endpoint: ROWS, body: withRest('n'.repeat(most + 1)) })).toEqual({
    status: 422,
    detail: [item(['body'], 'Input should be at most 1 MiB, without its rows', 'too_long')],
  });
  const without = `{"name":"n"}${' '.repeat(40_000)}`;
  expect(await refused({ endpoint: ROWS, body: without })).toMatchObject({ detail: [{ loc: ['body', 'rows'] }] });
});

test('an endpoint cannot name a list that its body does not have', async () => {
  const long = `{"name":"n"}${' '.repeat(40_000)}`;
  for (const [rows, body] of [
    ['name', ENDPOINT.body],
    ['rows', z.string()],
  ] as const) {
    await expect(parse({ endpoint: { rows, body }, body: long })).rejects.toThrow(`The body has no list ${rows}.`);
  }
});
