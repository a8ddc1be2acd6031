import type { RouteAnswer } from '../../contract/host-protocol/bundle-protocol.ts';
import { MAX_CACHED_ANSWERS } from '../../contract/host-protocol/limits.ts';
import { type Answer, toRefusalResponse, toResponse } from '../../http/refusal.ts';
import { splitUrl } from '../app/split-url.ts';
import type { WorkflowApp } from '../app/create-workflow-app.ts';

/** Keeps a long answer until the service fetches it, and reports that it is kept. */
export type KeepAnswer = (id: number, answer: Answer) => RouteAnswer;

/** How long the service may take to fetch an answer: its client may have disconnected. */
const KEPT_MS = 60_000;

/**
 * Serves long answers of the channel at the process's socket, where they stream at the pace of their client.
 *
 * @param app - answers all other requests
 */
export function keepAnswers({ fetch }: Pick<WorkflowApp, 'fetch'>): Pick<WorkflowApp, 'fetch'> & { keep: KeepAnswer } {
  const kept = new Map<string, Answer>();
  return {
    keep: (id, answer) => {
      // Other clients reach the socket, too, and must not guess it.
      const keptAs = crypto.randomUUID();
      kept.set(keptAs, answer);
      setTimeout(() => kept.delete(keptAs), KEPT_MS).unref();
      return { id, status: answer.status, text: '', retryAfter: answer.headers['retry-after'] ?? null, keptAs };
    },
    fetch: async (request) => {
      const { path } = splitUrl(request.url);
      if (!path.startsWith(MAX_CACHED_ANSWERS)) return await fetch(request);
      const name = path.slice(MAX_CACHED_ANSWERS.length);
      const answer = kept.get(name);
      kept.delete(name);
      return answer === undefined
        ? toRefusalResponse({ status: 410, detail: 'The answer was fetched, or waited too long.' })
        : toResponse(answer);
    },
  };
}
