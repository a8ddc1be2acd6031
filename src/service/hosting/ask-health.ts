import type { HostedAnswer, HostedDeployment, Hosting } from '../ports.ts';

/** As a workflow itself answers. */
const HEALTHY: HostedAnswer = { status: 200, text: '{"status":"ok"}', retryAfter: null };

/**
 * Asks a process of ours what `GET /health` asks, over its channel: no web request is made. It has loaded its code when
 * it answers anything. Asked for what no author's route is called; that this is not to be posted to, it says itself.
 */
export async function askHealth(
  hosting: Hosting,
  deployment: HostedDeployment,
  signal: AbortSignal,
): Promise<HostedAnswer> {
  const answer = await hosting.ask({ deployment, path: '/openapi.json', revisionId: null, body: '{}', signal });
  return answer.status < 500 ? HEALTHY : answer;
}
