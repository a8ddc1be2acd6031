import { Readable } from 'node:stream';
import * as z from 'zod';
import type { Evaluation } from '../../../contract/evaluations/evaluation.ts';
import { compareEvaluations } from '../../evaluations/compare-evaluations.ts';
import { planEvaluation, runEvaluation, type RunEvaluationOptions } from '../../evaluations/run-evaluation.ts';
import { resolveAppId } from '../../apps/resolve-app.ts';
import { resolveEvaluation } from '../../evaluations/resolve-evaluation.ts';
import { resolveTestset } from '../../testsets/resolve-testset.ts';
import { resolveVariants } from '../../variants/resolve-variants.ts';
import { abandonedAfter, watchEvaluation } from '../../evaluations/watch-evaluations.ts';
import { appOf, inApp, type Tool, tool, type ToolContext } from './tool.ts';

const evaluation = z.string().describe("Id, id prefix, or a variant's name for its newest evaluation.");

/** Assistants end a call after a minute. */
const wait_seconds = z
  .number()
  .min(0)
  .max(600)
  .optional()
  .describe(
    'Longest wait. Default: 45. An evaluation that goes on is answered as it is; watch_evaluation waits again.',
  );

const Run = inApp.extend({
  testset: z.string().describe('Name or id of a stored test set.'),
  variants: z.array(z.string()).min(1).describe('Names; NAME@N for revision N.'),
  evaluators: z.string().describe('Keys with settings, as in exact_match,levenshtein_distance:threshold=3.'),
  route: z.string().optional().describe('Path of the route, if the app has several.'),
  repeat: z.int().min(1).max(1000).optional().describe('Calls per row.'),
  max_cost: z.number().min(0).optional().describe('Cost in USD at which the evaluation stops.'),
});

/** Tools that compare and follow evaluations. */
export const EVALUATION_READ_TOOLS: readonly Tool[] = [
  tool({
    name: 'compare_evaluations',
    description:
      'Compare evaluations with a baseline, row by row: differences with intervals, verdicts, worse and better rows.',
    input: inApp.extend({
      baseline: evaluation,
      candidates: z.array(evaluation).min(1),
      rows: z.int().min(0).max(100).optional().describe('Worse and better rows to list, each. Default: 5.'),
    }),
    writes: false,
    run: async ({ baseline, candidates, rows = 5, ...input }, context) => {
      const app = appOf(input, context);
      const compared = { baseline, candidates, level: null, maxRows: rows };
      return (await compareEvaluations({ client: context.client, app, ...compared })).comparison;
    },
  }),
  tool({
    name: 'watch_evaluation',
    description: 'Wait until an evaluation has ended, for a bounded time, and show it.',
    input: inApp.extend({ evaluation, wait_seconds }),
    writes: false,
    run: async ({ wait_seconds: seconds, ...input }, context) => {
      const found = await resolveEvaluation({
        ...input,
        client: context.client,
        app: appOf(input, context),
        byVariant: true,
      });
      const [ended] = await withinTime([found.id], seconds, context, async (signal) => [
        await watchEvaluation(found, { ...followOf(context), signal, onEvent: () => undefined }),
      ]);
      return ended;
    },
  }),
];

/** Tools that call variants on a test set, which may cost money. A plan stores the evaluators that it names. */
export const EVALUATION_WRITE_TOOLS: readonly Tool[] = [
  tool({
    name: 'plan_evaluation',
    description:
      'Show what run_evaluation would do: calls to make, stored answers, expected cost and time. Calls nothing.',
    input: Run,
    writes: true,
    run: async (input, context) => await planEvaluation(await prepare(input, context)),
  }),
  tool({
    name: 'run_evaluation',
    description: 'Evaluate variants on a stored test set: one evaluation per variant. Calls their routes.',
    input: Run.extend({ wait_seconds }),
    writes: true,
    run: async ({ wait_seconds: seconds, ...input }, context) => {
      const prepared = await prepare(input, context);
      const started: string[] = [];
      const onEvent: RunEvaluationOptions['onEvent'] = (event) => {
        if (event.type === 'evaluation-start') started.push(event.evaluation_id);
      };
      return await withinTime(started, seconds, context, (signal) =>
        runEvaluation({ ...prepared, ...followOf(context), onEvent, signal }),
      );
    },
  }),
];

async function prepare(input: z.output<typeof Run>, context: ToolContext): Promise<RunEvaluationOptions> {
  const { client } = context;
  const appId = await resolveAppId({ client, app: appOf(input, context) });
  // Only stored test sets: the name of a file would let an assistant read any file of this machine.
  const testset = await resolveTestset(client, input.testset, appId);
  return {
    client,
    appId,
    testset: testset.id,
    variants: await resolveVariants({ client, appId, variants: input.variants.join(',') }),
    evaluators: input.evaluators,
    route: input.route ?? null,
    options: {
      ...(input.repeat === undefined ? {} : { repeat: input.repeat }),
      ...(input.max_cost === undefined ? {} : { max_cost: input.max_cost }),
    },
    cwd: '.',
    stdin: Readable.from([]),
  };
}

function followOf({ client, url }: ToolContext) {
  return { client, abandonedAfterMs: abandonedAfter(url) };
}

const USUAL_SECONDS = 45;

/** Waits for evaluations; when time is up, answers those that have started as they are. */
async function withinTime(
  ids: readonly string[],
  seconds: number = USUAL_SECONDS,
  { client }: ToolContext,
  wait: (signal: AbortSignal) => Promise<Evaluation[]>,
): Promise<Evaluation[]> {
  const signal = AbortSignal.timeout(seconds * 1000);
  try {
    return await wait(signal);
  } catch (error) {
    if (!signal.aborted || ids.length === 0) throw error;
    return await Promise.all(ids.map((evaluation_id) => client.getEvaluation({ evaluation_id })));
  }
}
