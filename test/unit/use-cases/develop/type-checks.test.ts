import { readdir, writeFile } from 'node:fs/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { TypeReport } from '../../../../src/contract/develop/type-report.ts';
import { followTypes } from '../../../../src/use-cases/develop/types/follow-types.ts';
import { startTypeCheck } from '../../../../src/use-cases/develop/types/run-compiler.ts';
import { linkPackages, tempProject } from '../../../helpers/temp-project.ts';

const WRONG = "export const count: number = 'one';\n";
const CONFIG = JSON.stringify({ compilerOptions: { strict: true, types: [] }, include: ['src'] });
const ERROR = {
  file: 'src/a.ts',
  line: 1,
  column: 14,
  code: 'TS2322',
  message: "Type 'string' is not assignable to type 'number'.",
};

/** A project with TypeScript. */
async function project(files: Readonly<Record<string, string>>) {
  const home = await tempProject(files);
  await linkPackages(home.root, ['typescript']);
  return home;
}

test("the project's own TypeScript reports errors, which fail nothing unless they must", async () => {
  await using home = await project({ 'src/a.ts': WRONG, 'tsconfig.json': CONFIG });
  using check = startTypeCheck({ root: home.root, asked: null });
  const report = { count: 1, errors: [ERROR], problem: null };
  expect(await check.report).toEqual(report);
  await check.require();
  using required = startTypeCheck({ root: home.root, asked: true });
  await expect(required.require()).rejects.toMatchObject({
    code: 'WF_TYPE_ERRORS',
    message: "TypeScript found 1 error:\n  src/a.ts:1:14 TS2322 Type 'string' is not assignable to type 'number'.",
    nextSteps: ['npx tsc --noEmit'],
    details: report,
  });
});

test('options of the project for emitting code are no problem, and nothing is written into it', async () => {
  const compilerOptions = {
    composite: true,
    emitDeclarationOnly: true,
    outDir: 'out',
    tsBuildInfoFile: 'info',
    types: [],
  };
  const config = JSON.stringify({ compilerOptions, include: ['src'] });
  await using home = await project({ 'src/a.ts': 'export const count: number = 1;\n', 'tsconfig.json': config });
  using check = startTypeCheck({ root: home.root, asked: true });
  expect(await check.report).toEqual({ count: 0, errors: [], problem: null });
  await check.require();
  expect((await readdir(home.root)).toSorted()).toEqual(['node_modules', 'src', 'tsconfig.json']);
});

test('without TypeScript or its configuration there is nothing to check', async () => {
  await using bare = await tempProject({ 'src/a.ts': WRONG, 'tsconfig.json': CONFIG });
  await using unconfigured = await project({ 'src/a.ts': WRONG });
  for (const { root } of [bare, unconfigured]) {
    using check = startTypeCheck({ root, asked: true });
    expect(await check.report).toBeNull();
    await check.require();
  }
});

test('--no-check starts nothing', async () => {
  await using home = await project({ 'src/a.ts': WRONG, 'tsconfig.json': CONFIG });
  using check = startTypeCheck({ root: home.root, asked: false });
  expect(await check.report).toBeNull();
});

test('the compiler sees no key of ours', async () => {
  vi.stubEnv('WF_TYPES_TEST_KEY', 'secret');
  onTestFinished(() => void vi.unstubAllEnvs());
  await using home = await tempProject({
    'tsconfig.json': CONFIG,
    'node_modules/typescript/package.json': '{"name": "typescript"}',
    'node_modules/typescript/bin/tsc': 'console.log(String(process.env.WF_TYPES_TEST_KEY)); process.exit(3);',
  });
  using check = startTypeCheck({ root: home.root, asked: true });
  expect((await check.report)?.problem).toContain('undefined');
});

test('disposal ends a check that is under way', async () => {
  await using home = await tempProject({
    'tsconfig.json': CONFIG,
    'node_modules/typescript/package.json': '{"name": "typescript"}',
    'node_modules/typescript/bin/tsc': 'setInterval(() => {}, 1000);',
  });
  const check = startTypeCheck({ root: home.root, asked: true });
  check[Symbol.dispose]();
  expect(await check.report).toBeNull();
});

describe('types that are followed', () => {
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
});
