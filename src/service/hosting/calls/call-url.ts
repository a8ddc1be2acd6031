import type { EgressRules } from '../../egress/egress-rules.ts';
import type { HostedCall } from '../hosting.ts';
import { HostingFailure } from '../hosting-failure.ts';
import type { UrlSender } from './send-to-url.ts';

/** Calls self-hosted workflows. */
export interface UrlCaller {
  /** @throws {HostingFailure} when the workflow cannot be reached or does not answer in time */
  call(this: void, call: HostedCall, url: URL): Promise<Response>;
  stop(this: void): Promise<void>;
}

/**
 * Creates a caller of self-hosted workflows. undici is loaded for the first call.
 *
 * @param egress - where they may be; `null`: anywhere
 */
export function createUrlCaller(timeoutMs: number, egress: EgressRules | null): UrlCaller {
  let sender: Promise<UrlSender> | undefined;
  return {
    call: async (call, url) => {
      const { send } = await (sender ??= loadSender(timeoutMs, egress));
      return await send(toUrlRequest(call, url)).catch((error: unknown) => {
        throw call.request.signal.aborted ? error : toFailure(error, url, timeoutMs);
      });
    },
    stop: async () => (await sender)?.stop(),
  };
}

async function loadSender(timeoutMs: number, egress: EgressRules | null): Promise<UrlSender> {
  const { createUrlSender } = await import('./send-to-url.ts');
  return createUrlSender(timeoutMs, egress);
}

function toUrlRequest({ request, path, revisionId }: HostedCall, url: URL) {
  const extraHeaders = { host: url.host, ...(revisionId === null ? {} : { 'wf-revision': revisionId }) };
  return { url: new URL(url.origin + url.pathname.replace(/\/$/, '') + path), request, extraHeaders };
}

const TIMEOUTS = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

function toFailure(error: unknown, url: URL, timeoutMs: number): HostingFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (TIMEOUTS.has(code)) {
    return new HostingFailure(504, `The workflow at ${url.origin} did not answer within ${timeoutMs / 1000} s.`);
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new HostingFailure(502, `The workflow at ${url.origin} could not be reached: ${reason}`, { cause: error });
}
