import { rejectedBreaks } from '../../contract/deployments/compatibility/find-breaks.ts';
import type { Compatibility, ParameterBreak } from '../../contract/deployments/deployment.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';

const MAX_LINES = 10;

/**
 * Describes why a deployment is rejected.
 *
 * @param isAccepted - whether the user accepted breaking changes; fatal ones are never accepted
 * @returns `null` when it is not rejected
 */
export function findRefusal(compatibility: Compatibility, isAccepted: boolean): UserError | null {
  const refused = rejectedBreaks(compatibility, isAccepted);
  if (refused.length === 0) return null;
  const lines = refused.slice(0, MAX_LINES).map(({ message }) => `  ${message}`);
  const more = refused.length > MAX_LINES ? [`  and ${refused.length - MAX_LINES} more`] : [];
  const what = refused.length === 1 ? 'a stored value' : `${refused.length} stored values`;
  return new UserError({
    code: 'WF_BREAKING_CHANGE',
    message: [`The new code rejects ${what}:`, ...lines, ...more].join('\n'),
    details: compatibility,
    nextSteps: nextStepsFor(refused),
  });
}

/** Suggests migrations first. Accepting only helps where the environment keeps running its old code. */
function nextStepsFor(refused: readonly ParameterBreak[]): string[] {
  const byField = new Map(refused.toReversed().map(({ field, suggestions }) => [field, suggestions[0]]));
  const fixes = [...byField.values()].toReversed();
  const flags = fixes.filter((fix) => fix !== undefined).map((fix) => `--migrate ${shellWord(fix)}`);
  const canAccept = refused.every(({ severity }) => severity === 'breaking');
  return [
    ...(flags.length === byField.size ? [`Add ${flags.join(' ')}`] : []),
    ...(canAccept ? ['Add --accept-breaking: the environment keeps its old code until wf env deploy'] : []),
  ];
}
