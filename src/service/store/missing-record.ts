import { closestNames } from '../../foundation/closest-names.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';

export interface Candidate {
  readonly id: string;
  readonly name: string;
}

/** Creates the error for an unknown id, with the records that were probably meant. */
export function missingRecord(kind: string, id: string, candidates: readonly Candidate[]): UserError {
  const near = closestNames(
    id,
    candidates.flatMap((candidate) => [candidate.name, candidate.id]),
  );
  const meant = candidates.filter((candidate) => near.includes(candidate.name) || near.includes(candidate.id));
  return new UserError({
    code: 'WF_NOT_FOUND',
    message: `No ${kind} has the id ${JSON.stringify(id)}.${hintOf(kind, meant, candidates)}`,
    details: { kind, id, near },
  });
}

function hintOf(kind: string, meant: readonly Candidate[], candidates: readonly Candidate[]): string {
  if (meant.length > 0) return ` Did you mean ${meant.slice(0, 3).map(describe).join(' or ')}?`;
  if (candidates.length === 0) return ` There is no ${kind} yet.`;
  const more = candidates.length > 5 ? ', …' : '';
  return ` Available: ${candidates.slice(0, 5).map(describe).join(', ')}${more}.`;
}

function describe({ id, name }: Candidate): string {
  return name === id ? name : `${name} (id ${id})`;
}

/** How many candidates are read for the message of a 404. */
export const CANDIDATES = 200;
