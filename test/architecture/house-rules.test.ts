import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readSources, type SourceFile } from './read-imports.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = [...readSources(root, 'src'), ...readSources(root, 'commands'), ...readSources(root, 'bin')];
const tests = readSources(root, 'test').filter(({ path }) => !path.startsWith('test/fixtures/'));
const all = [...program, ...tests];

function paths(files: readonly SourceFile[], pattern: RegExp): string[] {
  return files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
}

test('no file is longer than 300 lines, and nine in ten have at most 180', () => {
  const lengths = program.map(({ text }) => text.split('\n').length - 1);
  expect(all.filter(({ text }) => text.split('\n').length - 1 > 300).map(({ path }) => path)).toEqual([]);
  expect(lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length * 0.9)]).toBeLessThanOrEqual(180);
});

test('only commands have a default export', () => {
  const others = program.filter(({ path }) => !path.startsWith('commands/'));
  expect(paths(others, /^export default /m)).toEqual([]);
});

test('every command file has a default export', () => {
  const commands = program.filter(({ path }) => /^commands\/.+\//.test(path));
  expect(commands.filter(({ text }) => !/^export default class \w+ extends /m.test(text))).toEqual([]);
});

test('no module is mocked', () => {
  expect(paths(tests, /\bvi\.(mock|doMock)\(/)).toEqual([]);
});

test('no test is skipped or run exclusively', () => {
  expect(paths(tests, /\b(test|it|describe)\.(skip|only|todo|skipIf|runIf|fails)\b/)).toEqual([]);
});

test('the code contains no open notes', () => {
  expect(paths(all, /\bT[O]DO\b|\bF[I]XME\b/)).toEqual([]);
});

test('operations attach no next steps, because the service sends only the message', () => {
  const operations = /^src\/service\/(?:\w[\w-]*\/operations(?:\.ts$|\/)|request\/|plans\/)/;
  const answering = program.filter(({ path }) => operations.test(path));
  expect(answering.length).toBeGreaterThan(50);
  expect(paths(answering, /\bnextSteps\b/)).toEqual([]);
});

test('every file is named after its content', () => {
  const grabBags = /^(utils?|helpers?|common|lib|types|misc|shared)\.tsx?$/;
  expect(program.filter(({ path }) => grabBags.test(basename(path))).map(({ path }) => path)).toEqual([]);
});
