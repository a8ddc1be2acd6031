import { expect, test } from 'vitest';
import { type Page, toRecord, toText } from '../../../../src/ui/layout/page.ts';
import { showLine } from '../../../../src/ui/layout/show-line.ts';
import { showPage } from '../../../../src/ui/layout/show-page.ts';
import { type Column, toTable } from '../../../../src/ui/layout/table-model.ts';
import { environmentsPage } from '../../../../src/ui/environments/environment-pages.ts';
import { routesPage } from '../../../../src/ui/deployments/routes-page.ts';
import { profilesPage, settingsPage } from '../../../../src/ui/settings/identity-pages.ts';
import { testsetPage, testsetsPage } from '../../../../src/ui/testsets/testset-pages.ts';
import { variantPage, variantRevisionsPage, variantsPage } from '../../../../src/ui/variants/variant-pages.ts';
import { displayOf, drawnLines, variantOf, writtenLines } from '../fixtures.ts';

const EMPTY = 'No tools yet. Create one: wf tools create NAME';
const TOOL = { name: 'saw', kind: 'hand', id: '01932c5e-1111-7000-8000-000000000001' };

function toolsPage(rows: readonly (typeof TOOL)[]): Page {
  const columns: readonly Column<typeof TOOL>[] = [
    { header: 'name', value: ({ name }) => name },
    { header: 'kind', value: ({ kind }) => kind, dropOrder: 1 },
    { header: 'id', kind: 'id', value: ({ id }) => id },
    { header: 'updated', kind: 'time', value: () => null, dropOrder: 2 },
  ];
  return [toTable({ columns, rows, empty: EMPTY })];
}

test('an empty list on a terminal is one line with the command that creates a record', async () => {
  expect(await showPage(toolsPage([]), displayOf())).toEqual({ text: EMPTY, remark: null });
});

test('an empty list in a pipe is only the header; the line goes to standard error', async () => {
  expect(await showPage(toolsPage([]), displayOf({ form: 'plain' }))).toEqual({
    text: 'NAME  KIND  ID  UPDATED',
    remark: EMPTY,
  });
});

test('a list is drawn on a terminal, aligned in a pipe, and tab-separated on request', async () => {
  expect((await showPage(toolsPage([TOOL]), displayOf())).text).toBe('name  kind  id\nsaw   hand  01932c5e');
  expect((await showPage(toolsPage([TOOL]), displayOf({ form: 'plain' }))).text).toBe(
    [
      'NAME  KIND  ID                                    UPDATED',
      'saw   hand  01932c5e-1111-7000-8000-000000000001  -',
    ].join('\n'),
  );
  expect((await showPage(toolsPage([TOOL]), displayOf({ form: 'tsv' }))).text).toBe(
    'name\tkind\tid\tupdated\nsaw\thand\t01932c5e-1111-7000-8000-000000000001\t',
  );
});

test('two columns with the same header are both drawn', async () => {
  const columns: readonly Column<number>[] = [
    { header: 'score', value: (score) => score },
    { header: 'score', value: (score) => score + 1 },
  ];
  const page = [toTable({ columns, rows: [1], empty: '' })];
  expect((await showPage(page, displayOf())).text).toBe('score  score\n1      2');
});

test('a record in a pipe is a label and a value per line', async () => {
  const page = [
    toRecord([
      { label: 'name', value: 'support' },
      { label: 'created at', value: null },
    ]),
  ];
  expect((await showPage(page, displayOf({ form: 'plain' }))).text).toBe('name        support\ncreated at  -');
  expect((await showPage(page, displayOf({ form: 'tsv' }))).text).toBe('name\tsupport\ncreated at\t');
});

test('a line is the same everywhere, with the next command', async () => {
  const shown = { text: 'Created app support. Next: wf deploy', remark: null };
  for (const form of ['terminal', 'plain', 'tsv'] as const) {
    expect(await showLine('Created app support.', 'wf deploy')(displayOf({ form }))).toEqual(shown);
  }
});

test('a name in a line cannot control the terminal', async () => {
  expect((await showPage([toText('Created \u001b[2Japp\nx')], displayOf())).text).toBe('Created [2Japp x');
});

const NOTHING = new Map();
const TESTSET = {
  _id: 't1',
  id: 't1',
  name: 'my cases',
  created_at: '2026-11-20T11:00:00Z',
  updated_at: '2026-11-20T11:00:00Z',
};

test.each([
  ['environments', environmentsPage([], NOTHING), 'No environments.'],
  ['routes', routesPage([]), 'No routes. Export one from the entry: export const answer = route("/answer", { ... })'],
  ['variants', variantsPage([]), 'No variants yet. Create one: wf deploy'],
  ['matching variants', variantsPage([], { isNarrowed: true }), 'No variant matches.'],
  ['archived variants', variantsPage([], { isNarrowed: true, isArchived: true }), 'No archived variant found.'],
  ['revisions', variantRevisionsPage([], NOTHING), 'No revisions.'],
  ['test sets', testsetsPage([]), 'No test sets yet. Store one: wf testsets create FILE'],
  ['matching test sets', testsetsPage([], { isNarrowed: true }), 'No test set matches.'],
  ['profiles', profilesPage([]), 'No profiles yet. Add one: wf profiles add NAME --base-url URL'],
  ['settings', settingsPage([], displayOf()), 'No settings.'],
])('without %s there is a line, for people and next to the header of programs', async (_, page, line) => {
  expect(await showPage(page, displayOf())).toEqual({ text: line, remark: null });
  expect((await showPage(page, displayOf({ form: 'tsv' }))).remark).toBe(line);
});

test('a page is whole on a terminal and in a pipe', async () => {
  const revision = { revision: 3, rows: 2, created_at: '2026-11-20T11:30:00Z' };
  const pages = {
    testset: testsetPage({ testset: TESTSET, revision, rows: [{ text: 'hello' }] }),
    'empty testset': testsetPage({ testset: TESTSET, revision: { ...revision, rows: 0 }, rows: [] }),
    variant: variantPage(variantOf()),
    'variant without parameters': variantPage(variantOf({ parameters: {} })),
    profiles: profilesPage([
      { name: 'work', isCurrent: true, base_url: 'http://wf.example', app: 'support', credential: 'raw', timeout: 9 },
      { name: 'home', isCurrent: false },
    ]),
    settings: settingsPage([{ name: 'app', value: 'support', origin: 'flag --app' }], displayOf()),
    'settings in a narrow window': settingsPage(
      [{ name: 'app', value: 'support', origin: 'flag --app' }],
      displayOf({ columns: 77 }),
    ),
  };
  const shown = Object.entries(pages).map(([name, page]) => [name, drawnLines(page), writtenLines(page)]);
  expect(shown).toMatchSnapshot();
});
