import { expect, test } from 'vitest';
import { isInline, splitUrl } from '../../../../src/runtime/app/split-url.ts';

test.each([
  ['http://x', '/', ''],
  ['http://x/', '/', ''],
  ['http://x//', '/', ''],
  ['wf:///run', '/run', ''],
  ['http://x/run//a//', '/run//a', ''],
  ['http://x/run', '/run', ''],
  ['http://x/run/', '/run', ''],
  ['http://x/run///?a=1', '/run', '?a=1'],
  ['http://x///run', '///run', ''],
  ['http://x/?a=/b?c', '/', '?a=/b?c'],
  ['http://x/run/a?inline=true', '/run/a', '?inline=true'],
])('%s is split into %s and %s', (url, path, query) => {
  expect(splitUrl(url)).toEqual({ path, query });
});

test.each([
  ['', false],
  ['?inline=true', true],
  ['?inline=1', true],
  ['?a=b&inline=true', true],
  ['?inline=false', false],
  ['?inline', false],
  ['?other=true', false],
])('the query %j asks for the tree: %j', (query, expected) => {
  expect(isInline(query)).toBe(expected);
});
