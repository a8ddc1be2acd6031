import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readExportRequest } from '../../../../src/service/traces/otlp/read-export-request.ts';
import { toSpan, toSpanRow } from '../../../../src/service/traces/to-span-row.ts';

// `write.mjs` next to them says which package wrote them.
const PROTOBUF = await readFile('test/fixtures/otlp/request.pb');
const JSON_TEXT = await readFile('test/fixtures/otlp/request.json');

const read = async (body: Uint8Array) => (await readExportRequest(body)).map((span) => toSpan(toSpanRow(span)));
const readText = async (value: unknown) => await read(new TextEncoder().encode(JSON.stringify(value)));

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const ROOT = { trace_id: TRACE, span_id: 'b7ad6b7169203331' };

const SPANS = [
  {
    context: ROOT,
    name: 'POST /run',
    kind: 'SPAN_KIND_SERVER',
    start_time: '2025-11-23T09:00:00.123456Z',
    end_time: '2025-11-23T09:00:01.000000Z',
    status_code: 'STATUS_CODE_ERROR',
    status_message: 'Zu groß',
    attributes: {
      'service.name': 'support',
      text: 'a "b" ü',
      flag: true,
      count: -7,
      ratio: 0.25,
      list: ['x', 'y'],
      bytes: 'AP8=',
    },
    events: [
      { name: 'exception', timestamp: '2025-11-23T09:00:00.500000Z', attributes: { 'exception.type': 'Error' } },
    ],
    parent: null,
    links: [],
  },
  {
    context: { trace_id: TRACE, span_id: '00f067aa0ba902b7' },
    name: 'chat gpt-4o-mini',
    kind: 'SPAN_KIND_CLIENT',
    start_time: '2025-11-23T09:00:00.200000Z',
    end_time: '2025-11-23T09:00:00.900000Z',
    status_code: 'STATUS_CODE_UNSET',
    status_message: null,
    attributes: { 'service.name': 'support', 'gen_ai.usage.input_tokens': 128 },
    events: [],
    parent: ROOT,
    links: [{ context: ROOT, attributes: { why: 'cause' } }],
  },
];

describe('a request of OpenTelemetry', () => {
  test.each([
    ['protobuf', PROTOBUF],
    ['JSON', JSON_TEXT],
    ['compressed protobuf', gzipSync(PROTOBUF)],
    ['compressed JSON', gzipSync(JSON_TEXT)],
  ])('is read as %s', async (_, body) => {
    expect(await read(body)).toEqual(SPANS);
  });

  test('without a body has no spans', async () => {
    expect(await read(new Uint8Array())).toEqual([]);
  });

  test('is refused when it is cut off anywhere, and never crashes', async () => {
    for (let length = 1; length < PROTOBUF.length; length += 1) {
      await expect(read(PROTOBUF.subarray(0, length))).rejects.toThrow(/Input should|Invalid|expected/);
    }
  });
});

const spanWith = (fields: object) => ({ resourceSpans: [{ scopeSpans: [{ spans: [{ ...IDS, ...fields }] }] }] });
const manySpans = (count: number) => ({
  resourceSpans: [{ scopeSpans: [{ spans: Array.from({ length: count }, () => IDS) }] }],
});
const IDS = { traceId: TRACE, spanId: ROOT.span_id };

test('values that are too deep, unknown or too large for a double are null or text', async () => {
  const value = { intValue: '9007199254740993' };
  const attributes = [
    { key: 'deep', value: 'DEEP' },
    { key: 'odd', value: { newValue: 1 } },
    { key: 'big', value },
  ];
  const levels = 5000;
  const deep = `${'{"arrayValue":{"values":['.repeat(levels)}{"stringValue":"x"}${']}}'.repeat(levels)}`;
  const text = JSON.stringify(spanWith({ attributes })).replace('"DEEP"', deep);
  const [span] = await read(new TextEncoder().encode(text));
  expect(span?.attributes).toMatchObject({ odd: null, big: '9007199254740993' });
  expect(JSON.stringify(span?.attributes['deep'])).toMatch(/^\[{41}null\]{41}$/);
});

