import type { RouteSchema } from '../../contract/records/route-schema.ts';
import { createColumn, createDraft, keepDraft, type Origin, readDraft } from './draft.ts';

/** The key under which a route's draft is kept. */
export function draftKey(appName: string, path: string): string {
  return `wf:draft:${appName}:${path}`;
}

/** Puts a stored configuration into the drafts of an app's routes, beside the inputs that were typed there. */
export function openInDraft(appName: string, routes: readonly RouteSchema[], origin: Origin): void {
  for (const { path } of routes) {
    const key = draftKey(appName, path);
    const draft = readDraft(sessionStorage, key) ?? createDraft();
    keepDraft(sessionStorage, key, { ...draft, columns: [createColumn(origin), ...draft.columns.slice(1)] });
  }
}
