import { expect, test } from 'vitest';
import { SpanQuery } from '../../../../src/contract/traces/span.ts';
import { messagesOf } from '../../../helpers/messages-of.ts';

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
