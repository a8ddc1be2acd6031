import type { ImportedPackages } from '../../contract/deployments/bundle-parts.ts';
import { requireAllowed } from './packages/require-allowed.ts';
import type { HostedAnswer, HostedCall, HostedDeployment, HostedExchange, HostedQuestion, Hosting } from './hosting.ts';
import { askByCall, toAnswer } from './calls/ask-by-call.ts';
import { askBundle, callBundle, type CallBundleOptions, exchangeWithBundle } from './bundles/call-bundle.ts';
import { fitsChannel, fitsExchange } from './calls/call-channel.ts';
import { createUrlCaller } from './calls/call-url.ts';
import { createHostedBundles } from './bundles/hosted-bundles.ts';
import { HostingFailure, toFailureResponse } from './hosting-failure.ts';
import { HOSTING_LIMITS, type HostingOptions } from './bundles/hosting-options.ts';
import { createKeepAliveAgent } from './calls/keep-alive-agent.ts';

/** Creates the host of deployed bundles. A bundle's first call starts its process. */
export function createHosting(options: HostingOptions): Hosting {
  const limits = { ...HOSTING_LIMITS, ...options.limits };
  const { callTimeoutMs } = limits;
  const connections = createKeepAliveAgent();
  const selfHosted = createUrlCaller(callTimeoutMs, options.egress ?? null);
  const bundles = createHostedBundles({ ...options, limits });
  const bundleOf = (deployment: HostedDeployment, sha256: string): CallBundleOptions => ({
    ...bundles.of(deployment, sha256),
    connections,
    callTimeoutMs,
  });
  let isStopped = false;

  const call = async (hosted: HostedCall): Promise<Response> => {
    try {
      if (isStopped) throw new HostingFailure(503, 'The service is stopping.');
      const { url, artifact_sha256: sha256 } = hosted.deployment;
      if (url !== null) return await selfHosted.call(hosted, new URL(url));
      if (sha256 === null) throw new HostingFailure(502, 'The deployment has neither a bundle nor an address.');
      return await callBundle(hosted, bundleOf(hosted.deployment, sha256));
    } catch (error) {
      if (hosted.request.signal.aborted) throw error;
      return toFailureResponse(error);
    }
  };

  const ask = async (question: HostedQuestion): Promise<HostedAnswer> => {
    const { deployment, signal } = question;
    const { url, artifact_sha256: sha256 } = deployment;
    // Only a local process has a channel, and the channel has limits; any other call goes over HTTP.
    if (isStopped || url !== null || sha256 === null || !fitsChannel(question)) return await askByCall(call, question);
    try {
      return await askBundle(question, bundleOf(deployment, sha256));
    } catch (error) {
      const hasEnded = error instanceof HostingFailure && error.hasEnded;
      if (signal.aborted && !hasEnded) throw error;
      return { ...(await toAnswer(toFailureResponse(error))), hasEnded };
    }
  };

  const exchange = async (exchanged: HostedExchange): Promise<HostedAnswer | Response> => {
    const { deployment, path, revisionId, origin, signal, toRequest } = exchanged;
    const { url, artifact_sha256: sha256 } = deployment;
    if (isStopped || url !== null || sha256 === null || !fitsExchange(exchanged)) {
      return await call({ deployment, path, revisionId, origin, request: toRequest() });
    }
    try {
      return await exchangeWithBundle(exchanged, bundleOf(deployment, sha256));
    } catch (error) {
      if (signal.aborted) throw error;
      return toFailureResponse(error);
    }
  };

  const stop = async (): Promise<void> => {
    isStopped = true;
    await bundles.stop();
    connections.destroy();
    await selfHosted.stop();
  };

  const requirePackages = (packages: ImportedPackages): void => requireAllowed(packages, options.packages ?? []);

  return { call, exchange, ask, requirePackages, stop, [Symbol.asyncDispose]: stop };
}
