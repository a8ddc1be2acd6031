import { randomUUID } from 'node:crypto';
import { type Fields, type Handlers, Refused, requireFields } from './json-service.ts';
import { crash, STAMP } from './public-answers.ts';
import { nameOf, newestOf, type PublicState, revise, type StoredVariant } from './public-state.ts';

/** Variants of workflows that run elsewhere. @source facts §2.1, §2.2 */
export function registrationHandlers(state: PublicState): Handlers {
  return {
    'POST /apps/{app_id}/variant/from-service': ({ at, body }) => {
      requireFields(body, 'variant_name', 'url', 'base_name', 'config_name');
      const appId = at('app_id');
      if (!state.apps.some(({ id }) => id === appId))
        throw new Refused(404, { detail: `No application with ID '${appId}' found` });
      const names = toNames(body);
      const isTaken = (one: StoredVariant) => one.appId === appId && nameOf(one) === nameOf(names);
      if (state.variants.some(isTaken))
        throw new Refused(500, { detail: 'App variant with the same name already exists' });
      const first = { id: randomUUID(), revision: 0, parameters: {} };
      const ids = { id: randomUUID(), appId, baseId: randomUUID() };
      const added = { ...ids, ...names, url: String(body['url']), revisions: [first] };
      state.variants.push(added);
      return describeVariant(state, added);
    },
    'PUT /variants/{variant_id}/service': ({ at }) => {
      const variant = state.variants.find(({ id }) => id === at('variant_id')) ?? crash();
      if (at('url') === '') throw new Refused(422, { detail: [] });
      for (const one of state.variants) if (one.baseId === variant.baseId) one.url = at('url');
      revise(variant, {});
      return null;
    },
  };
}

function toNames(body: Fields) {
  const name = String(body['variant_name']);
  const [base = name] = name.split('.');
  return {
    baseName: typeof body['base_name'] === 'string' ? body['base_name'] : base,
    configName: typeof body['config_name'] === 'string' ? body['config_name'] : 'default',
  };
}

/** A variant as the service sends it. */
export function describeVariant(state: PublicState, variant: StoredVariant) {
  const { revision, parameters } = newestOf(variant);
  const app = state.apps.find(({ id }) => id === variant.appId);
  return {
    app_id: variant.appId,
    app_name: app?.name ?? '',
    variant_id: variant.id,
    variant_name: nameOf(variant),
    project_id: 'p',
    parameters,
    base_name: variant.baseName,
    base_id: variant.baseId,
    config_name: variant.configName,
    uri: variant.url ?? null,
    revision,
    created_at: STAMP,
    updated_at: STAMP,
    modified_by_id: 'None',
  };
}
