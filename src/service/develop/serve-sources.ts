import * as z from 'zod';
import {
  DEV_EVENTS_PATH,
  DEV_WORKFLOW_PATH,
  DEV_SOURCE_PATH,
  type SourceExcerpt,
} from '../../contract/develop/dev-events.ts';
import { parseInput, toRefusal } from '../../http/to-refusal.ts';
import { readJsonBody } from '../../http/read-body.ts';
import { requestIdOf, toRefusalResponse } from '../../http/exchange.ts';
import type { FetchPart } from '../../http/serve-playground.ts';
import { requireCalling } from '../operation/operation.ts';
import { authenticate } from '../request/authenticate.ts';
import type { SourceHosting } from '../hosting/sources/source-hosting.ts';
import type { Store } from '../store/open-store.ts';
import type { DevEvents } from './dev-events.ts';

export interface ServeSourcesOptions {
  readonly store: Store;
  readonly hosting: Pick<SourceHosting, 'call'>;
  readonly events: Pick<DevEvents, 'subscribe'>;
  /** Finds the author's own lines in a stack. */
  readonly readExcerpt: (stack: string) => Promise<SourceExcerpt | null>;
  /** @defaultValue the system's clock */
  readonly now?: () => Date;
}

const SourceQuestion = z.strictObject({ stack: z.string().max(100_000) });

/** Serves what `wf dev` adds: the routes of the sources, an event per save, and source excerpts of a stack. */
export function serveSources(options: ServeSourcesOptions): FetchPart {
  const { store, hosting, events, readExcerpt, now = () => new Date() } = options;
  const answer = async (request: Request, { pathname, search }: URL): Promise<Response> => {
    const principal = await authenticate(store, request, 'viewer', now().toISOString());
    if (pathname === DEV_EVENTS_PATH) return takes('GET', request) ?? events.subscribe(request);
    if (pathname === DEV_SOURCE_PATH) return takes('POST', request) ?? (await answerExcerpt(request, readExcerpt));
    requireCalling(principal);
    return await hosting.call((pathname.slice(DEV_WORKFLOW_PATH.length) || '/') + search, request);
  };
  return async (request) => {
    const url = new URL(request.url);
    const isOurs =
      url.pathname === DEV_EVENTS_PATH ||
      url.pathname === DEV_SOURCE_PATH ||
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

/** Refuses every other method. */
function takes(method: string, request: Request): Response | null {
  if (request.method === method) return null;
  const { pathname } = new URL(request.url);
  return toRefusalResponse({ status: 405, detail: `${pathname} takes ${method}.`, headers: { allow: method } });
}

async function answerExcerpt(request: Request, readExcerpt: ServeSourcesOptions['readExcerpt']): Promise<Response> {
  const body = await readJsonBody(request);
  const question = body.ok ? parseInput(SourceQuestion, body.value, 'body') : body;
  if (!question.ok) return toRefusalResponse(question.refusal);
  return Response.json(await readExcerpt(question.value.stack));
}
