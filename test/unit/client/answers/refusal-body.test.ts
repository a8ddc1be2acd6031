import { expect, test } from 'vitest';
import { readRefusalBody } from '../../../../src/client/answers/refusal-body.ts';

const read = (text: string, contentType = 'application/json') =>
  readRefusalBody(new TextEncoder().encode(text), contentType);
const BODY = { json: undefined, isHtml: false, items: null, code: null, stacktrace: null, isMessage: false };

const item = (field: string, msg: string) => ({ loc: ['body', field], msg, type: 'x' });

test.each([
  ['a sentence', '{"detail":"No app has the id x."}', { detail: 'No app has the id x.' }],
  ['a sentence of two lines', '{"detail":"First.\\nSecond."}', { detail: 'First.' }],
  [
    'a message with a code',
    '{"detail":{"code":"WF_CONFLICT","message":"Taken."}}',
    { detail: 'Taken.', code: 'WF_CONFLICT' },
  ],
  [
    "the workflow's own failure",
    '{"detail":{"message":"Slow down","stacktrace":["Error: Slow down","  at x"]}}',
    { detail: 'Slow down', stacktrace: ['Error: Slow down', '  at x'], isMessage: true },
  ],
  [
    "the workflow's own failure with a stack in one text",
    '{"detail":{"message":"Slow\\ndown","stacktrace":"Error: Slow\\n  at x"}}',
    { detail: 'Slow', stacktrace: ['Error: Slow', '  at x'], isMessage: true },
  ],
  ['a stack of another form', '{"detail":{"message":"No","stacktrace":7}}', { detail: 'No', isMessage: true }],
  ['a code that is no text', '{"detail":{"message":"No","code":7}}', { detail: 'No', isMessage: true }],
  ['a detail that is a list', '{"detail":[1]}', { detail: '{"detail":[1]}' }],
  ['a detail that is null', '{"detail":null}', { detail: '{"detail":null}' }],
  ['an object without a message', '{"detail":{"reason":1}}', { detail: '{"reason":1}' }],
  ['JSON of another form', '{"error":"x"}', { detail: '{"error":"x"}' }],
  ['a number', '7', { detail: '7' }],
])('%s is read', (_, text, rest) => {
  expect(read(text)).toEqual({ ...BODY, json: JSON.parse(text), text, ...rest });
});

test('violations are shown with their fields, the first three of them', () => {
  const items = [item('a', 'one'), item('b', 'two'), item('c', 'three'), item('d', 'four'), item('e', 'five')];
  expect(read(JSON.stringify({ detail: items.slice(0, 3) })).detail).toBe('a: one; b: two; c: three');
  expect(read(JSON.stringify({ detail: items }))).toMatchObject({
    items,
    detail: 'a: one; b: two; c: three; and 2 more',
  });
});

test.each([
  [['body', 'ag_config', 'model'], 'config model: No'],
  [['body', 'ag_config', 'tools', 0, 'name'], 'config tools.0.name: No'],
  [['body', 'ag_config'], 'ag_config: No'],
  [['query', 'limit'], 'query.limit: No'],
  [['body'], 'body: No'],
])('a violation at %j is %j', (loc, detail) => {
  expect(read(JSON.stringify({ detail: [{ loc, msg: 'No', type: 'x' }] })).detail).toBe(detail);
});

test.each([
  [
    'text/html; charset=utf-8',
    '<html><head><title lang="en"> 502 Bad Gateway\n</title></head></html>',
    '502 Bad Gateway',
  ],
  ['text/plain', '<!DOCTYPE html><p>Sorry</p>', ''],
  ['', '<HTML><TITLE>Sorry</TITLE>', 'Sorry'],
])('a web page sent as %j has its title', (contentType, text, detail) => {
  expect(read(text, contentType)).toEqual({ ...BODY, isHtml: true, text, detail });
});

test.each([
  ['plain text has its first line', ' Gateway timeout \r\nmore', 'Gateway timeout'],
  ['a long line is cut', 'x'.repeat(501), `${'x'.repeat(500)}…`],
  ['a line of 500 characters is whole', 'x'.repeat(500), 'x'.repeat(500)],
  ['nothing has nothing', '', ''],
])('%s', (_, text, detail) => {
  expect(read(text, 'text/plain')).toEqual({ ...BODY, text: text.trim(), detail });
});

test('JSON that is sent as a web page is JSON', () => {
  expect(read('{"detail":"x"}', 'text/html')).toMatchObject({ isHtml: false, detail: 'x' });
});
