import { describe, expect, test } from 'vitest';
import type { EnvironmentRevision } from '../../../../src/contract/environments/environment.ts';
import { ServiceError } from '../../../../src/foundation/errors/wf-error.ts';
import { readEnvironmentRevision } from '../../../../src/use-cases/variants/read-environment-revision.ts';
import { findEntry, readHistory, readHistoryIfPossible } from '../../../../src/client/public/environment-history.ts';
import { pinEntry } from '../../../../src/client/public/pin-entry.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

describe('what an environment runs', () => {
  const ENVIRONMENT = {
    app_id: 'a-1',
    name: 'production',
    revision: 2,
    deployed_app_variant_revision_id: 'r-2',
    deployed_variant_name: 'formal',
  };
  const entryOf = (revision: number, id: string | null) =>
    ({ id: `e-${revision}`, revision, deployed_app_variant_revision: id }) as EnvironmentRevision;
  const REVISION = { id: 'r-2', revision: 7, config: { config_name: 'x', parameters: { words: 5 } } };

  interface World {
    /** The history; `null`: the service fails to send it. */
    readonly history?: readonly EnvironmentRevision[] | null;
    /** Whether revisions of variants are listed with their ids. */
    readonly listsIds?: boolean;
    readonly fetched?: unknown;
  }

  function world({ history = [entryOf(1, 'r-1'), entryOf(2, 'r-2')], listsIds = true, fetched }: World = {}) {
    const failed = new ServiceError({ code: 'WF_FAILED', message: 'No.', status: 500, requestId: null });
    const missing = new ServiceError({ code: 'WF_NOT_FOUND', message: 'No.', status: 404, requestId: null });
    return fakeClient({
      extensions: async () => null,
      getEnvironmentRevisions: async () => {
        if (history === null) throw failed;
        return { revisions: [...history] } as never;
      },
      listAppVariants: async () => [{ variant_id: 'v-0' }, { variant_id: 'v-1', variant_name: 'formal' }] as never,
      listVariantRevisions: async ({ variant_id }) => (variant_id === 'v-1' && listsIds ? [REVISION] : []) as never,
      fetchConfig: async () => {
        if (fetched === undefined) throw missing;
        return fetched as never;
      },
    });
  }

  test('an environment that runs nothing says how to deploy', async () => {
    const environment = { ...ENVIRONMENT, deployed_app_variant_revision_id: null };
    await expect(readEnvironmentRevision(world({ history: null }).client, environment, null)).rejects.toMatchObject({
      code: 'WF_NOT_FOUND',
      message: 'Nothing is deployed to production yet.',
      nextSteps: ['wf env deploy production --variant VARIANT'],
    });
  });

  test('without a history, only what runs now is known', async () => {
    const { client } = world({ history: null });
    const unknown = { id: '', modified_by: '', created_at: '', deployment: null };
    expect(await readEnvironmentRevision(client, ENVIRONMENT, null)).toEqual({
      environment: 'production',
      revision: { ...unknown, revision: 2, deployed_app_variant_revision: 'r-2' },
      variant: { name: 'formal', revision: REVISION },
    });
    expect((await readEnvironmentRevision(client, { ...ENVIRONMENT, revision: null }, null)).revision.revision).toBe(0);
    await expect(readEnvironmentRevision(client, ENVIRONMENT, 1)).rejects.toMatchObject({
      code: 'WF_UNSUPPORTED',
      message: 'This service cannot list the history of production: only what it runs now is known.',
      nextSteps: ['wf env show production'],
    });
  });

  const FETCHED = { params: { words: 5 }, variant_ref: { id: 'r-2', slug: 'formal.x', version: 3 } };

  test.each<[string, unknown, unknown]>([
    [
      'what it runs',
      { ...FETCHED, variant_lifecycle: { created_at: '2026' } },
      {
        id: 'r-2',
        revision: 3,
        modified_by: '',
        config: { config_name: 'formal.x', parameters: { words: 5 } },
        created_at: '2026',
      },
    ],
    [
      'little about it',
      { params: {}, variant_ref: { id: 'r-2' } },
      { id: 'r-2', revision: 0, modified_by: '', config: { config_name: 'formal', parameters: {} }, created_at: '' },
    ],
    ['another revision', { ...FETCHED, variant_ref: { ...FETCHED.variant_ref, id: 'r-3' } }, null],
    ['nothing', undefined, null],
  ])('a service that lists revisions without ids is asked, and answers %s', async (_, fetched, revision) => {
    const { client } = world({ listsIds: false, fetched });
    const pinned = await pinEntry(client, ENVIRONMENT, entryOf(2, 'r-2'));
    expect(pinned).toEqual(
      revision === null
        ? null
        : { environment: 'production', revision: entryOf(2, 'r-2'), variant: { name: 'formal', revision } },
    );
  });
});

describe('a history', () => {
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
    const { client } = world(OURS, true);
    expect(await readHistory(client, { ...ENVIRONMENT, revision })).toEqual({ revisions: OURS, current, previous });
  });

  test.each([
    ['r-1', PUBLIC[2], PUBLIC[1]],
    ['r-2', PUBLIC[1], PUBLIC[0]],
    ['r-9', undefined, PUBLIC[2]],
    [null, undefined, PUBLIC[2]],
  ])('of another service, the last entry with %j is what runs', async (running, current, previous) => {
    const environment = { ...ENVIRONMENT, deployed_app_variant_revision_id: running };
    expect(await readHistory(world(PUBLIC, false).client, environment)).toEqual({
      revisions: PUBLIC,
      current,
      previous,
    });
  });

  test('an entry is found by its number, or by the beginning of its id', () => {
    const found = (typed: string | number) => findEntry({ revisions: PUBLIC }, 'my env', typed);
    expect([found(8), found('8'), found('e-8-'), found('e-8-r-2')]).toEqual(Array(4).fill(PUBLIC[1]));
    // Too short, or unknown.
    expect([found(9), found('e-8'), found('e-9-r-2')]).toEqual([undefined, undefined, undefined]);
    // A number is none of an id, whose first digits it may be.
    const revisions = [{ ...entryOf(1, 'r-1'), id: '20260000-1' }];
    expect(['2026', '20260000'].map((typed) => findEntry({ revisions }, 'my env', typed))).toEqual([
      undefined,
      revisions[0],
    ]);
  });

  test('a number of several entries means them if they ran the same, and is refused otherwise', () => {
    expect(findEntry({ revisions: PUBLIC }, 'my env', 7)).toBe(PUBLIC[2]);
    const revisions = [...PUBLIC, entryOf(7, 'r-3')];
    const refusal = {
      code: 'WF_USAGE',
      message: "my env has 3 revisions with the number 7: this service repeats the numbers of the variants' revisions.",
      nextSteps: ["wf env revisions 'my env'"],
    };
    expect(() => findEntry({ revisions }, 'my env', 7)).toThrow(expect.objectContaining(refusal));
    const nextSteps = ["wf env revisions 'my env'", 'wf to e-7-r-1', 'wf to e-7-r-3'];
    expect(() => findEntry({ revisions }, 'my env', 7, (id) => `wf to ${id}`)).toThrow(
      expect.objectContaining({ ...refusal, nextSteps }),
    );
    expect(() => findEntry({ revisions }, 'my env', 'e-7-')).toThrow(/3 revisions whose ids begin with e-7-\./);
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
});
