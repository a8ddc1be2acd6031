import { Readable } from 'node:stream';
import { Args } from '@oclif/core';
import { expect, test } from 'vitest';
import AppsList from '../../../../../commands/apps/list.ts';
import EnvRevisions from '../../../../../commands/environments/revisions.ts';
import HumanEvalList from '../../../../../commands/human-evaluations/list.ts';
import KeysList from '../../../../../commands/keys/list.ts';
import VariantsRevisions from '../../../../../commands/variants/revisions.ts';
import { ListCommand } from '../../../../../src/cli/kit/command/list-command.ts';
import { MARKDOWN_FLAG } from '../../../../../src/cli/kit/define/base-flags.ts';
import type { AppVariantRevision } from '../../../../../src/contract/variants/variant.ts';
import { toTable } from '../../../../../src/ui/layout/table-model.ts';
import { runCommand, type RunOptions } from '../../../../helpers/run-command.ts';
import { runWithClient } from '../../../../helpers/run-with-client.ts';
import { variantOf } from '../../../ui/fixtures.ts';

const APP = '01932c5e-0000-7000-8000-00000000000a';
const SCREEN = { terminal: { columns: 100, rows: 4 } };

test('at a terminal, the newest revisions of a variant are shown with the number of all', async () => {
  const run = await runWithClient(VariantsRevisions, ['formal', '--app', APP, '--limit', '1'], VARIANTS, SCREEN);
  expect(run.stdout).toContain('words 1 → 2');
  expect(run.stdout).not.toContain('created with');
  expect(run.stderr).toBe('1 of 2 are shown. All: wf variants revisions formal --all\n');
});

test('in a pipe, a limit prints the newest revisions, and no line about others', async () => {
  const run = await runWithClient(VariantsRevisions, ['formal', '--app', APP, '--limit', '1', '--json'], VARIANTS);
  expect(JSON.parse(run.stdout)).toEqual([revisionOf(2)]);
  expect(run.stderr).toBe('');
});

test('at a terminal, the newest revisions of an environment are shown with the number of all', async () => {
  const run = await runWithClient(EnvRevisions, ['production', '--app', APP, '--limit', '1'], ENVIRONMENTS, SCREEN);
  expect(run.calls.find(({ name }) => name === 'getEnvironmentRevisions')?.input).toMatchObject({ limit: 2 });
  expect(run.stderr).toBe('1 of 7 are shown. All: wf env revisions production --all\n');
});

test('in a pipe, a limit prints the newest revisions of an environment', async () => {
  const run = await runWithClient(EnvRevisions, ['production', '--app', APP, '--limit', '1', '--json'], ENVIRONMENTS);
  expect(JSON.parse(run.stdout).revisions.map((row: { revision: number }) => row.revision)).toEqual([7]);
  expect(run.stderr).toBe('');
});

test.each([
  [AppsList, ['--search', 'B', '--sort', 'name', '--desc'], ['b', 'ab']],
  [AppsList, ['--limit', '1'], ['b']],
  [KeysList, ['--sort', 'used', '--desc', '--limit', '1'], ['ci']],
  [KeysList, ['--since', '2026-11-02'], ['nightly']],
  [HumanEvalList, ['--app', APP, '--search', 'casual'], ['two']],
  [HumanEvalList, ['--app', APP, '--desc'], ['two', 'one']],
])('%o %j lists %j', async (command, flags, names) => {
  const run = await runWithClient(command, [...flags, '--json'], LISTS);
  const records = JSON.parse(run.stdout) as Readonly<Record<string, string>>[];
  expect(records.map(({ app_name, name, testset_name }) => app_name ?? name ?? testset_name)).toEqual(names);
});

/** Shows as many records as the command line says, and notes how many of them each page has. */
class Things extends ListCommand {
  static override id = 'things';
  static override args = { count: Args.integer({ required: true }) };
  static override flags = { ...MARKDOWN_FLAG };
  static readonly pages: number[] = [];

  async run(): Promise<void> {
    const { args } = await this.parse(Things);
    const records = Array.from({ length: args.count }, (_, index) => ({ id: `id-${index}` }));
    const outcome = () => ({ shown: args.count, total: args.count + 1, readHere: 7 });
    const page = (rows: readonly { readonly id: string }[]) => {
      Things.pages.push(rows.length);
      return [toTable({ columns: [{ header: 'id', value: ({ id }) => id }], rows, empty: 'Nothing.' })];
    };
    const list = { records: Readable.from(records), isNarrowed: false, outcome };
    await this.showList(list, { page, all: 'wf things --all' });
  }
}

