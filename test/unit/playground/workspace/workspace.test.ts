import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ofBase, useWorkspace, type Workspace } from '../../../../src/playground/workspace/workspace.ts';

const conditionOf = (given: Partial<Workspace>) =>
  ofBase({ base: null, bases: ['app', 'second'], dev: null, ...given });

test('variants are those of the chosen base, or of the first', () => {
  expect(conditionOf({ base: 'second' })).toEqual({ base_name: 'second' });
  expect(conditionOf({})).toEqual({ base_name: 'app' });
  expect(conditionOf({ bases: [] })).toEqual({});
});

test('under wf dev, variants are those of all bases', () => {
  expect(conditionOf({ dev: { type: 'reload-end' } as Workspace['dev'], base: 'second' })).toEqual({});
});

test('using a view outside an app is reported as a bug', () => {
  const View = () => createElement('p', null, useWorkspace().appName);
  expect(() => renderToStaticMarkup(createElement(View))).toThrow(
    expect.objectContaining({ message: 'useWorkspace must be used inside of an app view' }),
  );
});
