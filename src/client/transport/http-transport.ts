import { BugError } from '../../foundation/errors/wf-error.ts';
import {
  type ConnectionLimits,
  type Environment,
  proxyFromEnv,
  type Transport,
  type WireRequest,
} from './transport.ts';

export interface HttpTransportOptions extends Partial<ConnectionLimits> {
  /** Environment with the proxy variables. @defaultValue `process.env` */
  readonly env?: Environment;
}

/**
 * Creates a transport over keep-alive connections, through the proxy that the environment names. Idle connections do
 * not keep the process running. The embedded service needs none, so undici is loaded with the first request.
 */
export function httpTransport({
  env = process.env,
  connections = 64,
  connectTimeoutMs = 10_000,
}: HttpTransportOptions = {}): Transport {
  let sender: ReturnType<typeof openSender> | undefined;
  let isClosed = false;
  const proxyFor = (url: URL) => proxyFromEnv(url, env);
  const send = async (request: WireRequest) => {
    if (isClosed) throw new BugError('The transport is closed.');
    sender ??= openSender({ connections, connectTimeoutMs });
    return await (await sender).send(request, proxyFor(request.url));
  };
  const close = async () => {
    isClosed = true;
    await (await sender)?.close();
  };
  return Object.assign(send, { proxyFor, close });
}

async function openSender(limits: ConnectionLimits) {
  const { createUndiciSender } = await import('./undici-sender.ts');
  return createUndiciSender(limits);
}
