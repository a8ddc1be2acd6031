import type { HostedAnswer, HostedDeployment, Hosting } from '../hosting.ts';

/** The answer of a workflow's own health route. */
const HEALTHY: HostedAnswer = { status: 200, text: '{"status":"ok"}', retryAfter: null };

/**
 * Asks one of our processes for its health over its channel, without a web request. Any answer shows that it has loaded
 * its code, a 404 included: the path asked for is one that no author's route has.
 */
export async function askHealth(
  hosting: Hosting,
  deployment: HostedDeployment,
  signal: AbortSignal,
): Promise<HostedAnswer> {
  const answer = await hosting.ask({ deployment, path: '/openapi.json', revisionId: null, body: '{}', signal });
  return answer.status < 500 ? HEALTHY : answer;
}
