import { isDeepStrictEqual } from 'node:util';
import { defaultParameters } from '../../contract/deployments/check-parameters.ts';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import type { Parameters } from '../../contract/variants/variant.ts';
import { compareRoutes, type RouteChange } from '../../contract/deployments/compatibility/compare-routes.ts';
import { diffWords, type WordChange } from './diff-words.ts';

/** A configuration with its code. */
export interface Configuration {
  /** Its name for people: `formal@3`, `production: formal@3`, `local`. */
  readonly label: string;
  /** The stored values; other fields have the code's default. */
  readonly parameters: Parameters;
  /** Empty if the service does not store route schemas. */
  readonly routes: readonly RouteSchema[];
}

/** A field with different values in two configurations. */
export interface FieldChange {
  readonly field: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly before: unknown;
  readonly after: unknown;
  /** Whether the value is the code's default rather than stored. */
  readonly before_is_default: boolean;
  readonly after_is_default: boolean;
  /** Word diff if both values are texts. */
  readonly words: readonly WordChange[] | null;
}

export interface ConfigurationDiff {
  readonly before: { readonly label: string; readonly parameters: Parameters };
  readonly after: { readonly label: string; readonly parameters: Parameters };
  readonly fields: readonly FieldChange[];
  readonly routes: readonly RouteChange[];
}

/** Compares the effective values of two configurations and the schemas of their code. */
export function diffConfigurations(before: Configuration, after: Configuration): ConfigurationDiff {
  return {
    before: { label: before.label, parameters: before.parameters },
    after: { label: after.label, parameters: after.parameters },
    fields: compareFields(before, after),
    // If the code of one side is unknown, every route would look new.
    routes: areBothKnown(before, after) ? compareRoutes(before.routes, after.routes) : [],
  };
}

function areBothKnown(before: Configuration, after: Configuration): boolean {
  return before.routes.length > 0 && after.routes.length > 0;
}

function compareFields(before: Configuration, after: Configuration): FieldChange[] {
  const hasDefaults = areBothKnown(before, after);
  const [old, fresh] = [valuesOf(before, hasDefaults), valuesOf(after, hasDefaults)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(fresh)])];
  return names.flatMap((field) => {
    const [hadIt, hasIt] = [Object.hasOwn(old, field), Object.hasOwn(fresh, field)];
    if (hadIt && hasIt && isDeepStrictEqual(old[field], fresh[field])) return [];
    return [
      {
        field,
        kind: !hadIt ? 'added' : !hasIt ? 'removed' : 'changed',
        before: hadIt ? old[field] : null,
        after: hasIt ? fresh[field] : null,
        before_is_default: hadIt && !Object.hasOwn(before.parameters, field),
        after_is_default: hasIt && !Object.hasOwn(after.parameters, field),
        words: wordsOf(old[field], fresh[field]),
      },
    ];
  });
}

function valuesOf({ parameters, routes }: Configuration, hasDefaults: boolean): Parameters {
  return hasDefaults ? { ...defaultParameters(routes), ...parameters } : parameters;
}

/** Diffs texts of several words; a single word needs no diff. */
function wordsOf(before: unknown, after: unknown): WordChange[] | null {
  if (typeof before !== 'string' || typeof after !== 'string') return null;
  return /\s/.test(before.trim()) || /\s/.test(after.trim()) ? diffWords(before, after) : null;
}
