import { Readable } from 'node:stream';
import * as z from 'zod';
import type { Evaluation } from '../../../contract/evaluations/evaluation.ts';
import { resolveAppId } from '../../apps/resolve-app.ts';
import { parseRunRequest, type TypedRun } from '../../evaluations/parse-run-options.ts';
import { resolveEvaluation } from '../../evaluations/resolve-evaluation.ts';
import { runEvaluation } from '../../evaluations/run-evaluation.ts';
import { abandonedAfter, watchEvaluation } from '../../evaluations/watch-evaluations.ts';
import { parseLabels } from '../../labels/change-labels.ts';
import { resolveVariants } from '../../variants/resolve-variant.ts';
import { appOf, type ToolContext } from './tool.ts';
import type { UnknownRecord } from '../../../foundation/record.ts';

/** How long a tool waits for evaluations: assistants end a call after a minute. */
export const WAIT = {
  wait_seconds: z
    .number()
    .min(0)
    .max(600)
    .optional()
    .describe(
      'Longest wait. Default: 45. An evaluation that goes on is answered as it is; watch_evaluation waits again.',
    ),
};

/** What both tools take, next to the flags of their commands. */
const Waiting = z.object({ ...WAIT, app: z.string().optional() });
const Watched = Waiting.extend({ evaluation: z.string(), route: z.string().optional() });
const Run = Waiting.extend({ variants: z.string().optional(), label: z.array(z.string()).optional() });

/** Waits until an evaluation has ended, for a bounded time. */
export async function watchBounded(values: UnknownRecord, context: ToolContext): Promise<unknown> {
  const { wait_seconds: seconds, evaluation, route, ...input } = Watched.parse(values);
  const { client } = context;
  const found = await resolveEvaluation({ client, app: appOf(input, context), evaluation, route, acceptsPart: true });
  const [ended] = await withinTime([found.id], seconds, context, async (signal) => [
    await watchEvaluation(found, { ...followOf(context), signal, onEvent: () => undefined }),
  ]);
  return ended;
}

/** Evaluates variants on a stored test set, and waits for a bounded time. */
export async function runBounded(values: UnknownRecord, context: ToolContext): Promise<unknown> {
  const { wait_seconds: seconds, variants, label, ...input } = Run.parse(values);
  const { client } = context;
  const appId = await resolveAppId({ client, app: appOf(input, context) });
  // The tool's schema has checked the flags of the command, which these are.
  const request = parseRunRequest(values as unknown as TypedRun);
  const named = await resolveVariants({ client, appId, variants: variants ?? null });
  const labels = parseLabels(label);
  const started: string[] = [];
  return await withinTime(started, seconds, context, (signal) =>
    runEvaluation({
      ...request,
      ...followOf(context),
      appId,
      variants: named,
      labels,
      cwd: '.',
      stdin: Readable.from([]),
      onEvent: (event) => void (event.type === 'evaluation-start' && started.push(event.evaluation_id)),
      signal,
    }),
  );
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
