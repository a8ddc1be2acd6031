import { expect, test } from 'vitest';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import { updateVariant, type UpdateVariantOptions } from '../../../../src/use-cases/variants/update-variant.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { variantOf } from '../../ui/fixtures.ts';

const STORED = variantOf({ parameters: { words: 50, tone: 'plain' } });

test('only what changes is sent', async () => {
  const { options, calls } = given({ parameters: { tone: 'warm' }, assignments: ['words=80'] });
  await updateVariant(options);
  expect(calls.find(({ name }) => name === 'updateVariantParameters')?.input).toEqual({
    variant_id: STORED.variant_id,
    body: { parameters: { tone: 'warm', words: 80 } },
  });
});

test('a key is unset in the same revision', async () => {
  const { options, calls } = given({ unset: ['tone'] });
  await updateVariant(options);
  expect(calls.find(({ name }) => name === 'updateVariantParameters')?.input).toEqual({
    variant_id: STORED.variant_id,
    body: { parameters: {}, unset: ['tone'] },
  });
});

test('only the revision that was read is changed', async () => {
  const { options, calls } = given({ assignments: ['words=80'] });
  await updateVariant(options);
  expect(calls.find(({ name }) => name === 'updateVariantParameters')?.options).toEqual({ ifRevision: 1 });
});

test('a conflicting update suggests a diff', async () => {
  const { options } = given({ assignments: ['words=80'] }, async () => {
    throw new ServiceError({ code: 'WF_CONFLICT', message: 'It is at revision 2 by now.', status: 412 });
  });
  await expect(updateVariant(options)).rejects.toMatchObject({
    code: 'WF_CONFLICT',
    exitCode: 5,
    nextSteps: ['wf variants diff main.default@1 main.default', 'Run the same command again'],
  });
});

test.each([
  [{}, 'WF_USAGE', 'Nothing to change.'],
  [{ assignments: ['tone=warm'], unset: ['tone'] }, 'WF_USAGE', '"tone" is both set and unset.'],
  [{ unset: ['tune'] }, 'WF_NOT_FOUND', 'No parameter of main.default is called "tune". Did you mean tone?'],
])('%j is rejected before anything is sent', async (changes, code, message) => {
  const { options, calls } = given(changes);
  await expect(updateVariant(options)).rejects.toThrow(expect.objectContaining({ code, message }));
  expect(calls.map(({ name }) => name)).not.toContain('updateVariantParameters');
});

test('without a change, the flags that make one are named', async () => {
  await expect(updateVariant(given({}).options)).rejects.toMatchObject({
    nextSteps: ['Add --set key=value, --unset key, --params FILE, or --label NAME=VALUE'],
  });
});

test.each([
  [{ assignments: ['words=80'] }, true],
  [{ parameters: { words: 80 } }, true],
  [{ unset: ['tone'] }, false],
])('the schemas of the routes are read for %j: %j', async (changes, isRead) => {
  const { options, calls } = given(changes);
  await updateVariant(options);
  expect(calls.some(({ name }) => name === 'listRoutes')).toBe(isRead);
});

const LABELS = { set: { team: 'search' }, unset: [], archived: null };

test('labels are changed without a revision, and say whether they are new', async () => {
  const { options, calls } = given({ labels: LABELS });
  expect(await updateVariant(options)).toEqual({
    record: { ...STORED, labels: { team: 'search' }, archived_at: null },
    warning: null,
    isChanged: true,
    isRevised: false,
  });
  expect(calls.find(({ name }) => name === 'updateVariantMetadata')?.input).toEqual({
    variant_id: STORED.variant_id,
    body: { labels: { team: 'search' } },
  });
  expect(calls.map(({ name }) => name)).not.toContain('updateVariantParameters');
});

test('labels and parameters are changed together', async () => {
  const { options } = given({ labels: { ...LABELS, set: {}, unset: ['gone'] }, assignments: ['words=80'] });
  expect(await updateVariant(options)).toMatchObject({ isChanged: true, isRevised: true });
});

test('labels that stay as they are change nothing', async () => {
  const { options } = given({ labels: { ...LABELS, set: {}, archived: false } }, async () => null, {});
  expect(await updateVariant(options)).toMatchObject({ isChanged: false, isRevised: false });
});

test('labels are refused by a service without them, before anything is read', async () => {
  const { options, calls } = given({ labels: LABELS, assignments: ['words=80'] });
  const { client } = fakeClient({ extensions: async () => null });
  await expect(updateVariant({ ...options, client })).rejects.toMatchObject({
    code: 'WF_UNSUPPORTED',
    message: 'This service lacks labels, an extension of wf.',
  });
  expect(calls).toEqual([]);
});

function given(
  options: Partial<UpdateVariantOptions>,
  update = async (): Promise<null> => null,
  labels: Record<string, string> = { team: 'search' },
) {
  const { client, calls } = fakeClient({
    getVariant: async () => STORED,
    listRoutes: async () => [],
    updateVariantParameters: update,
    updateVariantMetadata: async () => ({ labels }),
  });
  const defaults = { app: null, variant: STORED.variant_id, parameters: {}, assignments: [], unset: [] };
  return { options: { ...defaults, client, ...options }, calls };
}
