import * as z from 'zod';
import { endpoint, Paging } from '../endpoint/endpoint.ts';
import { LogLine } from './log.ts';

export const logEndpoints = {
  listLogs: endpoint({
    method: 'GET',
    path: '/apps/{app_id}/logs',
    tag: 'logs',
    summary:
      "List what the processes of an app's workflow wrote, oldest first; with Accept: text/event-stream, follow it",
    source: 'wf',
    role: 'author',
    params: z.object({ app_id: z.string() }),
    query: Paging.extend({
      /** Only the last so many lines. */
      tail: z.coerce.number().int().min(1).max(10_000).optional(),
    }),
    response: z.array(LogLine),
    list: true,
  }),
};
