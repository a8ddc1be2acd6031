import { distance } from 'fastest-levenshtein';
import { UserError } from './errors/wf-error.ts';

/**
 * Picks the names that the user most likely meant.
 *
 * @param name - what was typed
 * @param candidates - what exists
 * @returns up to three names with the fewest edits. The limit is two edits, or a third of the typed length if that is
 * more, and always fewer than the typed length: any two letters are two edits away from any other two. Beyond six edits
 * nothing is near, because a third of a UUID separates it from UUIDs of the same minute.
 */
export function closestNames(name: string, candidates: readonly string[]): string[] {
  // Comparing takes time in proportion to the length, and nobody types such a name.
  if (name.length > MAX_LENGTH) return [];
  const typed = name.toLowerCase();
  const limit = Math.min(Math.max(2, Math.floor(typed.length / 3)), typed.length - 1, MAX_EDITS);
  const measured = candidates.map((candidate) => ({ candidate, edits: editsBetween(typed, candidate.toLowerCase()) }));
  const nearest = measured.reduce((least, { edits }) => Math.min(least, edits), limit);
  return measured
    .filter(({ edits }) => edits === nearest)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

const MAX_LENGTH = 500;
const MAX_EDITS = 6;

function editsBetween(typed: string, candidate: string): number {
  if (candidate.startsWith(typed) && typed.length >= 3) return candidate === typed ? 0 : 1;
  return distance(typed, candidate);
}

interface NotFoundOptions {
  /** Kind of record, such as "variant". */
  readonly kind: string;
  readonly name: string;
  /** The names that exist. */
  readonly available: readonly string[];
  readonly nextSteps?: readonly string[];
}

/** Maximum number of names in the details of an error. */
const MAX_NAMES = 100;

/** Creates the error for an unknown name, with similar names or those that exist. */
export function notFound({ kind, name, available, nextSteps = [] }: NotFoundOptions): UserError {
  const near = closestNames(name, available);
  const hint =
    near.length > 0
      ? ` Did you mean ${near.join(' or ')}?`
      : available.length > 0
        ? ` Available: ${few(available)}.`
        : ` There is no ${kind} yet.`;
  return new UserError({
    code: 'WF_NOT_FOUND',
    message: `No ${kind} is called ${JSON.stringify(name)}.${hint}`,
    nextSteps,
    details: { kind, name, near, available: available.slice(0, MAX_NAMES) },
  });
}

/** Joins at most ten names, and fewer when they are long, as ids are. */
function few(names: readonly string[]): string {
  let shown = names.slice(0, 10);
  while (shown.length > 1 && shown.join(', ').length > READABLE) shown = shown.slice(0, -1);
  return `${shown.join(', ')}${shown.length < names.length ? ', …' : ''}`;
}

/** Maximum length of the listed names, in characters. */
const READABLE = 120;
