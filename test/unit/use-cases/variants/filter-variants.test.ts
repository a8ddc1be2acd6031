import { expect, test } from 'vitest';
import type { EnvironmentOutput } from '../../../../src/contract/environments/environment.ts';
import type { AppVariantResponse } from '../../../../src/contract/variants/variant.ts';
import { filterVariants, type FilterVariantsOptions } from '../../../../src/use-cases/variants/list-variants.ts';
import { ALL } from '../../../../src/client/public/list-filter.ts';
import { collect } from '../../../helpers/collect.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const APP = '01932c5e-0000-7000-8000-00000000000a';

const VARIANTS = [
  { variant_id: 'v1', variant_name: 'main.one', config_name: 'one', base_name: 'main', revision: 3, day: 3 },
  { variant_id: 'v2', variant_name: 'main.two', config_name: 'two', base_name: 'main', revision: 1, day: 1 },
  { variant_id: 'v3', variant_name: 'other.x', config_name: 'x', base_name: 'other', revision: 2, day: 2 },
  { variant_id: 'v4', variant_name: 'main.old', config_name: 'old', base_name: 'main', revision: 9, day: 4 },
].map(({ day, ...variant }) => ({
  ...variant,
  app_id: APP,
  created_at: `2026-11-0${day}T00:00:00Z`,
  updated_at: `2026-11-1${9 - day}T00:00:00Z`,
  ...(variant.variant_id === 'v1' ? { labels: { team: 'search' } } : {}),
  ...(variant.variant_id === 'v4' ? { archived_at: '2026-11-20T00:00:00Z' } : {}),
})) as unknown as AppVariantResponse[];

const ENVIRONMENT = { name: 'production', deployed_app_variant_id: 'v2' } as EnvironmentOutput;

async function list(options: Partial<Omit<FilterVariantsOptions, 'client' | 'app'>>) {
  const { client } = fakeClient({
    listAppVariants: async () => VARIANTS,
    listAppEnvironments: async () => [ENVIRONMENT],
  });
  const { records, isFiltered } = await filterVariants({
    client,
    app: APP,
    filter: ALL,
    labels: [],
    archived: false,
    base: null,
    environment: null,
    ...options,
  });
  const found = await collect(records);
  return { ids: found.map(({ variant_id }) => variant_id), isFiltered };
}

test.each<[string, Parameters<typeof list>[0], readonly string[], boolean]>([
  ['no conditions', {}, ['v1', 'v2', 'v3'], false],
  ['a base', { base: 'main' }, ['v1', 'v2'], true],
  ['an environment', { environment: 'production' }, ['v2'], true],
  ['a label', { labels: ['team=search'] }, ['v1'], true],
  ['the archive', { archived: true }, ['v4'], true],
  ['text in the name of a base', { filter: { ...ALL, search: 'oth' } }, ['v3'], true],
  ['text in the name of a configuration', { filter: { ...ALL, search: 'TWO' } }, ['v2'], true],
  ['a time', { filter: { ...ALL, since: '2026-11-02T00:00:00Z' } }, ['v1', 'v3'], true],
  ['an order by creation', { filter: { ...ALL, sort: 'created' } }, ['v2', 'v3', 'v1'], false],
  ['an order by change', { filter: { ...ALL, sort: 'updated' } }, ['v1', 'v3', 'v2'], false],
  ['an order by name', { filter: { ...ALL, sort: 'name' } }, ['v1', 'v2', 'v3'], false],
  ['an order by base', { filter: { ...ALL, sort: 'base' } }, ['v1', 'v2', 'v3'], false],
  ['an order by revision', { filter: { ...ALL, sort: 'revision' } }, ['v2', 'v3', 'v1'], false],
])('variants of a service that ignores what is asked are listed with %s', async (_, options, ids, isFiltered) => {
  expect(await list(options)).toEqual({ ids, isFiltered });
});

test('an unknown environment is refused with the known ones', async () => {
  await expect(list({ environment: 'produktion' })).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: expect.stringContaining('production') as string,
  });
});
