import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import { parametersOfRoute } from '../../contract/variants/route-parameters.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { createColumn, createDraft, storeDraft, type Origin, readDraft } from './draft.ts';

/** Names the storage key of a route's draft. */
export function draftKey({ appName, base }: Pick<Workspace, 'appName' | 'base'>, path: string): string {
  return base === null ? `wf:draft:${appName}:${path}` : `wf:draft:${appName}:${base}:${path}`;
}

/** Puts a stored configuration into the drafts of an app's routes; their inputs stay. */
export function openInDraft(
  workspace: Pick<Workspace, 'appName' | 'base'>,
  routes: readonly RouteSchema[],
  origin: Origin,
): void {
  for (const { path } of routes) {
    const key = draftKey(workspace, path);
    const column = createColumn(origin, parametersOfRoute(origin.parameters, path));
    const draft = readDraft(sessionStorage, key) ?? createDraft();
    storeDraft(sessionStorage, key, { ...draft, columns: [column, ...draft.columns.slice(1)] });
  }
}
