import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { listCommands } from '../../bin/list-commands.ts';
import { readCommands } from '../../bin/write-reference.ts';
import { BUILD_WARNINGS } from '../../src/foundation/build-warning.ts';
import { explainErrors } from '../../src/use-cases/doctor/explain-error.ts';
import { blocksOf, readPages } from '../helpers/doc-pages.ts';

const pages = readPages();
const ids = [...listCommands(resolve('commands')).map(({ id }) => id), 'help'];

function pageOf(path: string): string {
  return pages.find((page) => page.path === path)?.text ?? '';
}

test('every error code is in the table, as the catalogue has it, and no other', () => {
  const documented = [...pageOf('docs/errors.md').matchAll(/^\| `(WF_\w+)` \| (\d+) \| (\d+|-) \| (.+) \|$/gm)].map(
    ([, ...cells]) => cells.join(' · '),
  );
  const catalogue = explainErrors().map(
    ({ code, exit_code, status, summary }) => `${code} · ${exit_code} · ${status ?? '-'} · ${summary}`,
  );
  expect(documented).toEqual(catalogue);
});

test('every warning of a build is in the table, and no other', () => {
  const rows = [...pageOf('docs/errors.md').matchAll(/^\| `(WF_\w+)` \| ([^|]+) \|$/gm)];
  expect(rows.map(([, code, meaning]) => [code, meaning])).toEqual(Object.entries(BUILD_WARNINGS));
});

test('every exit status of the catalogue is explained', () => {
  const explained = new Set(
    [...pageOf('docs/scripting.md').matchAll(/^\| (\d+) \| .+ \|$/gm)].map(([, status]) => Number(status)),
  );
  const unexplained = explainErrors().filter(({ exit_code }) => !explained.has(exit_code));
  expect(unexplained).toEqual([]);
});

test('every command is in the table of the README', () => {
  // `wf apps list \| create`: all words but the last are repeated for the others, too.
  const named = [
    ...pageOf('README.md').matchAll(/`wf ([a-z][\w-]*(?: [a-z][\w-]*){0,2}(?: \\\| [a-z][\w-]*)*)/g),
  ].flatMap(([, words = '']) => {
    const [first = '', ...others] = words.split(' \\| ');
    const topic = first.split(' ').slice(0, -1).join(' ');
    return [first, ...others.map((other) => `${topic} ${other}`)];
  });
  expect(ids.filter((id) => id !== 'help' && !named.includes(id))).toEqual([]);
});

test('every command and flag that a page names exists', async () => {
  const commands = new Map((await readCommands()).map((command) => [command.id, command.flags]));
  const unknown = pages.flatMap((page) =>
    commandLines(page).flatMap((line) => unknownParts(line, commands).map((part) => `${page.path}: ${line} (${part})`)),
  );
  expect(unknown).toEqual([]);
});

test('a command or flag that does not exist is reported', async () => {
  const commands = new Map((await readCommands()).map((command) => [command.id, command.flags]));
  expect(unknownParts('wf variants forge', commands)).toEqual(['no such command']);
  expect(unknownParts('wf variants list --jso', commands)).toEqual(['--jso']);
});

/** Lines of blocks that begin with `wf`, and code within sentences that does. */
function commandLines(page: (typeof pages)[number]): string[] {
  const typed = blocksOf(page)
    .filter(({ language }) => language === 'sh' || language === 'console')
    .flatMap(({ code }) => code.split('\n').map((line) => line.replace(/\s+#.*$/, '')));
  const mentioned = [...page.text.matchAll(/`(wf [^`]+)`/g)].map(([, code = '']) => code);
  return [...typed.filter((line) => line.startsWith('wf ')), ...mentioned];
}

type Flags = readonly { readonly name: string }[];

/** Lists the unknown parts of a command line. Of alternatives (`list \| show`), only the first is checked. */
function unknownParts(line: string, commands: ReadonlyMap<string, Flags>): string[] {
  const words = line.split(/\s/).slice(1);
  if (words[0]?.startsWith('-') === true || words[0] === 'help' || !/^[a-z]/.test(words[0] ?? '')) return [];
  const id = [3, 2, 1].map((count) => words.slice(0, count).join(' ')).find((candidate) => commands.has(candidate));
  const isTopic = [...commands.keys()].some((known) => known.startsWith(`${words.join(' ')} `));
  if (id === undefined) return isTopic ? [] : ['no such command'];
  const known = new Set(['--help', ...(commands.get(id) ?? []).flatMap(({ name }) => [`--${name}`, `--no-${name}`])]);
  return [...line.matchAll(/(?<=[\s[])--[a-z][\w-]*/g)].map(([flag]) => flag).filter((flag) => !known.has(flag));
}
