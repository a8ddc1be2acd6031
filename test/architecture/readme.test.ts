import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { listCommands } from '../../bin/list-commands.ts';
import { ERROR_CODES } from '../../src/errors/error-codes.ts';

const readme = readFileSync(resolve('README.md'), 'utf8');

test('every error code is in the table, as the catalogue has it, and no other', () => {
  const documented = [...readme.matchAll(/^\| `(WF_\w+)` \| (\d+) \| (.+) \|$/gm)].map(([, ...cells]) =>
    cells.join(' · '),
  );
  const catalogue = Object.entries(ERROR_CODES).map(
    ([code, { exitCode, summary }]) => `${code} · ${exitCode} · ${summary}`,
  );
  expect(documented).toEqual(catalogue);
});

test('every exit status of the catalogue is explained', () => {
  const explained = new Set([...readme.matchAll(/^\| (\d+) \| .+ \|$/gm)].map(([, status]) => Number(status)));
  const unexplained = Object.entries(ERROR_CODES).filter(([, { exitCode }]) => !explained.has(exitCode));
  expect(unexplained).toEqual([]);
});

test('every command is in the table of commands, and every one there exists', () => {
  // `wf apps list \| create`: all words but the last stand for the others, too.
  const named = [...readme.matchAll(/`wf ([a-z][\w-]*(?: [a-z][\w-]*){0,2}(?: \\\| [a-z][\w-]*)*)/g)].flatMap(
    ([, words = '']) => {
      const [first = '', ...others] = words.split(' \\| ');
      const topic = first.split(' ').slice(0, -1).join(' ');
      return [first, ...others.map((other) => `${topic} ${other}`)];
    },
  );
  const ids = listCommands(resolve('commands')).map(({ id }) => id);
  expect(ids.filter((id) => !named.includes(id))).toEqual([]);
  expect(named.filter((words) => !ids.some((id) => words === id || words.startsWith(`${id} `)))).toEqual([]);
});
