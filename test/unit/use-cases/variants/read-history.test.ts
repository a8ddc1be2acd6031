import { expect, test } from 'vitest';
import type { EnvironmentRevision } from '../../../../src/contract/environments/environment.ts';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import { findEntry, readHistory, readHistoryIfPossible } from '../../../../src/use-cases/variants/read-history.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const entryOf = (revision: number, id: string | null) =>
  ({ id: `e-${revision}-${id}`, revision, deployed_app_variant_revision: id }) as EnvironmentRevision;
const ENVIRONMENT = { app_id: 'a-1', name: 'production', revision: 3, deployed_app_variant_revision_id: 'r-1' };

const world = (revisions: readonly EnvironmentRevision[], isOurs: boolean) =>
  fakeClient({
    getEnvironmentRevisions: async () => ({ revisions: [...revisions] }) as never,
    ...(isOurs ? {} : { extensions: async () => null }),
  });

const OURS = [entryOf(1, 'r-1'), entryOf(2, 'r-2'), entryOf(3, 'r-1')];
/** Its numbers repeat those of the variants' revisions. */
const PUBLIC = [entryOf(7, 'r-1'), entryOf(8, 'r-2'), entryOf(7, 'r-1')];

test.each([
  [3, OURS[2], OURS[1]],
  [2, OURS[1], OURS[0]],
  [1, OURS[0], undefined],
  [null, undefined, undefined],
  [9, undefined, undefined],
])('at revision %j of a service of wf, its number says what runs', async (revision, current, previous) => {
  const { client, calls } = world(OURS, true);
  expect(await readHistory(client, { ...ENVIRONMENT, revision })).toEqual({ revisions: OURS, current, previous });
  expect(calls[0]?.input).toEqual({ app_id: 'a-1', environment_name: 'production' });
});

test.each([
  ['r-1', PUBLIC[2], PUBLIC[1]],
  ['r-2', PUBLIC[1], PUBLIC[0]],
  ['r-9', undefined, PUBLIC[2]],
  [null, undefined, PUBLIC[2]],
])('of another service, the last entry with %j is what runs', async (running, current, previous) => {
  const environment = { ...ENVIRONMENT, deployed_app_variant_revision_id: running };
  expect(await readHistory(world(PUBLIC, false).client, environment)).toEqual({ revisions: PUBLIC, current, previous });
});

test('a number that several entries have is refused', () => {
  expect(findEntry({ revisions: PUBLIC }, 'my env', 8)).toBe(PUBLIC[1]);
  expect(findEntry({ revisions: PUBLIC }, 'my env', 9)).toBeUndefined();
  expect(() => findEntry({ revisions: PUBLIC }, 'my env', 7)).toThrow(
    expect.objectContaining({
      code: 'WF_USAGE',
      message: "my env has 2 revisions with the number 7: this service repeats the numbers of the variants' revisions.",
      nextSteps: ["wf env revisions 'my env'"],
    }),
  );
});

test('only a failure without a reason is a history that cannot be sent', async () => {
  const failing = (status: number) => {
    const error = new ServiceError({ code: 'WF_FAILED', message: 'No.', status, requestId: null });
    return fakeClient({ getEnvironmentRevisions: () => Promise.reject(error) }).client;
  };
  expect(await readHistoryIfPossible(failing(500), ENVIRONMENT)).toBeNull();
  await expect(readHistoryIfPossible(failing(503), ENVIRONMENT)).rejects.toMatchObject({ message: 'No.' });
  expect(await readHistoryIfPossible(world(OURS, true).client, ENVIRONMENT)).toMatchObject({ current: OURS[2] });
});
