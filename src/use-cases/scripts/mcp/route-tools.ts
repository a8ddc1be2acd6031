import * as z from 'zod';
import { UserError } from '../../../foundation/errors/wf-error.ts';
import { runDeployedRoute } from '../../develop/run-deployed-route.ts';
import { appOf, inApp, type Tool, tool } from './tool.ts';

/** Tools that read what calls left. */
export const TRACE_TOOLS: readonly Tool[] = [
  tool({
    name: 'list_spans',
    description: 'List stored spans of traces, newest first: names, times, status, attributes.',
    input: z.object({
      oldest: z.iso.datetime({ offset: true }).optional().describe('Only spans that began at this time or later.'),
      newest: z.iso.datetime({ offset: true }).optional().describe('Only spans that began before this time.'),
      page: z.int().min(1).max(10_000).optional(),
      size: z.int().min(1).max(100).optional().describe('Spans per page. Default: 20.'),
    }),
    writes: false,
    run: ({ size = 20, ...input }, { client }) => client.listSpans({ ...input, size }),
  }),
];

const values = z.record(z.string(), z.unknown());

/** Tools that call routes, which may cost money. */
export const ROUTE_TOOLS: readonly Tool[] = [
  tool({
    name: 'run_route',
    description:
      'Call a deployed route with the configuration of a variant or an environment. list_routes has the schemas of its inputs and configuration.',
    input: inApp.extend({
      route: z.string().startsWith('/').describe('Path, as in / or /summarise.'),
      inputs: values.optional(),
      variant: z.string().optional().describe('Name or id; NAME@N for revision N.'),
      environment: z.string().optional().describe('Name, as in production, instead of a variant.'),
      config: values.optional().describe("Values for this call, over the variant's own."),
    }),
    writes: true,
    run: ({ route, inputs = {}, variant, environment, config = {}, ...input }, context) =>
      runDeployedRoute({
        client: context.client,
        app: appOf(input, context),
        route,
        target: toTarget(variant, environment),
        call: async () => ({ inputs, config }),
      }),
  }),
];

function toTarget(variant: string | undefined, environment: string | undefined) {
  if (variant !== undefined && environment === undefined) return { kind: 'variant', variant } as const;
  if (environment !== undefined && variant === undefined) return { kind: 'environment', environment } as const;
  throw new UserError({ code: 'WF_USAGE', message: 'Name a variant or an environment to call, and not both.' });
}
