import type { HostedCall } from '../hosting.ts';
import { HostingFailure } from '../hosting-failure.ts';
import { AnswerTimeout, sendRequest, type Address } from './send-request.ts';

/**
 * Forwards a call to a self-hosted workflow.
 *
 * @throws {HostingFailure} when it cannot be reached or does not answer in time
 */
export async function callUrl(call: HostedCall, url: URL, timeoutMs: number): Promise<Response> {
  const { request, path, revisionId } = call;
  try {
    return await sendRequest({
      address: addressOf(url),
      path: `${url.pathname.replace(/\/$/, '')}${path}`,
      request,
      extraHeaders: { host: url.host, ...(revisionId === null ? {} : { 'wf-revision': revisionId }) },
      timeoutMs,
      onDone: () => undefined,
    });
  } catch (error) {
    if (request.signal.aborted) throw error;
    if (error instanceof AnswerTimeout) {
      throw new HostingFailure(504, `The workflow at ${url.origin} did not answer within ${timeoutMs / 1000} s.`);
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new HostingFailure(502, `The workflow at ${url.origin} could not be reached: ${reason}`, { cause: error });
  }
}

function addressOf({ protocol, hostname, port }: URL): Address {
  // URLs put IPv6 addresses in brackets, sockets do not.
  return { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? null : port };
}
