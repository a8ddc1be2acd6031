import type { AppVariantResponse, Parameters } from '../../contract/variants/variant.ts';
import { parseJson } from '../../contract/validation/parse-json.ts';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import { parametersOfRoute, setValuesOf } from '../../contract/variants/route-parameters.ts';
import { nameRevision } from '../text/format-figures.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** The stored configuration that a column started from. */
export interface Origin {
  readonly variantId: string;
  readonly variantName: string;
  readonly revision: number;
  /** What somebody set; the code has the other values. */
  readonly parameters: Parameters;
}

export function originOf(variant: AppVariantResponse): Origin {
  const { variant_id: variantId, variant_name: variantName, revision } = variant;
  return { variantId, variantName, revision, parameters: setValuesOf(variant) };
}

/** Names where a column started: `tuned@3`. */
export function nameOrigin(origin: Origin | null): string {
  return origin === null ? 'the code’s defaults' : nameRevision(origin.variantName, origin.revision);
}

export interface Column {
  readonly id: string;
  /** `null` for the code's defaults. */
  readonly origin: Origin | null;
  /** Differences from the code's defaults. Fields that the schema no longer has stay: they may come back. */
  readonly values: Parameters;
  /** Text of the JSON tab while it is invalid. */
  readonly json: string | null;
}

/** Everything the user typed for a route. */
export interface Draft {
  readonly columns: readonly Column[];
  /** Input values by field, as their controls hold them. */
  readonly inputs: Parameters;
  /** Inputs as JSON, for a route without an input schema. */
  readonly openInputs: string;
  /** Whether the last inputs run again after each save of the sources. */
  readonly isRerun: boolean;
}

/** @param values - as the column's route reads them */
export function createColumn(origin: Origin | null, values: Parameters = {}): Column {
  return { id: crypto.randomUUID(), origin, values, json: null };
}

export function createDraft(): Draft {
  return { columns: [createColumn(null)], inputs: {}, openInputs: '{}', isRerun: false };
}

/** Reads the draft from before a reload; `null` when there is none, or another version of the page wrote it. */
export function readDraft(storage: Storage, key: string): Draft | null {
  const draft = parseJson(storage.getItem(key) ?? 'null');
  return isDraft(draft) ? draft : null;
}

/** Stores a draft. When the storage is full, it keeps the previous draft. */
export function storeDraft(storage: Storage, key: string, draft: Draft): void {
  try {
    storage.setItem(key, JSON.stringify(draft));
  } catch {
    // The user can do nothing about it here.
  }
}

function isDraft(value: unknown): value is Draft {
  const draft = value as Partial<Draft> | null; // looked at field by field
  return (
    Array.isArray(draft?.columns) &&
    draft.columns.length > 0 &&
    draft.columns.every(isColumn) &&
    typeof draft.inputs === 'object' &&
    typeof draft.openInputs === 'string'
  );
}

function isColumn(value: unknown): value is Column {
  const column = value as Partial<Column> | null; // looked at field by field
  return typeof column?.id === 'string' && typeof column.values === 'object';
}

/** Names the draft of a route: it belongs to the key that is signed in. */
export function draftKey({ owner, appName, base }: Place, path: string): string {
  return [draftPrefix(owner), appName, ...(base === null ? [] : [base]), path].join(':');
}

type Place = Pick<Workspace, 'owner' | 'appName' | 'base'>;

export function draftPrefix(owner: string | null): string {
  return `wf:draft:${owner}`;
}

/** Puts a stored configuration into the drafts of an app's routes; their inputs stay. */
export function openInDraft(workspace: Place, routes: readonly RouteSchema[], origin: Origin): void {
  for (const { path } of routes) {
    const key = draftKey(workspace, path);
    const column = createColumn(origin, parametersOfRoute(origin.parameters, path));
    const draft = readDraft(sessionStorage, key) ?? createDraft();
    storeDraft(sessionStorage, key, { ...draft, columns: [column, ...draft.columns.slice(1)] });
  }
}
