import { expect, test } from 'vitest';
import type { NativePackage } from '../../../../src/bundler/packages/find-native.ts';
import { findImport, otherTargets, refuseNative } from '../../../../src/bundler/packages/refuse-native.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

const FILE = "// Not 'sharper'.\nimport a from 'other';\n  const b = await import(`sharp/lib`);\n";

const native = (name: string, more: Partial<NativePackage> = {}): NativePackage => ({
  name,
  folder: `/x/node_modules/${name}`,
  isOptional: false,
  chain: [name],
  importer: '',
  ...more,
});

test('the line is named that imports a native package, and how to leave it out', async () => {
  await using project = await tempProject({ 'src/workflow.ts': FILE });
  const importer = project.path('src/workflow.ts');
  const error = refuseNative(project.root, [native('sharp', { importer })], null);
  expect(error).toMatchObject({
    code: 'WF_BUILD_FAILED',
    location: {
      sentence: 'The package sharp runs native code, which cannot be part of a bundle.',
      file: 'src/workflow.ts',
      line: 3,
      column: 26,
      frame: expect.stringContaining('await import(`sharp/lib`)'),
    },
    nextSteps: ['Name it in the project file: "external": ["sharp"]', 'wf help deploying'],
    details: { native: [{ name: 'sharp', imported_through: ['sharp'] }] },
  });
  expect(error.message).not.toContain('So do');
});

test('several packages are named together, and the way to the first', async () => {
  await using project = await tempProject({ 'src/workflow.ts': FILE });
  const first = native('sharp', { chain: ['other', 'middle', 'sharp'], importer: project.path('src/workflow.ts') });
  const error = refuseNative(project.root, [first, native('canvas'), native('sharp'), native('duckdb')], null);
  expect(error).toMatchObject({
    location: {
      sentence:
        'The package sharp runs native code, which cannot be part of a bundle. It is imported through other and middle.',
      line: 2,
      column: 15,
    },
    nextSteps: ['Name them in the project file: "external": ["sharp","canvas","duckdb"]', 'wf help deploying'],
  });
  expect(error.message).toContain('So do canvas, duckdb.');
});

test('one more package is named, and the one that imports the first', async () => {
  await using project = await tempProject({ 'src/workflow.ts': FILE });
  const first = native('sharp', { chain: ['other', 'sharp'], importer: project.path('src/workflow.ts') });
  const error = refuseNative(project.root, [first, native('canvas')], null);
  expect(error.location.sentence).toBe(
    'The package sharp runs native code, which cannot be part of a bundle. It is imported through other.',
  );
  expect(error.message).toContain('So do canvas.');
});

test('a platform that runs no native code is named, with others that do', () => {
  const error = refuseNative('/project', [native('sharp')], { platform: 'Cloudflare Workers' });
  expect(error).toMatchObject({
    location: {
      sentence: 'The package sharp runs native code, which Cloudflare Workers do not run.',
      file: null,
      line: null,
      column: null,
      frame: null,
    },
    nextSteps: ['wf build --target container', 'wf build --target node'],
  });
  expect(otherTargets()).toEqual(error.nextSteps);
});

test('an import that is not in the text has a file only', async () => {
  await using project = await tempProject({ 'src/workflow.ts': 'import x from "./x.ts";\n' });
  const importer = project.path('src/workflow.ts');
  expect(refuseNative(project.root, [native('@scope/x.y', { importer })], null)).toMatchObject({
    location: { file: 'src/workflow.ts', line: null, column: null, frame: null },
  });
  expect(findImport(importer, 'x')).toBeNull();
});

test.each([
  ["require('@scope/x.y')", 9],
  ['import "@scope/x.y/sub"', 8],
])('%s names a package with a scope', async (text, column) => {
  await using project = await tempProject({ 'a.ts': text, 'b.ts': text.replace('x.y', 'xzy') });
  expect(findImport(project.path('a.ts'), '@scope/x.y')).toEqual({ line: 1, column, text });
  expect(findImport(project.path('b.ts'), '@scope/x.y')).toBeNull();
});
