import { randomUUID } from 'node:crypto';
import {
  type Asked,
  type Fields,
  type Handlers,
  type JsonService,
  Refused,
  requireFields,
  startJsonService,
} from './json-service.ts';
import { FOREIGN } from './own-fields.ts';
import { crash, type Release, STAMP, toFields } from './public-answers.ts';
import { environmentHandlers } from './public-environments.ts';
import { evaluationHandlers } from './public-evaluations.ts';
import { describeVariant, registrationHandlers } from './public-registrations.ts';
import { emptyState, removeAll, newestOf, type PublicState, revise, type StoredVariant } from './public-state.ts';

export interface PublicServiceOptions {
  /** The older one registers no addresses, sends no ids of revisions, and fails with 500 and a reason. @defaultValue `0.34.7` */
  readonly release?: Release;
  /** Whether the history of an environment answers 500, as the open edition's does. @defaultValue true */
  readonly isHistoryBroken?: boolean;
  /** Handlers that replace some of its own. */
  readonly instead?: (state: PublicState) => Handlers;
}

export interface PublicService extends JsonService {
  readonly state: PublicState;
  readonly appId: string;
}

/**
 * Starts a service that behaves like the public one, usually of release 0.34.7: it drops unknown fields, merges parameters and
 * resets them on an empty object, and fails without a reason where a name is unknown. It refuses unknown parameters of a
 * query, and its records have fields of its own under names of ours. It has an app `support` with a
 * variant `app.default`.
 *
 * @source facts §2, §3
 */
export async function startPublicService(options: PublicServiceOptions = {}): Promise<PublicService> {
  const { release = '0.34.7', isHistoryBroken = true, instead = () => ({}) } = options;
  const state = emptyState();
  const appId = addApp(state, 'support');
  addVariant(state, { appId, configName: 'default', parameters: { words: 50 } });
  const handlers = {
    ...evaluationHandlers(state),
    ...appHandlers(state, release),
    ...variantHandlers(state, release),
    ...(release === '0.30.0' ? {} : registrationHandlers(state)),
    ...environmentHandlers(state, isHistoryBroken),
    ...testsetHandlers(state),
    'GET /health': () => ({ status: 'ok' }),
    'GET /openapi.json': () => ({ openapi: '3.1.0', info: { title: 'FastAPI', version: '0.1.0' }, paths: {} }),
    'GET /profile': () => ({ id: '0', uid: '0', email: 'demo@agenta.ai', username: 'agenta' }),
    ...instead(state),
  };
  const service = await startJsonService(handlers, FOREIGN);
  return Object.assign(service, { state, appId });
}

/** The environments of a new app. */
const ENVIRONMENTS = ['development', 'staging', 'production'];

function addApp(state: PublicState, name: string): string {
  const id = randomUUID();
  state.apps.push({ id, name });
  for (const environment of ENVIRONMENTS)
    state.environments.push({ appId: id, name: environment, deployed: [], running: null });
  return id;
}

interface NewVariant {
  /** Another variant of its base. @defaultValue any of the app */
  readonly of?: StoredVariant;
  readonly appId: string;
  readonly configName: string;
  readonly parameters: Fields;
}

/** Adds a variant of a base, usually `app`. */
export function addVariant(state: PublicState, { appId, configName, parameters, ...base }: NewVariant): StoredVariant {
  const of = base.of ?? state.variants.find((variant) => variant.appId === appId);
  const { baseId = randomUUID(), baseName = 'app', url } = of ?? {};
  const code = { baseId, baseName, ...(url === undefined ? {} : { url }) };
  const added = { id: randomUUID(), appId, ...code, configName, revisions: [] };
  revise(added, parameters);
  state.variants.push(added);
  return added;
}

function appHandlers(state: PublicState, release: Release): Handlers {
  const toApp = ({ id, name }: PublicState['apps'][number]) => ({
    app_id: id,
    app_name: name,
    app_type: null,
    updated_at: STAMP,
  });
  return {
    'POST /apps': ({ body }) => {
      requireFields(body, 'app_name');
      const name = String(body['app_name']);
      if (state.apps.some((app) => app.name === name))
        throw new Refused(release === '0.30.0' ? 500 : 400, { detail: 'App with the same name already exists' });
      return { app_id: addApp(state, name), app_name: name };
    },
    'GET /apps': ({ at }) => {
      const name = at('app_name');
      if (name === '') return state.apps.map(toApp);
      const found = state.apps.find((app) => app.name === name);
      return found === undefined ? crash(release, 'No app of that name') : [toApp(found)];
    },
    'DELETE /apps/{app_id}': ({ at }) => {
      const index = state.apps.findIndex(({ id }) => id === at('app_id'));
      if (index === -1) throw new Refused(404, { detail: `No application with ID '${at('app_id')}' found` });
      state.apps.splice(index, 1);
      const isOther = ({ appId }: { readonly appId: string }) => appId !== at('app_id');
      state.variants.splice(0, Infinity, ...state.variants.filter(isOther));
      state.environments.splice(0, Infinity, ...state.environments.filter(isOther));
      state.evaluations.splice(0, Infinity, ...state.evaluations.filter(({ body }) => body['app_id'] !== at('app_id')));
      return null;
    },
  };
}

