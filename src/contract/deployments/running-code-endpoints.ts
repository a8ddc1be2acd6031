import * as z from 'zod';
import { endpoint } from '../endpoint/endpoint.ts';
import { NewService } from './deployment.ts';
import { RestartContainer, StartVariant } from './running-code.ts';

const VariantId = z.object({ variant_id: z.string() });

/** What clients of the public service do with the code of a variant. */
export const runningCodeEndpoints = {
  startVariant: endpoint({
    method: 'PUT',
    path: '/variants/{variant_id}',
    tag: 'variants',
    summary: "Set variables of a variant's app, restart the processes of the app, and fetch the variant's address",
    source: 'facts §2.2',
    role: 'author',
    reach: { variant: 'variant_id' },
    params: VariantId,
    body: StartVariant,
    response: z.object({ uri: z.string() }),
  }),
  restartContainer: endpoint({
    method: 'POST',
    path: '/containers/restart_container',
    tag: 'variants',
    summary: "Restart the processes of a variant's app, except those of protected environments",
    source: 'public client',
    role: 'author',
    reach: { variant: 'body.variant_id' },
    body: RestartContainer,
    response: z.object({ message: z.string() }),
  }),
  updateVariantUrl: endpoint({
    method: 'PUT',
    path: '/variants/{variant_id}/service',
    tag: 'variants',
    summary: 'Replace the address of a self-hosted workflow, for all variants of its base',
    source: 'facts §2.2',
    role: 'author',
    reach: { variant: 'variant_id' },
    params: VariantId,
    query: NewService.pick({ url: true }),
    response: z.null(),
  }),
  getVariantLogs: endpoint({
    method: 'GET',
    path: '/variants/{variant_id}/logs',
    tag: 'variants',
    summary: "Fetch the last 1,000 lines that the processes of a variant's app wrote, as one text",
    source: 'facts §2.2',
    role: 'author',
    reach: { variant: 'variant_id' },
    params: VariantId,
    response: z.string(),
  }),
};
