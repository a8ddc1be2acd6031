import * as z from 'zod';
import { listEnvironmentRevisions } from '../../environments/list-environment-revisions.ts';
import { listEvaluationRows } from '../../evaluations/list-evaluation-rows.ts';
import { listEvaluations } from '../../evaluations/list-evaluations.ts';
import { listVariantRevisions } from '../../variants/list-variant-revisions.ts';
import { listVariants } from '../../variants/list-variants.ts';
import { readLogs } from '../../deployments/read-logs.ts';
import { resolveAppId } from '../../apps/resolve-app.ts';
import { resolveEvaluation } from '../../evaluations/resolve-evaluation.ts';
import { showVariant } from '../../variants/show-variant.ts';
import { summariseEvaluation } from '../../evaluations/summarise-evaluation.ts';
import { appOf, inApp, type Tool, tool } from './tool.ts';
import { requireExtensions } from '../../session/require-extensions.ts';

const Evaluation = inApp.extend({
  evaluation: z.string().describe("Id, id prefix, or a variant's name for its newest evaluation."),
});
const Variant = inApp.extend({ variant: z.string().describe('Name or id; NAME@N for revision N.') });
const Environment = inApp.extend({ environment: z.string().describe('Name, as in production.') });

/** Tools that change nothing. */
export const READ_TOOLS: readonly Tool[] = [
  tool({
    name: 'list_apps',
    description: 'List the apps of the service.',
    input: z.object({}),
    writes: false,
    run: (_, { client }) => client.listApps({}),
  }),
  tool({
    name: 'list_routes',
    description: 'List the deployed routes of an app with the JSON Schemas of their configuration and input.',
    input: inApp,
    writes: false,
    run: async (input, context) => {
      const app_id = await resolveAppId({ client: context.client, app: appOf(input, context) });
      const extended = await requireExtensions(context.client, 'route schemas');
      return await extended.listRoutes({ app_id });
    },
  }),
  tool({
    name: 'list_variants',
    description: 'List the variants of an app: deployed code, each with its own configuration.',
    input: inApp,
    writes: false,
    run: (input, context) => listVariants({ client: context.client, app: appOf(input, context) }),
  }),
  tool({
    name: 'show_variant',
    description: 'Show a variant with its parameters, now or at an earlier revision.',
    input: Variant,
    writes: false,
    run: (input, context) => showVariant({ ...input, client: context.client, app: appOf(input, context) }),
  }),
  tool({
    name: 'list_variant_revisions',
    description: 'List the revisions of a variant.',
    input: Variant,
    writes: false,
    run: (input, context) => listVariantRevisions({ ...input, client: context.client, app: appOf(input, context) }),
  }),
  tool({
    name: 'list_environments',
    description: 'List the environments of an app and what each runs.',
    input: inApp,
    writes: false,
    run: async (input, context) => {
      const app_id = await resolveAppId({ client: context.client, app: appOf(input, context) });
      return await context.client.listAppEnvironments({ app_id });
    },
  }),
  tool({
    name: 'list_environment_revisions',
    description: 'Show the history of an environment.',
    input: Environment,
    writes: false,
    run: (input, context) => listEnvironmentRevisions({ ...input, client: context.client, app: appOf(input, context) }),
  }),
  tool({
    name: 'list_testsets',
    description: 'List the stored test sets.',
    input: z.object({}),
    writes: false,
    run: (_, { client }) => client.listTestsets({}),
  }),
  tool({
    name: 'list_evaluators',
    description: 'List the evaluators and their settings.',
    input: z.object({}),
    writes: false,
    run: (_, { client }) => client.listEvaluators({}),
  }),
  tool({
    name: 'list_evaluations',
    description: 'List the evaluations of an app with their status and results.',
    input: inApp,
    writes: false,
    run: (input, context) => listEvaluations({ client: context.client, app: appOf(input, context) }),
  }),
  tool({
    name: 'summarise_evaluation',
    description: 'Summarise an evaluation: means with 95 % intervals, percentiles, cost, latency, and the worst rows.',
    input: Evaluation,
    writes: false,
    run: async (input, context) => {
      const { client } = context;
      const found = await resolveEvaluation({ ...input, client, app: appOf(input, context), byVariant: true });
      return { ...found, summary: await summariseEvaluation(client, found, 10) };
    },
  }),
  tool({
    name: 'list_evaluation_rows',
    description: 'List rows of an evaluation: inputs, outputs, verdicts.',
    input: Evaluation.extend({
      where: z.array(z.string()).optional().describe('Conditions that must all hold, as in exact_match=false.'),
      limit: z.int().min(1).max(100).optional(),
    }),
    writes: false,
    run: async ({ where = [], limit = 20, ...input }, context) => {
      const { client } = context;
      const found = await resolveEvaluation({ ...input, client, app: appOf(input, context), byVariant: true });
      return await listEvaluationRows(client, found, { where, sort: null, isDescending: false, limit, page: 1 });
    },
  }),
  tool({
    name: 'read_logs',
    description: "Read the last lines that an app's deployed workflow wrote.",
    input: inApp.extend({ lines: z.int().min(1).max(1000).optional() }),
    writes: false,
    run: (input, context) =>
      readLogs({ client: context.client, app: appOf(input, context), lines: input.lines ?? 100 }),
  }),
];
