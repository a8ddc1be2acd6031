import type { ModelUse } from '../../../contract/evaluations/result.ts';
import type { ReportedUse } from '../../../contract/host-protocol/bundle-protocol.ts';
import type { CallAttempt } from '../../../evaluation/engine/evaluation-case.ts';
import { addSpending, NOTHING_SPENT, type Spending, UNKNOWN_SPENDING } from '../../../evaluation/engine/spending.ts';
import type { Hosting } from '../../hosting/hosting.ts';
import type { ServiceTools } from '../../operation/operation.ts';
import { readAnswerInSlices } from './read-answer.ts';
import type { SeenVariables } from './seen-variables.ts';

export interface AttemptContext {
  readonly hosting: Pick<Hosting, 'ask'>;
  readonly tools: Pick<ServiceTools, 'priceModel' | 'slices'>;
  readonly variables: Pick<SeenVariables, 'note'>;
}

type Question = Parameters<Hosting['ask']>[0];

/** Calls hosted code once. What it paid for is known also when it fails, or is cut short. */
export async function askAttempt(
  question: Omit<Question, 'onSent' | 'onUsage'>,
  { hosting, tools, variables }: AttemptContext,
): Promise<CallAttempt> {
  let uses: readonly ReportedUse[] = [];
  let isSent = false;
  const onSent = () => void (isSent = true);
  const onUsage = (reported: readonly ReportedUse[]) => void (uses = reported);
  try {
    const answer = await hosting.ask({ ...question, onSent, onUsage });
    variables.note(answer.variables);
    const attempt = await readAnswerInSlices(answer, tools.slices);
    // An answer reports its cost; a process that ended has only reported what came before.
    const isReported = attempt.kind === 'answered' || attempt.cost !== null || attempt.usage !== undefined;
    return isReported ? attempt : { ...attempt, ...(await priceUses(uses, tools)) };
  } catch (reason) {
    if (!question.signal.aborted) throw reason;
    return { kind: 'aborted', reason, ...(isSent ? await priceUses(uses, tools) : NOTHING_SPENT) };
  }
}

/** Prices what a call reported before it was cut short. Without a report, nobody knows what it cost. */
async function priceUses(uses: readonly ReportedUse[], tools: Pick<ServiceTools, 'priceModel'>): Promise<Spending> {
  if (uses.length === 0) return UNKNOWN_SPENDING;
  const priced = await Promise.all(uses.map(async (use) => await priceUse(use, tools)));
  return addSpending(priced.map((use) => ({ cost: use.cost, usage: [use] })));
}

async function priceUse(
  { requested_model: requestedModel, ...use }: ReportedUse,
  { priceModel }: Pick<ServiceTools, 'priceModel'>,
): Promise<ModelUse> {
  const { input_tokens, output_tokens, cost, reason } = use;
  if (cost !== null || reason != null) return use;
  if (input_tokens === null || output_tokens === null) return { ...use, reason: 'the call reported no tokens' };
  const known = Object.fromEntries(Object.entries(use).filter(([, value]) => value !== null));
  const models = { model: use.model, requestedModel: requestedModel ?? use.model };
  const price = await priceModel({ ...known, ...models, input_tokens, output_tokens });
  return price === null ? { ...use, reason: `no price of ${use.model} is known` } : { ...use, cost: price };
}
