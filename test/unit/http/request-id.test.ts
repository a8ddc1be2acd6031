import { expect, test } from 'vitest';
import { requestIdOf } from '../../../src/http/request-id.ts';

const withId = (id: string) => requestIdOf(new Request('http://x/', { headers: { 'x-request-id': id } }));

test("a caller's id is used", () => {
  expect(withId('abc-1.2:3')).toBe('abc-1.2:3');
});

test.each(['a b', '<script>', 'x'.repeat(129)])('%s is replaced by a new id', (id) => {
  expect(withId(id)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('a request without an id gets one', () => {
  expect(requestIdOf(new Request('http://x/'))).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
  );
});
