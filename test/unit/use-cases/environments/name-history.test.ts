import { expect, test } from 'vitest';
import { nameHistory } from '../../../../src/use-cases/environments/name-history.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const revisionOf = (id: string | null, name: string | null, revision: number | null) => ({
  id: `e-${id}`,
  revision: 1,
  modified_by: 'ana',
  deployed_app_variant_revision: id,
  deployed_variant_name: name,
  deployed_variant_revision: revision,
  deployment: null,
  created_at: '2026-11-20T11:00:00Z',
});
const PARAMETERS = { tone: 'kind' };
const STORED = [{ id: 'r3', revision: 3, config: { config_name: 'tuned', parameters: PARAMETERS } }];

function clientOf() {
  return fakeClient({
    listAppVariants: async () => [{ variant_id: 'v', variant_name: 'tuned' }] as never, // only the fields that are read
    listVariantRevisions: async () => STORED as never,
  });
}
const namesOf = async (revisions: ReturnType<typeof revisionOf>[], withParameters: boolean) => {
  const { client, calls } = clientOf();
  const names = await nameHistory(client, { app_id: 'app', revisions }, { withParameters });
  return { names: Object.fromEntries(names), requests: calls.length };
};

test('names that came with the history take no request', async () => {
  const revisions = [revisionOf('r1', 'default', 1), revisionOf(null, null, null)];
  expect(await namesOf(revisions, false)).toEqual({
    names: { r1: { name: 'default@1', parameters: null } },
    requests: 0,
  });
});

test('names that did not come, and parameters, are asked for', async () => {
  const named = { r3: { name: 'tuned@3', parameters: PARAMETERS } };
  expect(await namesOf([revisionOf('r3', null, null)], false)).toEqual({ names: named, requests: 2 });
  expect(await namesOf([revisionOf('r3', 'tuned', 3)], true)).toEqual({ names: named, requests: 2 });
});
