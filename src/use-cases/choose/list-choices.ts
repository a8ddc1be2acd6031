import type { Client } from '../../client/create-client.ts';
import { orUnsupported } from '../../client/public/is-missing.ts';
import type { TestedEvaluation } from '../../contract/evaluations/evaluation.ts';
import { listProfiles } from '../../project/profiles.ts';
import type { Settings } from '../../project/resolve-settings.ts';
import { listSettings } from '../settings/manage-settings.ts';
import { listVariantRevisions } from '../variants/list-variant-revisions.ts';
import { resolveAppId } from '../apps/resolve-app.ts';
import type { Session } from '../session/session.ts';
import { PAGE_SIZE } from '../records/paged-list.ts';
import { toShortKey } from '../../evaluation/evaluators/definition/spec-name.ts';

export interface Choice {
  readonly value: string;
  readonly facts: readonly Fact[];
}

export interface Fact {
  readonly kind: 'text' | 'integer' | 'time' | 'status';
  readonly value: string | number | null;
}

export interface ListChoicesOptions {
  readonly settings: Settings;
  readonly openSession: () => Promise<Session>;
  /** Arguments typed so far: revisions depend on the variant. */
  readonly given: readonly string[];
}

/** Names that only the service, or this machine, knows. */
export type NameKind = 'profile' | 'setting' | keyof typeof SERVICE_LISTS | keyof typeof APP_LISTS;

/** Lists the possible values for a kind of name, in the service's order. */
export async function listChoices(kind: NameKind, options: ListChoicesOptions): Promise<Choice[]> {
  const { settings } = options;
  if (kind === 'profile') return (await listProfiles(settings.configDir)).map(({ name }) => choice(name));
  if (kind === 'setting') return listSettings(settings).map(({ name, value }) => choice(name, text(value)));
  const { client } = await options.openSession();
  const [services, apps]: [Lists<[]>, Lists<AppInputs>] = [SERVICE_LISTS, APP_LISTS];
  const ofService = services[kind];
  if (ofService !== undefined) return await ofService(client);
  const ofApp = apps[kind];
  if (ofApp === undefined) return [];
  return await ofApp(client, await resolveAppId({ client, app: settings.app.value }), options.given);
}

type Lists<Inputs extends readonly unknown[]> = Readonly<
  Record<string, (client: Client, ...inputs: Inputs) => Promise<Choice[]>>
>;
type AppInputs = [app_id: string, given: readonly string[]];

const SERVICE_LISTS = {
  app: async (client) => (await client.listApps({})).map(({ app_name }) => choice(app_name)),
  testset: async (client) =>
    (await client.listTestsets({ archived: 'false' })).map(({ name, rows, updated_at }) =>
      choice(name, text(rows == null ? null : `${rows} rows`), time(updated_at)),
    ),
  evaluator: async (client) =>
    (await client.listEvaluators({})).map(({ key, name }) => choice(toShortKey(key), text(name))),
  key: async (client) =>
    (await client.listKeys({})).map(({ name, prefix, role }) => choice(prefix, text(name), text(role))),
  webhook: async (client) =>
    (await orUnsupported(client.listWebhooks({}), [])).map(({ id, url, created_at }) =>
      choice(id, text(url), time(created_at)),
    ),
} satisfies Lists<[]>;

const APP_LISTS = {
  variant: async (client, app_id) =>
    (await client.listAppVariants({ app_id, archived: 'false' })).map(({ variant_name, revision, updated_at }) =>
      choice(variant_name, text(`revision ${revision}`), time(updated_at)),
    ),
  revision: async (client, app, [variant = '']) =>
    (await listVariantRevisions({ client, app, variant })).map(({ revision, modified_by, created_at }) =>
      choice(String(revision), text(modified_by), time(created_at)),
    ),
  base: async (client, app_id) => (await client.listBases({ app_id })).map(({ base_name }) => choice(base_name)),
  environment: async (client, app_id) => (await client.listAppEnvironments({ app_id })).map(({ name }) => choice(name)),
  'stored evaluator': async (client, app_id) =>
    (await client.listEvaluatorConfigs({ app_id })).map(({ name, evaluator_key }) => choice(name, text(evaluator_key))),
  route: async (client, app_id) =>
    (await orUnsupported(client.listRoutes({ app_id }), [])).map(({ path }) => choice(path)),
  variable: async (client, app_id) =>
    (await orUnsupported(client.listVariables({ app_id }), [])).map(({ name, updated_at }) =>
      choice(name, time(updated_at)),
    ),
  evaluation: async (client, app_id) => (await client.listEvaluations({ app_id, ...NEWEST })).map(toEvaluationChoice),
  'human evaluation': async (client, app_id) =>
    (await client.listHumanEvaluations({ app_id, ...NEWEST })).map(({ id, variant_names, testset_name, created_at }) =>
      choice(id, text(variant_names.join(', ')), text(testset_name), time(created_at)),
    ),
} satisfies Lists<AppInputs>;

/** Newest first, because users usually mean what they just created; one page is enough to choose from. */
const NEWEST = { order: 'desc', limit: PAGE_SIZE } as const;

function toEvaluationChoice({ id, variant_names, testset_name, status, created_at }: TestedEvaluation): Choice {
  const word: Fact = { kind: 'status', value: typeof status.value === 'string' ? status.value : null };
  return choice(id, text(variant_names.join(', ')), text(testset_name), word, time(created_at));
}

function choice(value: string, ...facts: readonly Fact[]): Choice {
  return { value, facts: facts.filter((fact) => fact.value !== null) };
}

function text(value: string | number | null | undefined): Fact {
  return { kind: 'text', value: value ?? null };
}

function time(value: string | null | undefined): Fact {
  return { kind: 'time', value: value ?? null };
}