test.each([
  ['an id of zeros', spanWith({ spanId: '0'.repeat(16) }), 'An id must not be zero.'],
  ['a trace of zeros', spanWith({ traceId: '0'.repeat(32) }), 'An id must not be zero.'],
  ['an id of another length', spanWith({ traceId: 'abc' }), 'Invalid string: must match pattern /^[0-9a-f]{32}$/i.'],
  ['a time beyond 64 bits', spanWith({ startTimeUnixNano: String(2n ** 64n) }), 'A time has 64 bits.'],
  ['too many spans', manySpans(2001), 'Input should have at most 2000 spans.'],
])('%s is refused', async (_, value, message) => {
  await expect(readText(value)).rejects.toMatchObject({ code: 'WF_INVALID_INPUT', message });
});

test('as many spans as allowed are read, and the last time of 64 bits', async () => {
  expect(await readText(manySpans(2000))).toHaveLength(2000);
  expect(await readText(spanWith({ startTimeUnixNano: String(2n ** 64n - 1n) }))).toHaveLength(1);
});

test.each([
  ['text', '[]', 'Input should be protobuf of OTLP: field 11 has the unknown type 3.'],
  ['half of an object', '{"resourceSpans":', 'Input should be JSON or protobuf of OTLP.'],
  ['a field without a number', '\u0000', 'Input should be protobuf of OTLP: a field has the number 0.'],
  ['a number of eleven bytes', '\u0008'.padEnd(12, '\u00ff'), 'Input should be protobuf of OTLP'],
  ['half of what was compressed', gzipSync(PROTOBUF).subarray(0, 40), 'Input should be gzip of at most 1 MiB.'],
])('%s is refused with the reason', async (_, body, message) => {
  const bytes = typeof body === 'string' ? new Uint8Array(Buffer.from(body, 'latin1')) : body;
  const refusal = await read(bytes).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'WF_INVALID_INPUT', details: [{ type: 'value_error' }] });
  expect(String(refusal)).toContain(message);
});

test('what a span leaves out is empty', async () => {
  const [bare] = await readText(spanWith({ events: [{}], links: [IDS] }));
  expect(bare).toEqual({
    context: ROOT,
    name: '',
    kind: 'SPAN_KIND_UNSPECIFIED',
    start_time: '1970-01-01T00:00:00.000000Z',
    end_time: '1970-01-01T00:00:00.000000Z',
    status_code: 'STATUS_CODE_UNSET',
    status_message: null,
    attributes: {},
    events: [{ name: '', timestamp: '1970-01-01T00:00:00.000000Z', attributes: {} }],
    parent: null,
    links: [{ context: ROOT, attributes: {} }],
  });
  expect((await readText(spanWith({ status: { code: 2 } })))[0]).toMatchObject({
    status_code: 'STATUS_CODE_ERROR',
    status_message: null,
  });
  expect((await readText(spanWith({ status: { message: 'why' } })))[0]).toMatchObject({
    status_code: 'STATUS_CODE_UNSET',
    status_message: 'why',
  });
});

test('ids are read in either case, times as text or numbers, and a parent may be empty', async () => {
  const span = { traceId: TRACE.toUpperCase(), startTimeUnixNano: 1_000_000, parentSpanId: '' };
  const [first] = await readText(spanWith(span));
  expect(first).toMatchObject({ context: ROOT, start_time: '1970-01-01T00:00:00.001000Z', parent: null });
  expect(await readText(spanWith({ startTimeUnixNano: 0, parentSpanId: null }))).toHaveLength(1);
  await expect(readText(spanWith({ startTimeUnixNano: -1 }))).rejects.toMatchObject({ code: 'WF_INVALID_INPUT' });
});

test('the name of a span has a thousand characters at most', async () => {
  expect(await readText(spanWith({ name: 'x'.repeat(1000) }))).toHaveLength(1);
  await expect(readText(spanWith({ name: 'x'.repeat(1001) }))).rejects.toMatchObject({
    details: [{ loc: ['body', 'resourceSpans', '0', 'scopeSpans', '0', 'spans', '0', 'name'], type: 'value_error' }],
  });
});

test('a compressed request unpacks to 1 MiB at most', async () => {
  const size = 1024 * 1024;
  expect(await read(gzipSync('{}'.padEnd(size)))).toEqual([]);
  await expect(read(gzipSync('{}'.padEnd(size + 1)))).rejects.toThrow('at most 1 MiB');
});
