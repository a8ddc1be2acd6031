import { isWfError, recover } from '../../foundation/errors/wf-error.ts';
import type { Answer, ServiceKnowledge } from './send-once.ts';
import type { Send } from './connection.ts';

/** Lists that need no parameter; the second is one of the seed's. */
const LISTS = ['/apps', '/human-evaluations'];

/**
 * Finds out whether the service speaks the interface, by requesting its lists, if no answer has shown it yet. It fails
 * nobody: what it cannot find out stays unknown.
 *
 * @param lacking - path that the service lacks, which shows nothing more
 * @source seed §4
 */
export async function identify(send: Send, service: ServiceKnowledge, lacking = ''): Promise<void> {
  for (const path of LISTS) {
    if (service.isExtended || service.hasSucceeded) return;
    if (lacking.endsWith(path)) continue;
    const request = { method: 'GET' as const, path, query: {}, headers: {}, body: null };
    const answer = await recover(send(request, { retries: 0 }), isWfError, null);
    if (answer !== null && isRefusedThere(answer)) service.hasSucceeded = true;
  }
}

/** An endpoint that is there may want a parameter or a key. */
function isRefusedThere({ status, headers }: Answer): boolean {
  const isPage = /html/i.test(headers['content-type'] ?? '');
  return status >= 400 && status < 500 && ![404, 405, 429].includes(status) && !isPage;
}
