import type { JudgedResult } from '../../../contract/evaluations/result.ts';
import { messageOf } from '../../../foundation/errors/wf-error.ts';
import { errorResult, numberResult } from '../../results/create-result.ts';
import { isScored } from '../../../contract/evaluations/evaluation-status.ts';
import type * as z from 'zod';
import { askModel, type AskModelOptions, type Message } from '../../judges/ask-model.ts';
import { createExpenses, type Expenses } from '../../judges/ask-provider.ts';
import type { EvaluatorTools } from '../../judges/evaluator-tools.ts';
import { createMoments } from '../../statistics/intervals.ts';
import type { EvaluatorSetting } from '../../../contract/evaluators/evaluator.ts';
import type { TestsetRow } from '../../../contract/testsets/testset.ts';
import { expectedColumn, toCell } from '../definition/read-answers.ts';
import { type EvaluatorSettings, type SettingProblem, setting } from '../definition/evaluator-definition.ts';
import { JUDGE_VOTES } from '../../../foundation/sizes.ts';

/** Asks the model of the settings. */
type Ask = <S extends z.ZodType>(
  question: Pick<AskModelOptions<S>, 'messages' | 'name' | 'schema' | 'read'>,
) => Promise<z.output<S>>;

/** Scores with the model, the votes and the tools of an evaluator. */
export async function judgeWithModel(
  settings: EvaluatorSettings,
  tools: EvaluatorTools,
  signal: AbortSignal | undefined,
  judge: (ask: Ask) => Promise<JudgedResult>,
): Promise<JudgedResult> {
  const model = String(settings['model']);
  const judgeOnce: JudgeOnce = (expenses) =>
    judge((question) => askModel({ ...question, tools, model, expenses, signal }));
  return await countExpenses(judgeOnce, signal, votesOf(settings));
}

type JudgeOnce = (expenses: Expenses) => Promise<JudgedResult>;

/**
 * Adds the number and the cost of its model calls to a result, also when there is no verdict.
 *
 * @param votes - how often to ask; see {@link combineVotes}
 */
export async function countExpenses(
  judge: JudgeOnce,
  signal: AbortSignal | undefined,
  votes = 1,
): Promise<JudgedResult> {
  const expenses = createExpenses();
  const results = await Promise.all(Array.from({ length: votes }, () => vote(judge, expenses, signal)));
  return { ...combineVotes(results), cost: expenses.total(), calls: expenses.calls() };
}

async function vote(judge: JudgeOnce, expenses: Expenses, signal: AbortSignal | undefined): Promise<JudgedResult> {
  try {
    return await judge(expenses);
  } catch (error) {
    signal?.throwIfAborted();
    return errorResult(messageOf(error));
  }
}

/**
 * Combines the votes of a judge on one row: the score is their mean, and the spread their standard deviation. A vote that
 * could not be read is left out; without a majority that could, the row has no score.
 */
export function combineVotes(votes: readonly JudgedResult[]): JudgedResult {
  const [first, ...others] = votes;
  if (first === undefined) throw new Error('A judge votes at least once.');
  if (others.length === 0) return first;
  const read = votes.filter(isScored);
  if (read.length * 2 <= votes.length) return tooFew(votes, votes.length - read.length);
  const moments = createMoments();
  for (const { value } of read) moments.add(Number(value));
  const { mean, variance } = moments.read();
  const reasons = read.flatMap(({ value, reason }) =>
    reason == null || reason === '' ? [] : [`${Number(value)}: ${reason}`],
  );
  return {
    ...numberResult(mean),
    ...(reasons.length === 0 ? {} : { reason: reasons.join('\n') }),
    votes: read.map(({ value }) => Number(value)),
    spread: read.length === 1 ? null : Math.sqrt(variance),
  };
}

function tooFew(votes: readonly JudgedResult[], failed: number): JudgedResult {
  const message = votes.find((vote) => !isScored(vote))?.error?.message ?? '';
  return errorResult(`${failed} of ${votes.length} votes failed: ${message}`);
}

const MAX_VOTES = JUDGE_VOTES.most;

export const VOTES: EvaluatorSetting = setting(
  'Votes',
  'number',
  'How often to ask the model. The score is the mean of the votes; their spread is stored with it.',
  { default: 1, advanced: true, min: 1, max: MAX_VOTES },
);

export function votesOf({ votes }: EvaluatorSettings): number {
  return typeof votes === 'number' ? votes : 1;
}

export async function checkVotes(settings: EvaluatorSettings): Promise<SettingProblem | null> {
  if (Number.isInteger(votesOf(settings))) return null;
  return { setting: 'votes', message: 'Input should be a whole number' };
}

const MAX_REASON_LENGTH = 4000;

export function reasonedResult(score: number, reason: string): JudgedResult {
  const text = reason.length > MAX_REASON_LENGTH ? `${reason.slice(0, MAX_REASON_LENGTH)}…` : reason;
  return { ...numberResult(score), ...(text === '' ? {} : { reason: text }) };
}

/** Reads the row without the expected answer, as text by column. */
export function inputsOf(row: TestsetRow, settings: EvaluatorSettings): Record<string, string> {
  const column = expectedColumn(settings);
  const cells = Object.entries(row).filter(([name]) => name !== column);
  return Object.fromEntries(cells.map(([name, value]) => [name, toCell(value)]));
}

/** Writes instructions and the marked material that they are about. */
export function askAbout(instructions: string, material: Readonly<Record<string, string>>): Message[] {
  const marked = Object.entries(material).map(([mark, text]) => `<${mark}>\n${text}\n</${mark}>`);
  return [
    { role: 'system', content: instructions },
    { role: 'user', content: marked.join('\n') },
  ];
}
