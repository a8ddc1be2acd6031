import type { Client } from '../../client/create-client.ts';
import type { Evaluation } from '../../contract/evaluations/evaluation.ts';
import { userError } from '../../foundation/errors/wf-error.ts';

/** Only services of wf tell which route an evaluation called. @throws {WF_UNSUPPORTED} on any other */
export async function requireRoutes(client: Client): Promise<void> {
  await client.require('routes of evaluations');
}

/** An older service of wf does not send it. @throws {WF_UNSUPPORTED} when an evaluation does not have the field */
export function requireRouteField(evaluation: Pick<Evaluation, 'route'> | undefined): void {
  if (evaluation === undefined || evaluation.route !== undefined) return;
  throw userError(
    'WF_UNSUPPORTED',
    'This service is older than this wf: it does not tell which route an evaluation called.',
    ['Leave out --route'],
  );
}
