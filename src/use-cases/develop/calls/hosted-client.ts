import { type Client, createClient } from '../../../client/create-client.ts';
import { adaptClient } from '../../../client/public/adapt-client.ts';
import type { HostedDeployment, Hosting } from '../../../service/hosting/hosting.ts';
import { embeddedTransport, type EmbeddedTransportOptions } from '../../session/embedded-transport.ts';

/** App and variant under which a hosted deployment is called. */
export const HOSTED = { app: 'local', variant: 'local' } as const;

/**
 * Creates a client of one deployment that this process hosts, so that its calls use the same code path as those to a
 * service.
 *
 * @param revisionId - names the stored configuration; `null`: each call has its own
 */
export function clientOf(hosting: Hosting, deployment: HostedDeployment, revisionId: string | null = null): Client {
  const answer: EmbeddedTransportOptions['answer'] = async (plain) => {
    const request = plain.toWeb();
    const { pathname, search } = new URL(request.url);
    const path = pathname.replace(`/services/${HOSTED.app}/${HOSTED.variant}`, '') + search;
    return { kind: 'web', response: await hosting.call({ deployment, path, request, revisionId }) };
  };
  return adaptClient(createClient({ transport: embeddedTransport({ answer }), baseUrl: 'http://local.wf.invalid' }));
}
