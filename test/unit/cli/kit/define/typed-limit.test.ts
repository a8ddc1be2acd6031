import { expect, test } from 'vitest';
import { limitOf } from '../../../../../src/cli/kit/define/typed-limit.ts';

test.each([
  ['a pipe', {}, null, undefined],
  ['a terminal', {}, 24, 44],
  ['a terminal with --all', { all: true }, 24, undefined],
  ['a terminal with --limit', { limit: 3 }, 24, 3],
  ['a pipe with --limit', { limit: 3 }, null, 3],
])('%s', (_, flags, rows, limit) => {
  expect(limitOf(flags, rows)).toBe(limit);
});
