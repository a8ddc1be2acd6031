import { expect, test } from 'vitest';
import { CreateApp } from '../../../src/contract/apps/app.ts';
import { type AuditEntry, ExportAuditLog, toAuditLine } from '../../../src/contract/audit/audit-entry.ts';
import { SetVariable, VariableName } from '../../../src/contract/environments/variables.ts';
import { Shard } from '../../../src/contract/evaluations/evaluation.ts';
import { SpanQuery } from '../../../src/contract/traces/span.ts';
import { Name } from '../../../src/contract/validation/fields.ts';
import { messagesOf } from '../../helpers/messages-of.ts';

const CONTROL = 'A name must not contain control characters';

test.each([
  ['a', null],
  ['é 🙂 / "x"', null],
  ['x'.repeat(200), null],
  ['', ['Too small: expected string to have >=1 characters']],
  ['x'.repeat(201), ['Too big: expected string to have <=200 characters']],
  ['a\nb', [CONTROL]],
  ['\u0000', [CONTROL]],
  ['\u007f', [CONTROL]],
  ['\u009f', [CONTROL]],
  ['\ud83d', ['A name must not contain half of a surrogate pair']],
])('the name %j has the problems %j', (name, problems) => {
  expect(messagesOf(Name, name)).toEqual(problems);
});

const APP_LETTERS = 'app_name: Use letters, digits, "-" and "_" in an app name';

test.each([
  ['Support_bot-1', null],
  ['a'.repeat(100), null],
  ['a'.repeat(101), ['app_name: Too big: expected string to have <=100 characters']],
  ['', [APP_LETTERS]],
  ['a b', [APP_LETTERS]],
  ['a/b', [APP_LETTERS]],
  ['café', null],
  ['サポート', null],
  ['-a', ['app_name: A name must not begin with "-", as options do']],
])('the app name %j has the problems %j', (app_name, problems) => {
  expect(messagesOf(CreateApp, { app_name })).toEqual(problems);
});

const LETTERS = 'Use letters, digits and "_" in a variable name, and do not begin with a digit';
const PROCESS = 'This variable controls the process and cannot be set';
const OWN = 'Variables that begin with WF_ are those of wf: no workflow gets them';

test.each([
  ['OPENAI_API_KEY', null],
  ['_a1', null],
  ['A'.repeat(200), null],
  ['A'.repeat(201), ['Too big: expected string to have <=200 characters']],
  ['1A', [LETTERS]],
  ['A-B', [LETTERS]],
  ['', [LETTERS]],
  ['A\n', [LETTERS]],
  ['NODE_OPTIONS', [PROCESS]],
  ['WF_SECRET_KEY', [OWN]],
  ['wf_trust', [OWN]],
])('the name %j has the problems %j', (name, problems) => {
  expect(messagesOf(VariableName, name)).toEqual(problems);
});

test.each([
  ['', null],
  ['a\nb', null],
  ['x'.repeat(65_536), null],
  ['x'.repeat(65_537), ['value: Too big: expected string to have <=65536 characters']],
  ['a\0b', ['value: A value must not contain the character U+0000']],
])('a value has the problems %#', (value, problems) => {
  expect(messagesOf(SetVariable, { value })).toEqual(problems);
});

test.each([
  [{}],
  [{ format: 'opentelemetry', focus: 'node', page: '1', size: '1000' }],
  [{ page: '10000', size: '1', filtering: '', next: '', stop: '' }],
  [{ oldest: '2026-11-20T11:00:00+01:00', newest: '2026-11-20T11:00:00Z' }],
])('spans are selected by %j', (query) => {
  expect(messagesOf(SpanQuery, query)).toBeNull();
});

test.each(['filtering', 'next', 'stop'])('a query by %s is refused, not ignored', (name) => {
  expect(messagesOf(SpanQuery, { [name]: 'x' })).toEqual([
    `${name}: This service selects spans by oldest, newest, page and size only`,
  ]);
});

test.each([
  [{ page: '0' }],
  [{ page: '10001' }],
  [{ size: '0' }],
  [{ size: '1001' }],
  [{ format: 'agenta' }],
  [{ focus: 'trace' }],
  [{ oldest: 'yesterday' }],
  [{ newest: '2026-11-20' }],
])('the query %j is invalid', (query) => {
  expect(messagesOf(SpanQuery, query)).toHaveLength(1);
});

const SHA256 = 'a'.repeat(64);
const HASH = ['sha256: Input should be a SHA-256 hash in hex'];

test.each([
  [{ entries: 1 }, null],
  [{ entries: 5000 }, null],
  [{ entries: 0 }, ['entries: Too small: expected number to be >=1']],
  [{ entries: 5001 }, ['entries: Too big: expected number to be <=5000']],
  [{ sha256: 'A'.repeat(64) }, HASH],
  [{ sha256: 'a'.repeat(63) }, HASH],
  [{ sha256: 'a'.repeat(65) }, HASH],
])('an export with %j has the problems %j', (given, problems) => {
  expect(messagesOf(ExportAuditLog, { last_id: 'x', entries: 1, sha256: SHA256, ...given })).toEqual(problems);
});

test('an entry is a line of JSON, with its own fields only and in their order', () => {
  const entry: AuditEntry = {
    created_at: '2026-11-20T11:00:00Z',
    id: '1',
    request_id: 'wf',
    key_name: 'ci',
    role: 'author',
    action: 'deployToEnvironment',
    kind: 'environment',
    record: null,
    name: 'live',
    app: null,
    before: null,
    after: '2',
    summary: null,
  };
  expect(toAuditLine({ ...entry, more: 1 } as AuditEntry)).toBe(
    '{"id":"1","created_at":"2026-11-20T11:00:00Z","request_id":"wf","key_name":"ci","role":"author","action":"deployToEnvironment","kind":"environment","record":null,"name":"live","app":null,"before":null,"after":"2","summary":null}\n',
  );
});

test.each([
  [{ index: 1, count: 1 }, true],
  [{ index: 10_000, count: 10_000 }, true],
  [{ index: 0, count: 1 }, false],
  [{ index: 1, count: 0 }, false],
  [{ index: 10_001, count: 10_000 }, false],
  [{ index: 1, count: 10_001 }, false],
  [{ index: 1.5, count: 2 }, false],
  [{ index: 1, count: 2, other: 1 }, false],
])('the part %j of a test set: %s', (shard, isValid) => {
  expect(Shard.safeParse(shard).success).toBe(isValid);
});
