import { expect, test } from 'vitest';
import type { EnvironmentOutput } from '../../../../src/contract/environments/environment.ts';
import type { AppVariantResponse } from '../../../../src/contract/variants/variant.ts';
import {
  narrowVariants,
  type NarrowVariantsOptions,
  VARIANT_FIELDS,
} from '../../../../src/use-cases/variants/narrow-variants.ts';
import { collect } from '../../../helpers/collect.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const APP = '01932c5e-0000-7000-8000-00000000000a';
const ANY = { since: null, until: null, search: null, sort: null, isDescending: false, limit: null };

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

/** Lists variants of a service that ignores the query, and records it. */
async function list(options: Partial<Omit<NarrowVariantsOptions, 'client' | 'app'>>) {
  const { client, calls } = fakeClient({
    listAppVariants: async () => VARIANTS,
    listAppEnvironments: async () => [ENVIRONMENT],
  });
  const { records, isNarrowed } = await narrowVariants({
    client,
    app: APP,
    narrowing: ANY,
    labels: [],
    archived: false,
    base: null,
    environment: null,
    ...options,
  });
  const found = await collect(records);
  const query = calls.find(({ name }) => name === 'listAppVariants')?.input;
  return { ids: found.map(({ variant_id }) => variant_id), query, isNarrowed };
}

const USUAL = { app_id: APP, archived: 'false', limit: 100 };
const TOLD = { ...USUAL, total: 'true' };

test.each<[string, Parameters<typeof list>[0], Awaited<ReturnType<typeof list>>]>([
  ['no conditions', {}, { ids: ['v1', 'v2', 'v3'], query: USUAL, isNarrowed: false }],
  ['a base', { base: 'main' }, { ids: ['v1', 'v2'], query: { ...TOLD, base_name: 'main' }, isNarrowed: true }],
  [
    'an environment',
    { environment: 'production' },
    { ids: ['v2'], query: { ...TOLD, environment: 'production' }, isNarrowed: true },
  ],
  [
    'a label',
    { labels: ['team=search'] },
    { ids: ['v1'], query: { ...TOLD, label: ['team=search'] }, isNarrowed: true },
  ],
  ['the archive', { archived: true }, { ids: ['v4'], query: { ...TOLD, archived: 'true' }, isNarrowed: true }],
  [
    'text in the name of a base',
    { narrowing: { ...ANY, search: 'oth' } },
    { ids: ['v3'], query: { ...TOLD, search: 'oth' }, isNarrowed: true },
  ],
  [
    'text in the name of a configuration',
    { narrowing: { ...ANY, search: 'TWO' } },
    { ids: ['v2'], query: { ...TOLD, search: 'TWO' }, isNarrowed: true },
  ],
  [
    'a time',
    { narrowing: { ...ANY, since: '2026-11-02T00:00:00Z' } },
    { ids: ['v1', 'v3'], query: { ...TOLD, created_since: '2026-11-02T00:00:00Z' }, isNarrowed: true },
  ],
])('variants are listed with %s', async (_, options, expected) => {
  expect(await list(options)).toEqual(expected);
});

test.each([
  ['created', ['v2', 'v3', 'v1'], TOLD],
  ['updated', ['v1', 'v3', 'v2'], { ...TOLD, sort: 'updated' }],
  ['name', ['v1', 'v2', 'v3'], { ...TOLD, sort: 'name' }],
  ['base', ['v1', 'v2', 'v3'], { ...TOLD, sort: 'base' }],
  ['revision', ['v2', 'v3', 'v1'], TOLD],
])('variants are sorted by %s, which the service does for some', async (sort, ids, query) => {
  expect(await list({ narrowing: { ...ANY, sort } })).toEqual({ ids, query, isNarrowed: false });
});

test('these fields can be sorted by', () => {
  expect(VARIANT_FIELDS).toEqual(['created', 'updated', 'name', 'base', 'revision']);
});

test('an unknown environment is refused with the known ones', async () => {
  await expect(list({ environment: 'produktion' })).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: expect.stringContaining('production') as string,
  });
});
