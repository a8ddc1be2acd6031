import { expect, test } from 'vitest';
import { isSelector } from '../../../../src/contract/labels/label-rules.ts';
import {
  isFiltered,
  type ListQuery,
  toConditions,
  toListCommand,
} from '../../../../src/playground/labels/list-filter.tsx';
import { parseLabelLines, toLabelLines } from '../../../../src/playground/labels/metadata-actions.tsx';
import { openView } from '../../../helpers/page/open-view.tsx';
import { TIME, variantOf } from '../../../helpers/page/page-records.ts';

test('labels are written and read back, one a line', () => {
  const labels = { team: 'search', owner: 'Ana B', note: 'a=b' };
  expect(toLabelLines(labels)).toBe('team=search\nowner=Ana B\nnote=a=b');
  expect(parseLabelLines(` ${toLabelLines(labels)}\n\n`)).toEqual(labels);
  expect(parseLabelLines('')).toEqual({});
  const most = Array.from({ length: 50 }, (_, n) => `a${n}=x`).join('\n');
  expect(toLabelLines(parseLabelLines(most))).toBe(most);
});

test.each([
  ['team', 'team: Write NAME=VALUE.'],
  ['team=', 'team=: Write NAME=VALUE.'],
  ['=x', /^=x: The name of a label has 1 to 63 letters/],
  ['a b=x', /^a b=x: The name of a label has/],
  ['a=\u0007', /must not contain control characters\.$/],
  [`a=${'x'.repeat(201)}`, /has at most 200 characters\.$/],
  ['a=1\na=2', 'a=2: This name is on another line too.'],
  [Array.from({ length: 51 }, (_, n) => `a${n}=x`).join('\n'), 'These are 51 labels: a record has at most 50.'],
])('%j is refused', (text, message) => {
  expect(() => parseLabelLines(text)).toThrow(message);
});

test.each([
  ['team', true],
  ['team=search', true],
  ['team=', false],
  ['', false],
  ['a b', false],
])('whether %j selects by a label: %s', (text, isOne) => {
  expect(isSelector(text)).toBe(isOne);
});

test.each<[ListQuery, object, string]>([
  [{}, { archived: 'false' }, ''],
  [{ find: 'a b' }, { archived: 'false', search: 'a b' }, " --search 'a b'"],
  [{ label: 'team=x' }, { archived: 'false', label: ['team=x'] }, ' --label team=x'],
  [{ label: 'team=' }, { archived: 'false' }, ''],
  [{ archived: 'true' }, { archived: 'true' }, ' --archived'],
  [{ archived: 'other' }, { archived: 'false' }, ''],
])('the filter %j has the conditions %j and the flags %j', (query, conditions, flags) => {
  const written = toListCommand(['wf', 'variants', 'list'], query, {}, {});
  expect([toConditions(query), written.replaceAll(' \\\n  ', ' ')]).toEqual([conditions, `wf variants list${flags}`]);
});

test.each<[ListQuery, boolean]>([
  [{}, false],
  [{ sort: 'name' }, false],
  [{ find: '' }, false],
  [{ sort: 'name', find: 'a' }, true],
  [{ archived: 'true' }, true],
])('whether the filter %j leaves anything out: %s', (query, isOne) => {
  expect(isFiltered(query)).toBe(isOne);
});

test('the order and the conditions of one list come after the words', () => {
  const query = { archived: 'true', find: 'a' };
  const flags = { '--app': 'x', '--env': '' };
  expect(toListCommand(['wf', 'eval', 'list'], query, { order: 'desc' }, flags)).toBe(
    'wf eval list --archived --desc \\\n  --search a \\\n  --app x',
  );
});

const VARIANT = variantOf({ labels: { team: 'search', owner: 'Ana B' } });
const ONE = 'GET /apps/app-1/variants';
const CHANGE = 'PATCH /variants/variant-1/metadata';
const FIELD = 'One label a line: NAME=VALUE';

test('labels are edited as lines, and only what changed is sent', async () => {
  await using page = await openView('variants/variant-1', { [ONE]: [VARIANT], [CHANGE]: {} });
  await page.click('Labels…');
  expect(page.value(FIELD)).toBe('team=search\nowner=Ana B');
  await page.click('Save');
  await page.click('Labels…');
  await page.enter(FIELD, 'team=find\nnote=a b');
  expect(await page.commands()).toContain(
    "wf variants update default --label team=find --label 'note=a b' --unlabel owner",
  );
  await page.enter(FIELD, 'team');
  await page.click('Save');
  expect([page.names('alert'), page.writes]).toEqual([['team: Write NAME=VALUE.'], []]);
  await page.enter(FIELD, 'team=find\nowner=Ana B');
  await page.click('Save');
  await page.click('Labels…');
  await page.enter(FIELD, 'owner=Ana B');
  await page.click('Save');
  expect(page.writes).toEqual([
    [CHANGE, { labels: { team: 'find' }, unset: [], expected: { team: 'search' } }],
    [CHANGE, { labels: {}, unset: ['team'], expected: { team: 'search' } }],
  ]);
  expect([page.names('dialog'), page.spoken]).toEqual([[], 'Labels saved']);
});

test('a record is archived and unarchived, and a refusal says why', async () => {
  const detail = 'Variant "default" cannot be archived while it runs in production.';
  await using page = await openView('variants/variant-1', { [CHANGE]: Response.json({ detail }, { status: 409 }) });
  await page.click('Archive');
  expect(page.names('alert')).toEqual([detail]);
  page.browser.answer({ [CHANGE]: {}, [ONE]: [variantOf({ archived_at: TIME })] });
  await page.click('Archive');
  expect([page.names('alert'), page.text.includes('archived')]).toEqual([[], true]);
  await page.click('Restore');
  expect(page.writes.slice(1)).toEqual([
    [CHANGE, { archived: true }],
    [CHANGE, { archived: false }],
  ]);
});
