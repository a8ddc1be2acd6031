import { symlink } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { limitNativeCode } from '../../../../src/runtime/hosted/limit-native-code.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

const original = process.dlopen.bind(process);
const loaded: unknown[] = [];

beforeEach(() => {
  process.dlopen = (_module: object, file: string, flags?: number) => loaded.push([file, flags]);
});
afterEach(() => {
  process.dlopen = original;
  loaded.length = 0;
});

test('native code is loaded from the packages of a bundle, and from nowhere else', async () => {
  await using project = await tempProject({
    'packages/1/node_modules/a/a.node': '',
    'app/files/b.node': '',
    'app/workflow.mjs': '',
  });
  await symlink(project.path('packages/1/node_modules'), project.path('app/node_modules'));
  await symlink(project.path('app/files/b.node'), project.path('packages/1/node_modules/a/b.node'));
  limitNativeCode(project.path('app/workflow.mjs'));

  process.dlopen({}, project.path('app/node_modules/a/a.node'), 2);
  expect(loaded).toEqual([[project.path('app/node_modules/a/a.node'), 2]]);
  expect(() => process.dlopen({}, project.path('app/files/b.node'))).toThrow('is native code outside of the packages');
  expect(() => process.dlopen({}, project.path('app/node_modules/a/b.node'))).toThrow('is native code outside');
});

test('a bundle without packages loads none', async () => {
  await using project = await tempProject({ 'app/workflow.mjs': '', 'app/b.node': '' });
  limitNativeCode(project.path('app/workflow.mjs'));

  expect(() => process.dlopen({}, project.path('app/b.node'))).toThrow('is native code outside of the packages');
});
