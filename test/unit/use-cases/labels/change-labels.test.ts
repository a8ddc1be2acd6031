import { expect, test } from 'vitest';
import type { MetadataChange } from '../../../../src/contract/labels/labels.ts';
import {
  changeLabels,
  changesLabels,
  type LabelledRecord,
  requireLabelChange,
} from '../../../../src/use-cases/labels/change-labels.ts';
import type { LabelChange } from '../../../../src/use-cases/labels/parse-labels.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const NOTHING: LabelChange = { set: {}, unset: [], archived: null };
const AT = '2026-11-20T12:00:00Z';

test.each<[Partial<LabelChange>, boolean]>([
  [{}, false],
  [{ set: { team: 'search' } }, true],
  [{ unset: ['team'] }, true],
  [{ archived: true }, true],
  [{ archived: false }, true],
])('whether %j changes labels: %s', (change, changes) => {
  const whole = { ...NOTHING, ...change };
  expect(changesLabels(whole)).toBe(changes);
  if (changes) expect(() => requireLabelChange(whole)).not.toThrow();
});

test('a change of nothing is refused with the flags that change something', () => {
  expect(() => requireLabelChange(NOTHING)).toThrow(
    expect.objectContaining({
      code: 'WF_USAGE',
      message: 'Nothing to change.',
      nextSteps: ['Add --label NAME=VALUE, --unlabel NAME, --archive or --unarchive'],
    }),
  );
});

test.each<[Partial<LabelChange>, MetadataChange]>([
  [{}, {}],
  [{ set: { team: 'search' } }, { labels: { team: 'search' } }],
  [{ unset: ['team'] }, { unset: ['team'] }],
  [{ archived: false }, { archived: false }],
  [
    { set: { a: 'b' }, unset: ['team'], archived: true },
    { labels: { a: 'b' }, unset: ['team'], archived: true },
  ],
])('the change %j is sent as %j', async (change, body) => {
  const { client } = fakeClient({});
  const sent: MetadataChange[] = [];
  await changeLabels(client, {}, { ...NOTHING, ...change }, async (_, one) => {
    sent.push(one);
    return { labels: {} };
  });
  expect(sent).toEqual([body]);
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

test('a service without labels is refused before anything is sent', async () => {
  const { client } = fakeClient({ extensions: async () => null });
  const send = () => Promise.reject(new Error('sent'));
  await expect(changeLabels(client, {}, NOTHING, send)).rejects.toMatchObject({
    code: 'WF_UNSUPPORTED',
    message: 'This service lacks labels, an extension of wf.',
  });
});
