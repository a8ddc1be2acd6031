import { expect, test } from 'vitest';
import * as z from 'zod';
import { parseInput } from '../../../src/http/parse-input.ts';

const Body = z.strictObject({ name: z.string(), size: z.int().min(1) });

test('a good value comes back parsed', () => {
  expect(parseInput(Body, { name: 'a', size: 2 }, 'body')).toEqual({ ok: true, value: { name: 'a', size: 2 } });
});

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
