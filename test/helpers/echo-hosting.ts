import { askByCall } from '../../src/service/hosting/calls/ask-route.ts';
import { readForwarded } from './read-forwarded.ts';
import type { HostedCall, Hosting } from '../../src/service/hosting/hosting.ts';

/** Hosting that answers with its input, and records it. */
export function createEchoHosting(calls: HostedCall[] = []): Hosting {
  const call: Hosting['call'] = async (hosted) => {
    calls.push(hosted);
    const { path, revisionId, deployment, request } = hosted;
    return Response.json({ path, revisionId, deploymentId: deployment.id, body: await readForwarded(request) });
  };
  const stop = () => Promise.resolve();
  const exchange: Hosting['exchange'] = async ({ deployment, path, revisionId, toRequest }) =>
    await call({ deployment, path, revisionId, request: toRequest() });
  const ask: Hosting['ask'] = (question) => askByCall(call, question);
  return { call, exchange, ask, requirePackages: () => undefined, stop, [Symbol.asyncDispose]: stop };
}
