import { rm, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { TypeReport } from '../../../../../src/contract/develop/type-report.ts';
import { followTypes } from '../../../../../src/use-cases/develop/types/follow-types.ts';
import { linkPackages, tempProject } from '../../../../helpers/temp-project.ts';

const CONFIG = JSON.stringify({ compilerOptions: { strict: true, types: [] }, include: ['src'] });
const RIGHT = 'export const count: number = 1;\n';
const WRONG = "export const count: number = 'one';\n";

test('changes of the result are reported, and nothing about sources that were correct from the beginning', async () => {
  await using home = await tempProject({ 'src/a.ts': RIGHT, 'tsconfig.json': CONFIG });
  await linkPackages(home.root, ['typescript']);
  const all: TypeReport[] = [];
  await using types = followTypes({ root: home.root, onReport: (report) => void all.push(report) });
  types.start();
  await types.settled();
  expect(all).toEqual([]);
  await writeFile(home.path('src/a.ts'), WRONG);
  types.start();
  await types.settled();
  types.start();
  await types.settled();
  await writeFile(home.path('src/a.ts'), RIGHT);
  types.start();
  await types.settled();
  expect(all.map(({ count }) => count)).toEqual([1, 0]);
});

test('a check that was stopped reports nothing, and one that replaces it does', async () => {
  await using home = await tempProject({ 'src/a.ts': WRONG, 'tsconfig.json': CONFIG });
  await linkPackages(home.root, ['typescript']);
  const all: TypeReport[] = [];
  await using types = followTypes({ root: home.root, onReport: (report) => void all.push(report) });
  types.start();
  types.stop();
  await types.settled();
  expect(all).toEqual([]);
  types.start();
  types.start();
  await types.settled();
  expect(all.map(({ count }) => count)).toEqual([1]);
});

test('a project that loses its TypeScript is followed further', async () => {
  await using home = await tempProject({ 'src/a.ts': WRONG, 'tsconfig.json': CONFIG });
  await linkPackages(home.root, ['typescript']);
  const all: TypeReport[] = [];
  await using types = followTypes({ root: home.root, onReport: (report) => void all.push(report) });
  await rm(home.path('tsconfig.json'));
  types.start();
  await types.settled();
  expect(all).toEqual([]);
});
