import { BugError } from '../../../foundation/errors/wf-error.ts';

/** A migration, read from its text. A field is written by its address. */
export type MigrationStep =
  | { readonly kind: 'rename'; readonly field: string; readonly to: string }
  | { readonly kind: 'default' | 'clamp' | 'drop'; readonly field: string }
  | { readonly kind: 'map'; readonly field: string; readonly from: string; readonly to: string };

/** Parses a migration whose format the contract has checked. */
export function parseMigration(text: string): MigrationStep {
  const colon = text.indexOf(':');
  const [kind, rest] = [text.slice(0, colon), text.slice(colon + 1)];
  switch (kind) {
    case 'rename':
      return { kind, ...splitAt(rest, '=') };
    case 'map': {
      const { field, to } = splitAt(rest, ':', rest.startsWith('/') ? rest.indexOf(':') + 1 : 0);
      const [from, mapped] = [to.slice(0, to.indexOf('=')), to.slice(to.indexOf('=') + 1)];
      return { kind, field, from, to: mapped };
    }
    case 'default':
    case 'clamp':
    case 'drop':
      return { kind, field: rest };
    default:
      throw new BugError(`The migration ${JSON.stringify(text)} was not checked.`);
  }
}

/** @param from - index to look from: the address of one route's field, as in `/summary:words`, has a colon itself */
function splitAt(text: string, separator: string, from = 0): { readonly field: string; readonly to: string } {
  const next = text.indexOf(separator, from);
  const at = next === -1 ? text.indexOf(separator) : next;
  return { field: text.slice(0, at), to: text.slice(at + 1) };
}

/** Formats a migration as users type it. */
export function formatMigration(step: MigrationStep): string {
  switch (step.kind) {
    case 'rename':
      return `rename:${step.field}=${step.to}`;
    case 'map':
      return `map:${step.field}:${step.from}=${step.to}`;
    default:
      return `${step.kind}:${step.field}`;
  }
}

/** Formats a value for a migration: text unchanged, anything else as JSON. */
export function toMigrationText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null');
}
