import type { HostedAnswer, HostedDeployment, Hosting } from '../hosting.ts';

/** As a workflow itself answers. */
const HEALTHY: HostedAnswer = { status: 200, text: '{"status":"ok"}', retryAfter: null };

/**
 * Asks a process of ours what `GET /health` asks, over its channel: no web request is made. It has loaded its code when
 * it answers anything, that it knows no such path included: it is asked for one that no author's route has.
 */
export async function askHealth(
  hosting: Hosting,
  deployment: HostedDeployment,
  signal: AbortSignal,
): Promise<HostedAnswer> {
  const answer = await hosting.ask({ deployment, path: '/openapi.json', revisionId: null, body: '{}', signal });
  return answer.status < 500 ? HEALTHY : answer;
}
