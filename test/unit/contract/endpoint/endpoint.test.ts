import { expect, test } from 'vitest';
import * as z from 'zod';
import { BYTES, ById, endpoint, isBytes, OrderedPaging, Paging } from '../../../../src/contract/endpoint/endpoint.ts';

const GIVEN = { method: 'GET', path: '/a', summary: 'List', tag: 'a', source: 'wf', response: null } as const;

test('an endpoint that says no more than it must is a reader without a body, of up to 1 MiB', () => {
  const { params, query, ...rest } = endpoint(GIVEN);
  expect(rest).toEqual({
    ...GIVEN,
    role: 'viewer',
    body: null,
    isBodyOptional: false,
    isForm: false,
    status: 200,
    list: false,
    isConditional: false,
    isExact: false,
    maxBytes: 1_048_576,
    rows: null,
  });
  expect([params, query].map((schema) => schema.parse({ a: 1 }))).toEqual([{}, {}]);
});

test('what an endpoint says counts', () => {
  expect(endpoint({ ...GIVEN, role: null, maxBytes: 5, list: true })).toMatchObject({
    role: null,
    maxBytes: 5,
    list: true,
  });
});

test.each([
  [BYTES, true],
  [null, false],
  [z.string(), false],
  [Object.assign(z.string(), { kind: 'text' }) as unknown as z.ZodType, false],
])('raw bytes differ from schemas and from no body: %#', (shape, expected) => {
  expect(isBytes(shape)).toBe(expected);
});

test.each([
  [{}, true],
  [{ limit: '1' }, true],
  [{ limit: '1000' }, true],
  [{ limit: '0' }, false],
  [{ limit: '1001' }, false],
  [{ limit: '1.5' }, false],
  [{ cursor: 'aZ0_-' }, true],
  [{ cursor: '' }, false],
  [{ cursor: 'a=' }, false],
])('the page %j of a list is valid: %s', (query, expected) => {
  expect(Paging.safeParse(query).success).toBe(expected);
});

test('an invalid cursor is reported as such', () => {
  const messages = Paging.safeParse({ cursor: '!' }).error?.issues.map(({ message }) => message);
  expect(messages).toEqual(['Input should be a cursor of this list']);
});

test('a list can be read in both orders, and from a prefix of an id', () => {
  const orders = ['asc', 'desc', 'up'].map((order) => OrderedPaging.safeParse({ order, limit: '5' }).data);
  expect(orders).toEqual([{ order: 'asc', limit: 5 }, { order: 'desc', limit: 5 }, undefined]);
  expect(ById.parse({ id_prefix: '01', other: 1 })).toEqual({ id_prefix: '01' });
});