/** Returns what is printed, and the records of the largest page. */
async function showThings(argv: string[], options: RunOptions = {}) {
  Things.pages.length = 0;
  const { stdout, stderr } = await runCommand(Things, argv, options);
  return { lines: stdout.trimEnd().split('\n'), stderr, largest: Math.max(0, ...Things.pages) };
}

const NARROWED_HERE = 'This service does not narrow lists: wf read 7 and selected among them.\n';
const CUT = '250 of 251 are shown. All: wf things --all\n';

test.each([
  ['a long list in a pipe, part by part', ['250'], {}, 251, NARROWED_HERE, false],
  ['a long list for a table program, part by part', ['250', '--tsv'], {}, 251, NARROWED_HERE, false],
  ['a long list for a comment as a whole', ['250', '--markdown'], {}, null, NARROWED_HERE, true],
  ['a long list at a terminal as a whole', ['250'], SCREEN, null, CUT + NARROWED_HERE, true],
  [
    'a long list at a dumb terminal, part by part',
    ['250'],
    { ...SCREEN, env: { TERM: 'dumb' } },
    251,
    NARROWED_HERE,
    false,
  ],
  ['ids without a table', ['250', '--quiet'], {}, 250, '', false],
  ['a document without a table', ['1', '--json'], {}, 5, '', false],
])('what is shown of %s', async (_, argv, options, lines, stderr, isWhole) => {
  const shown = await showThings(argv, options);
  expect([shown.stderr, shown.largest === 250]).toEqual([stderr, isWhole]);
  if (lines !== null) expect(shown.lines).toHaveLength(lines);
  if (lines === 251) expect(shown.lines.join('\n')).toMatch(/id-0[^]*id-99[^]*id-100[^]*id-249/);
});

test('a short list and an empty one are one table', async () => {
  expect((await showThings(['99'])).largest).toBe(99);
  expect(await showThings(['0'])).toMatchObject({ lines: ['ID'], largest: 0 });
});

const VARIANTS = {
  getVariant: async () => variantOf({ variant_name: 'formal', revision: 2 }),
  listAppVariants: async () => [variantOf({ variant_name: 'formal', revision: 2 })],
  listAppEnvironments: async () => [],
  listVariantRevisions: async () => [revisionOf(1), revisionOf(2)],
};

const ENVIRONMENTS = {
  getEnvironmentRevisions: async () => ({
    name: 'production',
    app_id: APP,
    project_id: 'p',
    deployed_app_variant_id: null,
    deployed_variant_name: null,
    deployed_app_variant_revision_id: null,
    revision: 7,
    revisions: [6, 7].map((revision) => ({
      id: `revision-${revision}`,
      revision,
      modified_by: 'ann',
      deployed_app_variant_revision: null,
      deployment: null,
      created_at: '2026-11-20T11:00:00Z',
    })),
  }),
};

const LISTS = {
  listApps: async () => ['b', 'ab', 'c'].map((app_name) => ({ app_id: `id-${app_name}`, app_name })),
  listKeys: async () => [
    keyOf('nightly', '2026-11-02T00:00:00Z'),
    keyOf('ci', '2026-11-01T00:00:00Z', '2026-11-20T11:00:00Z'),
  ],
  listHumanEvaluations: async () => [humanOf('one', 'formal'), humanOf('two', 'casual')],
};

function revisionOf(revision: number): AppVariantRevision {
  return {
    id: `01932c5e-2222-7000-8000-00000000000${revision}`,
    revision,
    modified_by: 'ann',
    config: { config_name: 'formal', parameters: { words: revision } },
    created_at: '2026-11-20T11:00:00Z',
  };
}

function keyOf(name: string, created_at: string, last_used_at: string | null = null) {
  return { prefix: name, name, role: 'author' as const, created_at, expires_at: null, last_used_at };
}

function humanOf(testset_name: string, variant: string) {
  return {
    id: `id-${testset_name}`,
    app_id: APP,
    project_id: 'p',
    evaluation_type: 'single_model_test',
    variant_ids: ['v'],
    variant_names: [variant],
    variants_revision_ids: ['r'],
    revisions: ['1'],
    testset_id: 't',
    testset_name,
    status: 'EVALUATION_FINISHED',
    created_at: '2026-11-20T11:00:00Z',
    updated_at: '2026-11-20T11:00:00Z',
  };
}
