import { Readable } from 'node:stream';
import { Args } from '@oclif/core';
import { expect, test } from 'vitest';
import { ListCommand } from '../../../../../src/cli/kit/command/list-command.ts';
import { MARKDOWN_FLAG } from '../../../../../src/cli/kit/define/flags.ts';
import { limitOf } from '../../../../../src/cli/kit/define/list-flags.ts';
import { toTable } from '../../../../../src/ui/layout/table-model.ts';
import { runCommand, type RunOptions } from '../../../../helpers/run-command.ts';

const SCREEN = { terminal: { columns: 100, rows: 4 } };

/** Shows as many records as the command line says of those that there are, and notes how many each page has. */
class Things extends ListCommand {
  static override id = 'things';
  static override args = { shown: Args.integer({ required: true }), total: Args.integer() };
  static override flags = { ...MARKDOWN_FLAG };
  static readonly sizes: number[] = [];

  async run(): Promise<void> {
    const { shown, total } = (await this.parse(Things)).args;
    const records = Array.from({ length: shown }, (_, index) => ({ id: `id-${index}` }));
    const outcome = () => ({ shown, total: total ?? null, readHere: shown === 250 ? 7 : null });
    const view = (rows: readonly { readonly id: string }[]) => {
      Things.sizes.push(rows.length);
      return [toTable({ columns: [{ header: 'id', value: ({ id }) => id }], rows, empty: 'Nothing.' })];
    };
    await this.showList({ records: Readable.from(records), isFiltered: false, outcome }, view);
  }
}

/** Returns what is printed, and the number of records of the largest view. */
async function showThings(line: string, options: RunOptions = {}) {
  Things.sizes.length = 0;
  const { stdout, stderr } = await runCommand(Things, line.split(' '), options);
  return { lines: stdout.trimEnd().split('\n'), stderr, largest: Math.max(0, ...Things.sizes) };
}

const READ = 'This service does not filter lists: wf read 7 and selected among them.\n';
const cut = (line: string) => `250 of 251 are shown. All: wf things ${line} --all\n`;

test.each([
  ['in a pipe, part by part', '250 251', {}, false],
  ['for a table program, part by part', '250 251 --tsv', {}, false],
  ['at a dumb terminal, part by part', '250 251', { ...SCREEN, env: { TERM: 'dumb' } }, false],
  ['for a comment, as a whole', '250 251 --markdown', {}, true],
  ['at a terminal, as a whole', '250 251', SCREEN, true],
])('a long list is shown %s', async (_, line, options, isWhole) => {
  const shown = await showThings(line, options);
  expect([shown.stderr, shown.largest === 250]).toEqual([cut(line) + READ, isWhole]);
  if (isWhole) return;
  expect(shown.lines.map((text) => text.toLowerCase())).toEqual([
    'id',
    ...Array.from({ length: 250 }, (_0, n) => `id-${n}`),
  ]);
});

test.each([
  ['44 20000', SCREEN, '44 of 20000 are shown. All: wf things 44 20000 --all\n'],
  ['44', SCREEN, '44 are shown, and there are more. All: wf things 44 --all\n'],
  ['4 4', SCREEN, ''],
  ['44 20000', {}, '44 of 20000 are shown. All: wf things 44 20000 --all\n'],
  ['44 20000 --json', {}, '44 of 20000 are shown. All: wf things 44 20000 --json --all\n'],
  ['44 44 --json', {}, ''],
])('of a list of %s records, with %j, people are told: %j', async (line, options, stderr) => {
  expect((await showThings(line, options)).stderr).toBe(stderr);
});

test('an empty list in a pipe is a table, and programs get no table at all', async () => {
  expect(await showThings('0 0')).toMatchObject({ lines: ['ID'], stderr: 'Nothing.\n', largest: 0 });
  expect(await showThings('250 250 --quiet')).toMatchObject({ largest: 0, stderr: '', lines: { length: 250 } });
});

test.each([
  ['a pipe', {}, null, undefined],
  ['a terminal', {}, 24, 44],
  ['a terminal with --all', { all: true }, 24, undefined],
  ['a terminal with --limit', { limit: 3 }, 24, 3],
  ['a pipe with --limit', { limit: 3 }, null, 3],
])('the limit for %s', (_, flags, rows, limit) => {
  expect(limitOf(flags, rows)).toBe(limit);
});
