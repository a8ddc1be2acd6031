import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { DevEvent } from '../../../../src/contract/develop/dev-events.ts';
import { DevStatus } from '../../../../src/playground/develop/dev-status.tsx';

const failure = { type: 'reload-fail', message: 'no', file: 'a.ts', line: 3, column: 7, frame: null, routes: [] };
// The events have more fields than the view reads.
const render = (event: object) => renderToStaticMarkup(createElement(DevStatus, { event: event as DevEvent }));

test('a save that builds shows nothing', () => {
  expect(render({ type: 'reload-end', routes: [] })).toBe('');
});

test.each([
  [{}, 'a.ts:3:7'],
  [{ column: null }, 'a.ts:3'],
  [{ line: null }, 'a.ts'],
  [{ file: null }, 'The workflow does not build'],
])('a failure with %j is titled %j', (given, title) => {
  expect(render({ ...failure, ...given })).toContain(`<b>${title}</b> no`);
});

test('the last working version is mentioned', () => {
  expect(render(failure)).not.toContain('last good version');
  expect(render({ ...failure, routes: [{ path: '/' }] })).toContain('The last good version keeps answering.');
});
