import { caseInputs, expectedColumns } from '../../contract/evaluations/case-inputs.ts';
import type { TestedEvaluation } from '../../contract/evaluations/evaluation.ts';
import { parametersOfRoute, setValuesOf } from '../../contract/variants/route-parameters.ts';
import { goTo } from '../address/address.ts';
import { toDraftInputs } from '../drafts/draft-inputs.ts';
import { createColumn, createDraft, draftKey, type Origin, readDraft, storeDraft } from '../drafts/draft.ts';
import { toFields } from '../fields/field.ts';
import { send } from '../service/request.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * Returns what opens the route of an evaluation with the inputs of a row and the configuration that answered it; `null`
 * where nobody knows which route that is.
 */
export function tryRowOf(
  workspace: Workspace,
  { id: evaluation_id, route: path = null, variant_ids, variant_names, revisions }: TestedEvaluation,
): ((rowId: string) => Promise<void>) | null {
  const [variantId, variantName, revision] = [variant_ids[0], variant_names[0], Number(revisions[0])];
  if (path === null || variantId === undefined) return null;
  return async (rowId) => {
    const query = { evaluation_id, id_prefix: rowId, limit: 1 };
    const [[row], stored, { base, routes }] = await Promise.all([
      send('GET /evaluations/{evaluation_id}/evaluation_scenarios', query),
      send('GET /variants/{variant_id}/revisions/{revision}', { variant_id: variantId, revision }),
      findCode(workspace, variantId),
    ]);
    const route = routes.find((each) => each.path === path);
    if (row === undefined) throw new Error('This row is no longer stored.');
    if (route === undefined) throw new Error(`The code that runs now has no route ${path}.`);
    const cells = Object.fromEntries(row.inputs.map(({ name, value }) => [name, value]));
    const parameters = setValuesOf(stored.config);
    const origin: Origin = { variantId, variantName: variantName ?? '', revision, parameters };
    const key = draftKey({ ...workspace, base }, path);
    const draft = readDraft(sessionStorage, key) ?? createDraft();
    storeDraft(sessionStorage, key, {
      ...draft,
      columns: [createColumn(origin, parametersOfRoute(parameters, path)), ...draft.columns.slice(1)],
      ...toDraftInputs(toFields(route.input), caseInputs(route, expectedColumns([]))(cells)),
    });
    goTo({ page: 'routes', app: workspace.appName, path, base });
  };
}

/** Finds the base of a variant, where the app has several, and its routes: another base may have others. */
async function findCode({ app, dev, bases, routes }: Workspace, variant_id: string) {
  if (app === null || dev !== null || bases.length < 2) return { base: null, routes };
  const { base_name } = await send('GET /variants/{variant_id}', { variant_id });
  return {
    base: base_name,
    routes: await send('GET /apps/{app_id}/routes', { app_id: app.app_id, base_name }),
  };
}
