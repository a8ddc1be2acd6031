import type { Parameters } from '../../contract/variants/variant.ts';

/** The stored configuration that a column began with. */
export interface Origin {
  readonly variantId: string;
  readonly variantName: string;
  readonly revision: number;
  readonly parameters: Parameters;
}

/** One configuration under trial. */
export interface Column {
  readonly id: string;
  /** `null`: the code's own defaults. */
  readonly origin: Origin | null;
  /** What differs from the code's defaults. Fields that the schema no longer has are kept: they may come back. */
  readonly values: Parameters;
  /** What stands in the JSON tab while it cannot be read. */
  readonly json: string | null;
}

/** Everything a person typed for a route. */
export interface Draft {
  readonly columns: readonly Column[];
  /** Inputs by field, as their controls hold them. */
  readonly inputs: Parameters;
  /** Inputs as JSON, for a route without an input schema. */
  readonly openInputs: string;
  /** Whether the last inputs run again when the sources are saved. */
  readonly isRerun: boolean;
}

export function createColumn(origin: Origin | null, values: Parameters = origin?.parameters ?? {}): Column {
  return { id: crypto.randomUUID(), origin, values, json: null };
}

export function createDraft(): Draft {
  return { columns: [createColumn(null)], inputs: {}, openInputs: '{}', isRerun: false };
}

/** Reads what was typed before a reload; `null` when nothing was, or another version of the page wrote it. */
export function readDraft(storage: Storage, key: string): Draft | null {
  try {
    const draft: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    return isDraft(draft) ? draft : null;
  } catch {
    return null;
  }
}

/** Keeps what was typed. A full storage keeps what it had: typing goes on. */
export function keepDraft(storage: Storage, key: string, draft: Draft): void {
  try {
    storage.setItem(key, JSON.stringify(draft));
  } catch {
    // Nothing a person could do about it here.
  }
}

function isDraft(value: unknown): value is Draft {
  const draft = value as Partial<Draft> | null; // looked at field by field
  return (
    Array.isArray(draft?.columns) &&
    draft.columns.length > 0 &&
    draft.columns.every(({ id, values }: Partial<Column>) => typeof id === 'string' && typeof values === 'object') &&
    typeof draft.inputs === 'object' &&
    typeof draft.openInputs === 'string'
  );
}
