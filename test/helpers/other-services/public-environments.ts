import { type Fields, type Handlers, Refused, requireFields } from './json-service.ts';
import {
  deploy,
  nameOf,
  newestOf,
  type PublicState,
  type StoredDeployment,
  type StoredEnvironment,
} from './public-state.ts';
import { crash, STAMP, toFields } from './public-answers.ts';

/** Environments, and configurations by reference. */
export function environmentHandlers(state: PublicState, isHistoryBroken: boolean): Handlers {
  const toEnvironment = ({ appId, name, deployed, running }: StoredEnvironment) => {
    const last = deployed.at(-1);
    const variant = state.variants.find(({ id }) => id === last?.variantId);
    return {
      name,
      app_id: appId,
      project_id: 'p',
      deployed_app_variant_id: last?.variantId ?? null,
      deployed_variant_name: variant === undefined ? null : nameOf(variant),
      deployed_app_variant_revision_id: running ?? 'None',
      // The current revision of the variant, not the deployed one.
      revision: variant === undefined ? null : newestOf(variant).revision,
    };
  };
  const revisionOf = (id: string) =>
    state.variants.flatMap(({ revisions }) => revisions).find((one) => one.id === id)?.revision ?? 0;
  return {
    'GET /apps/{app_id}/environments': ({ at }) =>
      state.environments.filter(({ appId }) => appId === at('app_id')).map(toEnvironment),
    'GET /apps/{app_id}/revisions/{environment_name}': ({ at }) => {
      if (isHistoryBroken) crash();
      const found = state.environments.find(
        ({ appId, name }) => appId === at('app_id') && name === at('environment_name'),
      );
      if (found === undefined) throw new Refused(404, { detail: 'App environment not found' });
      const revisions = found.deployed.map(({ id, revisionId }) => ({
        id,
        revision: revisionOf(revisionId),
        modified_by: 'agenta',
        deployed_app_variant_revision: revisionId,
        deployment: 'None',
        created_at: STAMP,
      }));
      // The revision that was deployed last. A revert leaves it as it is.
      return { ...toEnvironment(found), revision: revisions.at(-1)?.revision ?? 0, revisions };
    },
    'POST /environments/deploy': ({ body }) => {
      requireFields(body, 'environment_name', 'variant_id');
      const variant = state.variants.find(({ id }) => id === body['variant_id']) ?? crash();
      const environment =
        state.environments.find(({ appId, name }) => appId === variant.appId && name === body['environment_name']) ??
        crash();
      deploy(environment, variant);
      return null;
    },
    'POST /configs/deployment/{deployment_revision_id}/revert': ({ at }) => {
      const isWanted = ({ id }: StoredDeployment) => id === at('deployment_revision_id');
      const environment = state.environments.find(({ deployed }) => deployed.some(isWanted));
      const wanted = environment?.deployed.find(isWanted);
      if (environment === undefined || wanted === undefined)
        throw new Refused(404, { detail: `No environment revision found for ${at('deployment_revision_id')}` });
      environment.running = wanted.revisionId;
      return 'Configuration was reverted successfully';
    },
    'POST /variants/configs/fetch': ({ body }) => toConfig(state, body),
  };
}

/** A configuration by the slugs of app and environment, or by the id of an environment's revision. @source facts §2.3 */
function toConfig(state: PublicState, body: Fields) {
  const slugOf = (name: string) => toFields(body[name])['slug'];
  const appRef = toFields(body['application_ref']);
  const entryId = toFields(body['environment_ref'])['id'];
  const entry = state.environments.flatMap(({ deployed }) => deployed).find(({ id }) => id === entryId);
  const app = state.apps.find(({ id, name }) => id === appRef['id'] || name === appRef['slug']);
  const environment = state.environments.find(
    ({ appId, name }) => appId === app?.id && name === (slugOf('environment_ref') ?? 'production'),
  );
  const wanted = entry?.revisionId ?? environment?.running;
  const variant = state.variants.find(({ revisions }) => revisions.some(({ id }) => id === wanted));
  const revision = variant?.revisions.find(({ id }) => id === wanted);
  if (variant === undefined || revision === undefined) throw new Refused(404, { detail: 'Config not found.' });
  return {
    params: revision.parameters,
    url: null,
    application_ref: { slug: app?.name, version: null, id: app?.id },
    variant_ref: { slug: variant.configName, version: revision.revision, id: revision.id },
    environment_ref: { slug: environment?.name, version: environment?.deployed.length, id: null },
  };
}
