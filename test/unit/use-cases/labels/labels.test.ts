import { describe, expect, test } from 'vitest';
import {
  changeLabels,
  type LabelChange,
  type LabelledRecord,
  parseLabelChange,
  parseLabels,
  parseSelectors,
  requireLabelChange,
} from '../../../../src/use-cases/labels/change-labels.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

test('labels are split at the first equals sign', () => {
  expect(parseLabels(['team=search', 'a/b.c_d-e=x=y z', 'team=search'])).toEqual({
    team: 'search',
    'a/b.c_d-e': 'x=y z',
  });
  expect(parseLabels()).toEqual({});
});

const NAMES =
  'The name of a label has 1 to 63 letters, digits, dots, hyphens, underscores or slashes, and a letter or digit at both ends.';

test.each([
  ['team', '--label "team" has no value: write NAME=VALUE.'],
  ['', '--label "" has no value: write NAME=VALUE.'],
  ['team=', '--label "team=" has an empty value: write NAME=VALUE.'],
  ['=search', `--label "=search" is not a valid label. ${NAMES}`],
  ['my team=search', `--label "my team=search" is not a valid label. ${NAMES}`],
  ['-team=search', `--label "-team=search" is not a valid label. ${NAMES}`],
  [`${'n'.repeat(64)}=x`, `--label "${'n'.repeat(64)}=x" is not a valid label. ${NAMES}`],
  [`team=${'x'.repeat(10_000)}`, '--label "team" has a value of 10000 characters: at most 200.'],
  ['team=a\u0007', '--label "team" is not a valid label. The value of a label must not contain control characters.'],
  [`${'ä'.repeat(100)}=x`, `--label "${'ä'.repeat(80)}…" is not a valid label. ${NAMES}`],
])('%j is refused', (typed, message) => {
  expect(() => parseLabels([typed])).toThrow(expect.objectContaining({ code: 'WF_USAGE', message }));
});

test('the longest value is accepted, and 80 characters are quoted whole', () => {
  expect(parseLabels([`team=${'x'.repeat(200)}`])).toEqual({ team: 'x'.repeat(200) });
  expect(() => parseLabels([`team=${'x'.repeat(201)}`])).toThrow('a value of 201 characters: at most 200.');
  expect(() => parseLabels(['n'.repeat(80)])).toThrow(`--label "${'n'.repeat(80)}" has no value`);
  expect(() => parseLabels(['n'.repeat(81)])).toThrow(`--label "${'n'.repeat(80)}…" has no value`);
});

test('one label has one value', () => {
  const message = '--label gives "team" two values: "a" and "b".';
  expect(() => parseLabels(['team=a', 'team=b'])).toThrow(expect.objectContaining({ code: 'WF_USAGE', message }));
});

test('a thousand labels are refused, and fifty are not', () => {
  const typed = Array.from({ length: 1000 }, (_, index) => `n${index}=x`);
  const message = '1000 labels are given: a record has at most 50.';
  expect(() => parseLabels(typed)).toThrow(expect.objectContaining({ code: 'WF_USAGE', message }));
  expect(Object.keys(parseLabels(typed.slice(0, 50)))).toHaveLength(50);
  expect(() => parseLabels(typed.slice(0, 51))).toThrow('51 labels are given');
  expect(parseSelectors(typed.slice(0, 50))).toHaveLength(50);
  const selectors = '--label is given 51 times: at most 50.';
  expect(() => parseSelectors(typed.slice(0, 51))).toThrow(expect.objectContaining({ message: selectors }));
  const unlabel = typed.slice(0, 51).map((_, index) => `n${index}`);
  expect(parseLabelChange({ unlabel: unlabel.slice(0, 50) }).unset).toHaveLength(50);
  const names = '--unlabel is given 51 times: at most 50.';
  expect(() => parseLabelChange({ unlabel })).toThrow(expect.objectContaining({ message: names }));
});

test('a change sets some labels, and removes others', () => {
  expect(parseLabelChange({ label: ['team=a'], unlabel: ['owner'] })).toEqual({
    set: { team: 'a' },
    unset: ['owner'],
    archived: null,
  });
  expect(parseLabelChange({})).toEqual({ set: {}, unset: [], archived: null });
  expect(parseLabelChange({ archive: true })).toEqual({ set: {}, unset: [], archived: true });
  expect(parseLabelChange({ unarchive: true })).toEqual({ set: {}, unset: [], archived: false });
  const both = '--label sets "team", and --unlabel removes it.';
  expect(() => parseLabelChange({ label: ['team=a'], unlabel: ['team'] })).toThrow(
    expect.objectContaining({ message: both }),
  );
  const invalid = `--unlabel "a=b" is not a valid label. ${NAMES}`;
  expect(() => parseLabelChange({ unlabel: ['a=b'] })).toThrow(expect.objectContaining({ message: invalid }));
});

test('a list is filtered by a name alone, too', () => {
  expect(parseSelectors(['team', 'team=a', 'team'])).toEqual(['team', 'team=a']);
  expect(parseSelectors()).toEqual([]);
  const invalid = `--label "my team" is not a valid label. ${NAMES}`;
  expect(() => parseSelectors(['my team'])).toThrow(expect.objectContaining({ code: 'WF_USAGE', message: invalid }));
  const empty = '--label "team=" has an empty value: write NAME=VALUE.';
  expect(() => parseSelectors(['team='])).toThrow(expect.objectContaining({ message: empty }));
});

describe('a change', () => {
  const NOTHING: LabelChange = { set: {}, unset: [], archived: null };
  const AT = '2026-11-20T12:00:00Z';

  test('a change of nothing is refused with the flags that change something', () => {
    expect(() => requireLabelChange(NOTHING)).toThrow(
      expect.objectContaining({
        code: 'WF_USAGE',
        message: 'Nothing to change.',
        nextSteps: ['Add --label NAME=VALUE, --unlabel NAME, --archive or --unarchive'],
      }),
    );
  });

  test.each<[LabelledRecord, Awaited<ReturnType<Parameters<typeof changeLabels>[3]>>, boolean]>([
    [{}, { labels: {} }, false],
    [{ labels: null, archived_at: null }, { labels: {}, archived_at: null }, false],
    [{ labels: { team: 'a' } }, { labels: { team: 'a' } }, false],
    [{ labels: { team: 'a' } }, { labels: { team: 'b' } }, true],
    [{ labels: { team: 'a' } }, { labels: {} }, true],
    [{ labels: { team: 'a' } }, { labels: { team: 'a', more: 'b' } }, true],
    [{ labels: { team: 'a' } }, { labels: { more: 'a' } }, true],
    [{}, { labels: {}, archived_at: AT }, true],
    [{ archived_at: AT }, { labels: {}, archived_at: AT }, false],
    [{ archived_at: AT }, { labels: {}, archived_at: null }, true],
  ])('of %j, after the answer %j, something changed: %s', async (record, answer, isChanged) => {
    const { client } = fakeClient({});
    expect(await changeLabels(client, { id: 'r-1', ...record }, NOTHING, async () => answer)).toEqual({
      record: { id: 'r-1', labels: answer.labels, archived_at: answer.archived_at ?? null },
      isChanged,
    });
  });
});
