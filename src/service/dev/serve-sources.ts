import { DEV_EVENTS_PATH, DEV_WORKFLOW_PATH } from '../../contract/dev-events.ts';
import { toRefusalResponse } from '../../http/refusal.ts';
import { requestIdOf } from '../../http/request-id.ts';
import type { FetchPart } from '../../http/serve-playground.ts';
import { toRefusal } from '../../http/to-refusal.ts';
import { authenticate } from '../authenticate.ts';
import type { SourceHosting } from '../hosting/create-source-hosting.ts';
import type { Store } from '../store/open-store.ts';
import type { DevEvents } from './dev-events.ts';

export interface ServeSourcesOptions {
  readonly store: Store;
  readonly hosting: Pick<SourceHosting, 'call'>;
  readonly events: Pick<DevEvents, 'subscribe'>;
  /** @defaultValue the system's clock */
  readonly now?: () => Date;
}

/** Serves what `wf dev` adds to a service: the routes of the sources, and the events of each save. */
export function serveSources({ store, hosting, events, now = () => new Date() }: ServeSourcesOptions): FetchPart {
  const answer = async (request: Request, { pathname, search }: URL): Promise<Response> => {
    await authenticate(store.db, request, 'viewer', now().toISOString());
    if (pathname !== DEV_EVENTS_PATH) {
      return await hosting.call((pathname.slice(DEV_WORKFLOW_PATH.length) || '/') + search, request);
    }
    if (request.method === 'GET') return events.subscribe(request);
    return toRefusalResponse({ status: 405, detail: `${DEV_EVENTS_PATH} takes GET.`, headers: { allow: 'GET' } });
  };
  return async (request) => {
    const url = new URL(request.url);
    const isOurs =
      url.pathname === DEV_EVENTS_PATH ||
      url.pathname === DEV_WORKFLOW_PATH ||
      url.pathname.startsWith(`${DEV_WORKFLOW_PATH}/`);
    if (!isOurs) return null;
    try {
      return await answer(request, url);
    } catch (error) {
      return toRefusalResponse(toRefusal(store.explain(error), requestIdOf(request)));
    }
  };
}
