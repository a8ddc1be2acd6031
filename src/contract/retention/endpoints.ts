import * as z from 'zod';
import { endpoint } from '../endpoint/endpoint.ts';
import { KeepRule, SetKeep } from './keep.ts';
import { Prune, Pruned } from './prune.ts';
import { Usage } from './usage.ts';

export const retentionEndpoints = {
  getUsage: endpoint({
    method: 'GET',
    path: '/usage',
    tag: 'service',
    summary: 'Measure the space that the stored data takes, by app and kind',
    source: 'wf',
    role: 'author',
    // Without an app, the operation selects by the caller's `appIds`.
    reach: { app: 'app_id' },
    query: z.object({ app_id: z.string().optional() }),
    response: Usage,
  }),
  prune: endpoint({
    method: 'POST',
    path: '/prune',
    tag: 'service',
    summary:
      'Delete old evaluations, outputs, logs, traces and bundles that nothing refers to, for a few seconds at a time',
    source: 'wf',
    role: 'operator',
    // Without an app, the operation selects by the caller's `appIds`.
    reach: { app: 'body.app_id' },
    body: Prune,
    response: Pruned,
  }),
  getRetention: endpoint({
    method: 'GET',
    path: '/retention',
    tag: 'service',
    summary: 'List how long which data is kept',
    source: 'wf',
    role: 'author',
    // Without an app, the operation selects by the caller's `appIds`.
    reach: { app: 'app_id' },
    query: z.object({ app_id: z.string().optional() }),
    response: z.array(KeepRule),
  }),
  setRetention: endpoint({
    method: 'PUT',
    path: '/retention',
    tag: 'service',
    summary: 'Set how long data is kept, of one app or of all without a rule of their own',
    source: 'wf',
    role: 'operator',
    // Without an app, the operation selects by the caller's `appIds`.
    reach: { app: 'body.app_id' },
    body: SetKeep,
    response: z.array(KeepRule),
  }),
};