function variantHandlers(state: PublicState, release: Release): Handlers {
  const find = ({ at }: Asked) =>
    state.variants.find(({ id }) => id === at('variant_id')) ??
    crash(release, 'No row was found when one was required');
  const toVariant = (variant: StoredVariant) => describeVariant(state, variant);
  const toRevision = (
    { configName }: StoredVariant,
    { id, revision, parameters }: StoredVariant['revisions'][number],
  ) => ({
    ...(release === '0.30.0' ? {} : { id }),
    revision,
    modified_by: 'agenta',
    config: { config_name: configName, parameters },
    created_at: STAMP,
  });
  return {
    'GET /apps/{app_id}/variants': ({ at }) =>
      state.variants.filter(({ appId }) => appId === at('app_id')).map(toVariant),
    'GET /bases': ({ at }) => {
      const own = state.variants.filter(({ appId }) => appId === at('app_id'));
      return [
        ...new Map(own.map(({ baseId, baseName }) => [baseId, { base_id: baseId, base_name: baseName }])).values(),
      ];
    },
    'POST /variants/from-base': ({ body }) => {
      requireFields(body, 'base_id', 'new_variant_name', 'new_config_name', 'parameters');
      const base =
        state.variants.find(({ baseId }) => baseId === body['base_id']) ??
        crash(release, `Base with id ${String(body['base_id'])} not found`);
      const configName = String(body['new_config_name']);
      if (state.variants.some((one) => one.baseId === base.baseId && one.configName === configName))
        crash(release, 'App variant with the same name already exists');
      const { appId } = base;
      return toVariant(addVariant(state, { appId, of: base, configName, parameters: toFields(body['parameters']) }));
    },
    'GET /variants/{variant_id}': (asked) => toVariant(find(asked)),
    'PUT /variants/{variant_id}/parameters': (asked) => {
      requireFields(asked.body, 'parameters');
      const variant = find(asked);
      const sent = toFields(asked.body['parameters']);
      revise(variant, Object.keys(sent).length === 0 ? {} : { ...newestOf(variant).parameters, ...sent });
      return null;
    },
    'DELETE /variants/{variant_id}': (asked) => {
      state.variants.splice(state.variants.indexOf(find(asked)), 1);
      return null;
    },
    'GET /variants/{variant_id}/revisions': (asked) => {
      const variant = find(asked);
      return variant.revisions.map((revision) => toRevision(variant, revision));
    },
    'GET /variants/{variant_id}/revisions/{revision}': (asked) => {
      const variant = find(asked);
      const revision = variant.revisions.find((one) => one.revision === Number(asked.at('revision')));
      if (revision === undefined)
        throw new Refused(404, {
          detail: `Revision ${asked.at('revision')} does not exist for variant id '${variant.id}'.`,
        });
      return toRevision(variant, revision);
    },
  };
}

function testsetHandlers(state: PublicState): Handlers {
  const find = ({ at }: Asked) => state.testsets.find(({ id }) => id === at('testset_id')) ?? crash();
  const stamps = { created_at: STAMP, updated_at: STAMP };
  return {
    'GET /testsets': () => state.testsets.map(({ id, name }) => ({ _id: id, name, ...stamps })),
    'POST /testsets': ({ body }) => {
      requireFields(body, 'name', 'csvdata');
      const added = { id: randomUUID(), name: String(body['name']), rows: body['csvdata'] as Fields[] };
      state.testsets.push(added);
      return { id: added.id, name: added.name, created_at: STAMP };
    },
    'GET /testsets/{testset_id}': (asked) => {
      const { id, name, rows } = find(asked);
      return { id, name, csvdata: rows, ...stamps };
    },
    'PUT /testsets/{testset_id}': (asked) => {
      requireFields(asked.body, 'name', 'csvdata');
      const found = find(asked);
      found.name = String(asked.body['name']);
      found.rows = asked.body['csvdata'] as Fields[];
      return { status: 'success', message: 'testset updated successfully', _id: found.id };
    },
    'DELETE /testsets': ({ body }) => {
      const ids = body['testset_ids'] as string[];
      removeAll(state.testsets, ids);
      return ids;
    },
  };
}
