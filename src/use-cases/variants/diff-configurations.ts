import type { ConfigurationDiff, FieldChange, WordChange } from '../../contract/develop/configuration-diff.ts';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import { diffValues } from '../../contract/variants/diff-values.ts';
import type { Parameters } from '../../contract/variants/variant.ts';
import { wholeParameters } from '../../contract/deployments/route-fields.ts';
import { compareRoutes } from '../../contract/deployments/compatibility/compare-routes.ts';
import { ownFieldsOf, type ReadValue, readValues } from './fields/read-values.ts';
import { diffWordsWithSpace } from 'diff';

export interface Configuration {
  /** Its name for people: `formal@3`, `production: formal@3`, `local`. */
  readonly label: string;
  /** What somebody set; other fields have the code's default. */
  readonly set: Parameters;
  /** Empty if the service does not store route schemas. */
  readonly routes: readonly RouteSchema[];
}

/** Compares the effective values of two configurations and the schemas of their code. */
export function diffConfigurations(before: Configuration, after: Configuration): ConfigurationDiff {
  return {
    before: toSide(before),
    after: toSide(after),
    fields: compareFields(before, after),
    // If the code of one side is unknown, every route would look new.
    routes: areBothKnown(before, after) ? compareRoutes(before.routes, after.routes) : [],
  };
}

function toSide({ label, set, routes }: Configuration): ConfigurationDiff['before'] {
  return { label, parameters: wholeParameters(routes, set), set_parameters: set };
}

function areBothKnown(before: Configuration, after: Configuration): boolean {
  return before.routes.length > 0 && after.routes.length > 0;
}

function compareFields(before: Configuration, after: Configuration): FieldChange[] {
  const hasDefaults = areBothKnown(before, after);
  const own = new Set([before, after].flatMap(ownFieldsOf));
  const [old, fresh] = [before, after].map((one) => readValues(hasDefaults ? one : { ...one, routes: [] }, own));
  const addresses = [...new Set([...(old?.keys() ?? []), ...(fresh?.keys() ?? [])])];
  return addresses.flatMap((address) => compareValues(address, old?.get(address), fresh?.get(address)));
}

/** Compares messages, tools and schemas part by part. */
function compareValues(address: string, had: ReadValue | undefined, has: ReadValue | undefined): FieldChange[] {
  const defaults = { before_is_default: had?.isDefault ?? false, after_is_default: has?.isDefault ?? false };
  if (had === undefined || has === undefined) {
    const kind = had === undefined ? 'added' : 'removed';
    return [{ field: address, kind, before: had?.value ?? null, after: has?.value ?? null, ...defaults, words: null }];
  }
  return diffValues(had.value, has.value).map(({ part, kind, before, after }) => ({
    field: `${address}${part}`,
    kind,
    before: before ?? null,
    after: after ?? null,
    ...defaults,
    words: wordsOf(before, after),
  }));
}

/** Diffs texts of several words; a single word needs no diff. */
function wordsOf(before: unknown, after: unknown): WordChange[] | null {
  if (typeof before !== 'string' || typeof after !== 'string') return null;
  return /\s/.test(before.trim()) || /\s/.test(after.trim()) ? diffWords(before, after) : null;
}

/** A diff with more edits is slow to compute and nobody would read it. */
const MAX_EDITS = 2000;

/**
 * Compares two texts word by word, including whitespace.
 *
 * @returns `null` when the texts have too little in common for a useful diff
 */
export function diffWords(before: string, after: string): WordChange[] | null {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS });
  if (changes === undefined) return null;
  return changes.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}
