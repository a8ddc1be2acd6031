import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { storeTestset, type StoreTestsetOptions } from '../../../../src/use-cases/testsets/store-testset.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

const REVISION = { id: 'r-1', testset_id: 't-1', revision: 3, rows: 1 };

function storing(source: string, cwd: string, more: Partial<StoreTestsetOptions> = {}) {
  const { client, calls } = fakeClient({
    openTestsetRevision: async () => ({ ...REVISION, testset_id: null, rows: 0 }) as never,
    addTestsetRows: async () => ({ ...REVISION, testset_id: null }) as never,
    finishTestsetRevision: async () => REVISION as never,
    listTestsets: async () => [{ id: 't-1', name: 'cases', app_id: null }] as never,
    listTestsetRevisions: async () => [REVISION] as never,
  });
  const stdin = Readable.from([Buffer.from('text\nhello\n')]) as never;
  return { stored: storeTestset({ client, appId: 'a-1', source, cwd, stdin, ...more }), calls };
}

test.each([
  ['my cases.csv', 'my cases', expect.stringMatching(/^[0-9a-f]{64}$/)],
  ['-', 'stdin', null],
])('%s is stored as %s', async (source, name, tag) => {
  await using at = await tempProject({ 'my cases.csv': 'text\nhello\n' });
  const checked: unknown[] = [];
  const { stored, calls } = storing(source, at.root, {
    check: ({ rows }) => void checked.push(rows),
    checkRows: (rows, start) => void checked.push([rows, start]),
  });
  expect(await stored).toEqual({ id: 't-1', name, revision: 3, created: true });
  expect(calls[0]?.input).toEqual({ body: { name, content_tag: tag, app_id: 'a-1' } });
  expect(checked).toEqual([[[{ text: 'hello' }], 0], 1]);
});

test('a stored test set is found by its name, and checked', async () => {
  await using at = await tempProject();
  const checked: unknown[] = [];
  const { stored } = storing('cases@3', at.root, { check: (revision) => void checked.push(revision) });
  expect(await stored).toEqual({ id: 't-1', name: 'cases', revision: 3, created: false });
  expect(checked).toEqual([REVISION]);
});
