import * as z from 'zod';
import { Instant } from '../../../contract/validation/instant.ts';
import { usageError } from '../../../foundation/errors/wf-error.ts';
import { resolveAppId } from '../../apps/resolve-app.ts';
import { runDeployedRoute } from '../../develop/run-deployed-route.ts';
import { appOf, inApp, type Tool, tool } from './tool.ts';

// Tools for which there is no command, or whose command takes files and words of a shell.

export const LIST_ROUTES: Tool = tool({
  name: 'list_routes',
  description: 'List the deployed routes of an app with the JSON Schemas of their configuration and input.',
  input: inApp,
  writes: false,
  run: async (input, context) => {
    const app_id = await resolveAppId({ client: context.client, app: appOf(input, context) });
    await context.client.require('route schemas');
    return await context.client.listRoutes({ app_id });
  },
});

export const LIST_SPANS: Tool = tool({
  name: 'list_spans',
  description: 'List stored spans of traces, newest first: names, times, status, attributes.',
  input: z.strictObject({
    oldest: Instant.optional().describe('Only spans that began at this time or later.'),
    newest: Instant.optional().describe('Only spans that began before this time.'),
    page: z.int().min(1).max(10_000).optional(),
    size: z.int().min(1).max(100).optional().describe('Spans per page. Default: 20.'),
  }),
  writes: false,
  run: ({ size = 20, ...input }, { client }) => client.listSpans({ ...input, size }),
});

const values = z.record(z.string(), z.unknown());

export const RUN_ROUTE: Tool = tool({
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
});

function toTarget(variant: string | undefined, environment: string | undefined) {
  if (variant !== undefined && environment === undefined) return { kind: 'variant', variant } as const;
  if (environment !== undefined && variant === undefined) return { kind: 'environment', environment } as const;
  throw usageError('Name a variant or an environment to call, and not both.');
}
