import { BugError } from '../../../errors/wf-error.ts';

/** A migration, read from its text. */
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
      const { field, to } = splitAt(rest, ':');
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

function splitAt(text: string, separator: string): { readonly field: string; readonly to: string } {
  const at = text.indexOf(separator);
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
