import { closestNames } from '../closest-names.ts';
import { UserError } from './wf-error.ts';

export interface NotFoundOptions {
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
