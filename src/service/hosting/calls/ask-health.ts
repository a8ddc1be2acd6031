import type { HostedAnswer, HostedDeployment, Hosting } from '../hosting.ts';

/** The answer of a workflow's own health route. */
const HEALTHY: HostedAnswer = { status: 200, text: '{"status":"ok"}', retryAfter: null };

/**
 * Checks the health of a process over its channel, without a web request. Any answer shows that its code is loaded,
 * even a 404: no author's route has the path.
 */
export async function askHealth(
  hosting: Hosting,
  deployment: HostedDeployment,
  signal: AbortSignal,
): Promise<HostedAnswer> {
  const answer = await hosting.ask({ deployment, path: '/openapi.json', revisionId: null, body: '{}', signal });
  return answer.status < 500 ? HEALTHY : answer;
}
