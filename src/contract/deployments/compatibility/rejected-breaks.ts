import type { Compatibility, ParameterBreak } from '../deployment.ts';

/**
 * Lists the breaks that reject a deployment. Breaking changes can be accepted, because the environment keeps running its
 * old code; fatal ones cannot, because the environment would run the new code at once.
 *
 * @param compatibility - the effect of the deployment on stored configurations
 * @param isAccepted - whether the user accepts breaking changes
 * @returns an empty list if the deployment is allowed
 */
export function rejectedBreaks({ breaks }: Pick<Compatibility, 'breaks'>, isAccepted: boolean): ParameterBreak[] {
  return breaks.filter(({ severity }) => severity === 'fatal' || (severity === 'breaking' && !isAccepted));
}
