import type { ImportedPackages } from '../../contract/deployments/bundle-parts.ts';
import type { BundleCaller } from './bundles/call-bundle.ts';
import { createHostedBundles } from './bundles/hosted-bundles.ts';
import { HOSTING_LIMITS, type HostingOptions } from './bundles/hosting-options.ts';
import { askByCall, toAnswer } from './calls/ask-route.ts';
import { fitsChannel, fitsExchange } from './calls/call-channel.ts';
import type { UrlCaller } from './calls/call-url.ts';
import { createKeepAliveAgent } from './calls/send-request.ts';
import {
  type HostedAnswer,
  type HostedCall,
  type HostedDeployment,
  type HostedExchange,
  type HostedQuestion,
  type Hosting,
  HostingFailure,
  toFailureResponse,
} from './hosting.ts';
import { requireAllowed } from './packages/packages-rule.ts';

/** Creates the host of deployed bundles. A bundle's first call starts its process. */
export function createHosting(options: HostingOptions): Hosting {
  const limits = { ...HOSTING_LIMITS, ...options.limits };
  const connections = createKeepAliveAgent();
  const bundles = createHostedBundles({ ...options, limits, connections });
  let selfHosted: Promise<UrlCaller> | undefined;
  const loadUrlCaller = async (): Promise<UrlCaller> => {
    // It loads undici.
    const { createUrlCaller } = await import('./calls/call-url.ts');
    return createUrlCaller(limits.callTimeoutMs, options.egress ?? null);
  };
  let isStopped = false;
  /** Only a local process has a channel; any other call goes over HTTP. */
  const localBundle = (deployment: HostedDeployment): BundleCaller | null => {
    const { url, artifact_sha256: sha256 } = deployment;
    return isStopped || url !== null || sha256 === null ? null : bundles.of(deployment, sha256);
  };

  const call = async (hosted: HostedCall): Promise<Response> => {
    const { deployment, request } = hosted;
    try {
      if (isStopped) throw new HostingFailure(503, 'The service is stopping.');
      if (deployment.url !== null) {
        return await (await (selfHosted ??= loadUrlCaller())).call(hosted, new URL(deployment.url));
      }
      const bundle = localBundle(deployment);
      if (bundle === null) throw new HostingFailure(502, 'The deployment has neither a bundle nor an address.');
      return await bundle.call(hosted);
    } catch (error) {
      if (request.signal.aborted) throw error;
      return toFailureResponse(error);
    }
  };

  const ask = async (question: HostedQuestion): Promise<HostedAnswer> => {
    const bundle = fitsChannel(question) ? localBundle(question.deployment) : null;
    if (bundle === null) return await askByCall(call, question);
    try {
      return await bundle.ask(question);
    } catch (error) {
      const hasEnded = error instanceof HostingFailure && error.hasEnded;
      if (question.signal.aborted && !hasEnded) throw error;
      return { ...(await toAnswer(toFailureResponse(error))), hasEnded };
    }
  };

  const exchange = async (exchanged: HostedExchange): Promise<HostedAnswer | Response> => {
    const { deployment, path, revisionId, origin, signal, toRequest } = exchanged;
    const bundle = fitsExchange(exchanged) ? localBundle(deployment) : null;
    if (bundle === null) return await call({ deployment, path, revisionId, origin, request: toRequest() });
    try {
      return await bundle.exchange(exchanged);
    } catch (error) {
      if (signal.aborted) throw error;
      return toFailureResponse(error);
    }
  };

  const stop = async (): Promise<void> => {
    isStopped = true;
    await bundles.stop();
    connections.destroy();
    await (await selfHosted)?.stop();
  };

  const requirePackages = (packages: ImportedPackages): void => requireAllowed(packages, options.packages ?? []);

  return { call, exchange, ask, requirePackages, stop, [Symbol.asyncDispose]: stop };
}
