import { closestNames } from './closest-names.ts';
import { UserError } from './wf-error.ts';

export interface NotFoundOptions {
  /** What kind of thing was looked for, as in "variant". */
  readonly kind: string;
  readonly name: string;
  /** The names that exist. */
  readonly available: readonly string[];
  readonly nextSteps?: readonly string[];
}

/** Most names that a program is told: an error is no list. */
const TOLD = 100;

/** Makes the error for a name nothing has: says what was looked for, what was near, what there is. */
export function notFound({ kind, name, available, nextSteps = [] }: NotFoundOptions): UserError {
  const near = closestNames(name, available);
  const hint =
    near.length > 0
      ? ` Did you mean ${near.join(' or ')}?`
      : available.length > 0
        ? ` There is: ${few(available)}.`
        : ` There is no ${kind} yet.`;
  return new UserError({
    code: 'WF_NOT_FOUND',
    message: `No ${kind} is called ${JSON.stringify(name)}.${hint}`,
    nextSteps,
    details: { kind, name, near, available: available.slice(0, TOLD) },
  });
}

/** As many names as a person reads: ten, or fewer that are long, as ids are. */
function few(names: readonly string[]): string {
  let shown = names.slice(0, 10);
  while (shown.length > 1 && shown.join(', ').length > READABLE) shown = shown.slice(0, -1);
  return `${shown.join(', ')}${shown.length < names.length ? ', …' : ''}`;
}

/** Characters of names in one sentence. */
const READABLE = 120;
