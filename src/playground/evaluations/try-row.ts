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
 * where the app has no such route any longer.
 */
export function tryRowOf(
  workspace: Workspace,
  { id: evaluation_id, route: path, variant_ids, variant_names, revisions }: TestedEvaluation,
): ((rowId: string) => Promise<void>) | null {
  const route = workspace.routes.find((each) => each.path === path);
  const [variantId, variantName, revision] = [variant_ids[0], variant_names[0], Number(revisions[0])];
  if (route === undefined || variantId === undefined) return null;
  return async (rowId) => {
    const query = { evaluation_id, id_prefix: rowId, limit: 1 };
    const [[row], stored] = await Promise.all([
      send('GET /evaluations/{evaluation_id}/evaluation_scenarios', query),
      send('GET /variants/{variant_id}/revisions/{revision}', { variant_id: variantId, revision }),
    ]);
    if (row === undefined) throw new Error('This row is no longer stored.');
    const cells = Object.fromEntries(row.inputs.map(({ name, value }) => [name, value]));
    const parameters = setValuesOf(stored.config);
    const origin: Origin = { variantId, variantName: variantName ?? '', revision, parameters };
    const key = draftKey(workspace, route.path);
    storeDraft(sessionStorage, key, {
      ...(readDraft(sessionStorage, key) ?? createDraft()),
      columns: [createColumn(origin, parametersOfRoute(parameters, route.path))],
      ...toDraftInputs(toFields(route.input), caseInputs(route, expectedColumns([]))(cells)),
    });
    goTo({ page: 'routes', app: workspace.appName, path: route.path, base: workspace.base });
  };
}
