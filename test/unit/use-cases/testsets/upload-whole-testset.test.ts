import { expect, test } from 'vitest';
import type { TestsetRow } from '../../../../src/contract/testsets/testset.ts';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import { uploadWholeTestset } from '../../../../src/use-cases/testsets/upload-whole-testset.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const ROWS: readonly TestsetRow[] = [{ text: 'a' }, { text: 'b', note: 'c' }];

/** @yields the rows */
async function* twoPages() {
  yield ROWS.slice(0, 1);
  yield ROWS.slice(1);
}

/** Uploads rows in two pages to a service that holds test sets by id, all of one name by default. */
async function upload(
  stored: Record<string, readonly TestsetRow[]>,
  more: { kept?: TestsetRow[]; names?: string } = {},
) {
  const created = { id: 'new', name: 'cases', created_at: '2026', updated_at: '2026' };
  const { client, calls } = fakeClient({
    listTestsets: async () =>
      Object.keys(stored).map((id) => ({
        id,
        name: more.names ?? 'cases',
        created_at: '2025',
        updated_at: '2025',
      })),
    getTestset: async ({ testset_id }) =>
      ({
        ...created,
        id: testset_id,
        csvdata: testset_id === 'new' ? (more.kept ?? ROWS) : stored[testset_id],
      }) as never,
    createTestset: async () => created,
  });
  const seen: number[] = [];
  const checkRows = (_page: readonly TestsetRow[], before: number) => void seen.push(before);
  const result = await uploadWholeTestset({ client, name: 'cases', pages: twoPages(), checkRows });
  return { ...result, seen, isWritten: calls.some(({ name }) => name === 'createTestset') };
}

test('a new test set is stored whole, and described as its only revision', async () => {
  expect(await upload({})).toEqual({
    isWritten: true,
    created: true,
    warning: null,
    seen: [0, 1],
    revision: {
      id: 'new',
      testset_id: 'new',
      name: 'cases',
      revision: null,
      rows: 2,
      columns: ['text', 'note'],
      content_tag: null,
      created_by: '',
      created_at: '2026',
    },
  });
});

test('equal rows are stored once', async () => {
  const { revision, created, isWritten } = await upload({ other: [{ text: 'z' }], same: ROWS });
  expect([revision.id, created, isWritten]).toEqual(['same', false, false]);
});

test('other rows under the name are never replaced', async () => {
  await expect(upload({ other: [{ text: 'z' }] })).rejects.toMatchObject({
    code: 'WF_UNSUPPORTED',
    message:
      'This service lacks revisions of test sets, an extension of wf, and has a test set cases with other rows. Nothing was changed.',
    nextSteps: ['Store it under another name: wf testsets create FILE --name NAME'],
  });
});

test('a test set whose name only begins alike is another one', async () => {
  expect((await upload({ other: [{ text: 'z' }] }, { names: 'cases 2' })).created).toBe(true);
});

test('a service that stores other rows than it was sent is reported', async () => {
  await expect(upload({}, { kept: [{ text: 'a' }] })).rejects.toMatchObject({
    code: 'WF_UNEXPECTED_ANSWER',
    message: 'The service stored test set cases (new) with other rows than were sent: 1 instead of 2, or other cells.',
    nextSteps: ['wf testsets show new', 'wf testsets delete new'],
  });
});

test('a service that does not list what it confirmed is not believed', async () => {
  const failure = new ServiceError({ code: 'WF_FAILED', message: 'No.', status: 500, requestId: null });
  const { client } = fakeClient({
    extensions: async () => null,
    listTestsets: async () => [],
    getTestset: () => Promise.reject(failure),
    createTestset: async () => ({ id: 'new', name: 'cases', created_at: '2026', updated_at: '2026' }),
  });
  await expect(uploadWholeTestset({ client, name: 'cases', pages: twoPages() })).rejects.toMatchObject({
    code: 'WF_CONFLICT',
    message: 'The service confirmed the test set cases, and does not list it by the id that it answered, new.',
    nextSteps: ['wf testsets list'],
  });
});

test('a creation that was confirmed with something else is looked up by its name', async () => {
  const strange = new ServiceError({ code: 'WF_UNEXPECTED_ANSWER', message: 'No id.', status: 200, requestId: null });
  let isStored = false;
  const entry = (id: string, name: string) => ({ id, name, created_at: '2026', updated_at: '2026' });
  const { client } = fakeClient({
    extensions: async () => null,
    listTestsets: async () => (isStored ? [entry('other', 'cases 2'), entry('new', 'cases')] : []),
    getTestset: async () => ({ ...entry('new', 'cases'), csvdata: [...ROWS] }),
    createTestset: () => {
      isStored = true;
      return Promise.reject(strange);
    },
  });
  expect(await uploadWholeTestset({ client, name: 'cases', pages: twoPages() })).toMatchObject({
    created: true,
    revision: { id: 'new', name: 'cases', rows: 2 },
  });
});
