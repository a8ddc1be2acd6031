import { DEV_SOURCE_PATH, type SourceExcerpt } from '../../contract/develop/dev-events.ts';
import { fetchService } from '../service/fetch-service.ts';
import { RefusedRequest } from '../service/refused-request.ts';

/** Requests from `wf dev` the author's source lines that a stack points to. */
export async function readExcerpt(stack: string, signal: AbortSignal): Promise<SourceExcerpt | null> {
  const response = await fetchService(DEV_SOURCE_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ stack }),
    signal,
  });
  if (!response.ok) throw await RefusedRequest.from(response);
  return (await response.json()) as SourceExcerpt | null; // of the server that sent this page
}
