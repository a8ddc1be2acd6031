import { isServiceError } from '../../foundation/errors/wf-error.ts';
import { isWfError, UserError } from '../../foundation/errors/wf-error.ts';
import type { Client, PublicClient, RequireOptions } from '../create-client.ts';

/**
 * Returns a client with the extensions of wf.
 *
 * @throws {WF_UNSUPPORTED} when the service has not shown itself as one of ours
 * @source design §2 principle 6
 */
export async function requireExtensions(
  client: Pick<PublicClient, 'extensions'>,
  what: string,
  { nextSteps = ['wf whoami'], isChange = false }: RequireOptions = {},
): Promise<Client> {
  const extended = await client.extensions();
  if (extended !== null) return extended;
  throw new UserError({
    code: 'WF_UNSUPPORTED',
    message: `This service lacks ${what}, an extension of wf.${isChange ? ' Nothing was changed.' : ''}`,
    nextSteps,
  });
}

/** Returns what an extension answers; `otherwise` if the service is of others. */
export async function orUnsupported<Answer, Other>(answer: Promise<Answer>, otherwise: Other): Promise<Answer | Other> {
  try {
    return await answer;
  } catch (error) {
    // One of ours that answers so is an older release, and its error says what it lacks.
    if (isWfError(error) && error.code === 'WF_UNSUPPORTED' && !isServiceError(error)) return otherwise;
    throw error;
  }
}
