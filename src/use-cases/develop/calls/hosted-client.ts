import { type Client, createClient } from '../../../client/create-client.ts';
import { adaptClient } from '../../../client/public/adapt-client.ts';
import { inProcessTransport } from '../../../client/transport/in-process-transport.ts';
import type { HostedDeployment, Hosting } from '../../../service/hosting/hosting.ts';

/** App and variant under which a hosted deployment is called. */
export const HOSTED = { app: 'local', variant: 'local' } as const;

/**
 * Creates a client of one deployment that this process hosts, so that its calls use the same code path as those to a
 * service.
 *
 * @param revisionId - names the stored configuration; `null`: each call has its own
 */
export function clientOf(hosting: Hosting, deployment: HostedDeployment, revisionId: string | null = null): Client {
  const fetch = async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    const path = pathname.replace(`/services/${HOSTED.app}/${HOSTED.variant}`, '') + search;
    return await hosting.call({ deployment, path, request, revisionId });
  };
  return adaptClient(createClient({ transport: inProcessTransport(fetch), baseUrl: 'http://local.wf.invalid' }));
}
