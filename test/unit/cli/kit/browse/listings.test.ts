import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import EvalList from '../../../../../commands/evaluations/list.ts';
import EvalRows from '../../../../../commands/evaluations/rows.ts';
import VariantsList from '../../../../../commands/variants/list.ts';
import VariantsRevisions from '../../../../../commands/variants/revisions.ts';
import { evaluationListing, rowListing } from '../../../../../src/cli/kit/browse/evaluation-listings.ts';
import { revisionListing, variantListing } from '../../../../../src/cli/kit/browse/variant-listings.ts';
import { requireTerminal } from '../../../../../src/cli/kit/browse/browse-listing.ts';
import { isChosen } from '../../../../../src/cli/kit/define/list-flags.ts';
import type { Client } from '../../../../../src/client/create-client.ts';
import type { Listing } from '../../../../../src/ui/browse/row-sources.ts';
import type { PagedList } from '../../../../../src/use-cases/records/paged-list.ts';
import { clientOf } from '../../../../helpers/client-of.ts';
import { evaluationOf, rowOf } from '../../../../helpers/evaluation-records.ts';
import { openWorld } from '../../../../helpers/open-world.ts';
import { fakeIo, runCommand } from '../../../../helpers/run-command.ts';
import { setting, settingsOf } from '../../../../helpers/settings-of.ts';
import { drawnLines } from '../../../ui/fixtures.ts';

function contextOf(client: Client) {
  const session = { client, mode: 'remote' as const, url: 'http://wf.test', close: async () => undefined };
  return { settings: settingsOf({ baseUrl: setting('http://wf.test') }), session, folder: '/' };
}

const listOf = <Row>(records: readonly Row[]): PagedList<Row> => ({
  records: Readable.from(records),
  reversed: { count: async () => records.length, walk: () => Readable.from(records.toReversed()) },
});

/** The loaded rows, each with its id and a cell. */
async function loaded<Row>({ source, idOf, columns }: Listing<Row>, header: string) {
  await source.fetchMore(0);
  const rows = source.rows.flatMap((row) => row ?? []);
  const column = columns(rows).find((one) => one.header === header);
  return rows.map((row) => [idOf(row), column?.value(row)]);
}

test('variants have pages, and two of them are compared by their ids', async () => {
  await using world = await openWorld();
  await world.makeVariant();
  const variants = await world.call('listAppVariants', { app_id: world.appId });
  const listing = variantListing(listOf(variants), contextOf(clientOf(world.running)));
  expect(await loaded(listing, 'name')).toEqual(
    variants.map(({ variant_id, variant_name }) => [variant_id, variant_name]),
  );
  const [first, second] = variants as [(typeof variants)[0], (typeof variants)[0]];
  expect(drawnLines(await listing.compare(first, second)).filter((line) => line !== '')).toEqual([
    'default@1 → name-1@1',
    'field  before        after',
    'words  50 (default)  20',
  ]);
  expect(await listing.address(first)).toBe(`http://wf.test/#/apps/support/variants/${first.variant_id}`);
});

test('revisions show their changes, and are compared from older to newer, whichever was marked first', async () => {
  await using world = await openWorld();
  const variant_id = world.variantId;
  for (const words of [20, 30])
    await world.call('updateVariantParameters', { variant_id, body: { parameters: { words } } });
  const revisions = (await world.call('listVariantRevisions', { variant_id })).toReversed();
  const variant = await world.call('getVariant', { variant_id });
  const listing = revisionListing(variant, listOf(revisions), new Map(), contextOf(clientOf(world.running)));
  expect(await loaded(listing, 'what changed')).toEqual([
    ['default@3', 'words 20 → 30'],
    ['default@2', 'words default → 20'],
    ['default@1', 'created, nothing set'],
  ]);
  const [newest, older] = revisions as [(typeof revisions)[0], (typeof revisions)[0]];
  for (const page of [await listing.compare(newest, older), await listing.compare(older, newest)])
    expect([drawnLines(page)[0], drawnLines(page).at(-1)]).toEqual(['default@2 → default@3', 'words  20      30']);
  expect(await listing.address(newest)).toBe(`http://wf.test/#/apps/support/variants/${variant_id}`);
});

test('an evaluation and its rows have the page of its app by name, or by id if the app is gone', async () => {
  await using world = await openWorld();
  const context = contextOf(clientOf(world.running));
  for (const [app_id, app] of [
    [world.appId, 'support'],
    ['gone', 'gone'],
  ] as const) {
    const evaluation = evaluationOf({ id: 'e1', app_id });
    const rows = ['one', 'two'].map((input, index) => ({ ...rowOf({ input, output: input }), row: index + 1 }));
    const ofRows = rowListing(evaluation, { where: [], sort: null, isDescending: false }, context);
    const page = `http://wf.test/#/apps/${app}/evaluations/e1`;
    expect(await evaluationListing(listOf([evaluation]), context).address(evaluation)).toBe(page);
    const [one, two] = rows as [(typeof rows)[0], (typeof rows)[0]];
    expect([await ofRows.address(one), ofRows.idOf(one)]).toEqual([page, 'row-one']);
    expect(drawnLines(await ofRows.details(one))[0]).toBe('row                      1');
    expect(drawnLines(await ofRows.compare(one, two))[0]).toMatch(/^field +row 1 +row 2$/);
  }
});

test('a list of which flags choose some is read from its start only, and says so', async () => {
  await using world = await openWorld();
  const context = contextOf(clientOf(world.running));
  const { records } = listOf([evaluationOf({ id: 'e1', app_id: world.appId })]);
  const listing = evaluationListing({ records, reversed: null }, context);
  expect(await loaded(listing, 'variant')).toHaveLength(1);
  expect([listing.title, listing.empty]).toEqual(['Chosen evaluations', 'No evaluation matches.']);
  const typed = [
    { interactive: true, app: 'support', archived: false, json: true },
    { archived: true },
    { where: ['cost<1'] },
  ];
  expect(typed.map((flags) => isChosen(flags, EvalList.flags))).toEqual([false, true, true]);
});

test.each([
  [VariantsList, []],
  [VariantsRevisions, ['formal']],
  [EvalList, []],
  [EvalRows, ['tuned']],
])('%o needs a terminal for an interactive list', async (Class, args) => {
  const run = await runCommand(Class, [...args, '--interactive']);
  expect(run).toMatchObject({ stdout: '', exitCode: 2 });
  expect(run.stderr).toContain('--interactive needs an interactive terminal.');
});

test('input and output must be terminals that can be drawn on', () => {
  const terminal = { columns: 80, rows: 24 };
  const [io, pipe] = [fakeIo({ terminal }), fakeIo()];
  expect(() => requireTerminal(io, 'wf variants list')).not.toThrow();
  for (const other of [
    fakeIo({ terminal, env: { TERM: 'dumb' } }),
    { ...io, stdout: pipe.stdout },
    { ...io, stdin: pipe.stdin },
  ])
    expect(() => requireTerminal(other, 'wf variants list')).toThrow(
      expect.objectContaining({ code: 'WF_USAGE', nextSteps: ['wf variants list'] }),
    );
});
