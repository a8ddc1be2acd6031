import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import {
  basesOf,
  useWorkspace,
  variantsOfBase,
  type Workspace,
} from '../../../../src/playground/workspace/workspace.ts';

// Only the fields that the functions use.
const variant = (name: string, base: string) =>
  ({ variant_name: name, base_name: base }) as Workspace['variants'][number];
const variants = [variant('default', 'app'), variant('tuned', 'app'), variant('other', 'second')];
const workspace = (given: Partial<Workspace>) => ({ variants, base: null, dev: null, ...given }) as Workspace;
const namesOf = (given: Partial<Workspace>) => variantsOfBase(workspace(given)).map((each) => each.variant_name);

test('each base is listed once, in order', () => {
  expect(basesOf({ variants })).toEqual(['app', 'second']);
  expect(basesOf({ variants: [] })).toEqual([]);
});

test('the variants are those of the chosen base, or of the first', () => {
  expect(namesOf({ base: 'second' })).toEqual(['other']);
  expect(namesOf({})).toEqual(['default', 'tuned']);
  expect(namesOf({ base: 'gone' })).toEqual([]);
  expect(namesOf({ variants: [] })).toEqual([]);
});

test('under wf dev, all variants are listed', () => {
  const dev = { type: 'reload-end' } as Workspace['dev'];
  expect(namesOf({ dev, base: 'second' })).toEqual(['default', 'tuned', 'other']);
});

test('using a view outside an app is reported as a bug', () => {
  const View = () => createElement('p', null, useWorkspace().appName);
  expect(() => renderToStaticMarkup(createElement(View))).toThrow('useWorkspace must be used inside of an app view');
});
