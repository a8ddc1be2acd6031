import * as z from 'zod';
import type { JudgedResult } from '../../../contract/evaluations/result.ts';
import { messageOf } from '../../../foundation/errors/wf-error.ts';
import { boundedFetch } from '../../judges/bounded-fetch.ts';
import { boolResult, errorResult, numberResult } from '../../results/create-result.ts';
import { CORRECT_ANSWER_KEY, type EvaluatorDefinition, setting } from '../definition/evaluator-definition.ts';
import { expectedColumn } from '../definition/read-answers.ts';
import { parseJson } from '../../../contract/validation/parse-json.ts';
import type { EvaluatorSetting } from '../../../contract/evaluators/evaluator.ts';
import { WEBHOOK_TEST_ANSWER } from '../../../foundation/sizes.ts';

const MAX_BYTES = WEBHOOK_TEST_ANSWER.most;
const Answer = z.object({ score: z.union([z.number(), z.boolean()]), reason: z.string().nullish() });

export const webhookTest: EvaluatorDefinition = {
  evaluator: {
    name: 'Webhook test',
    key: 'auto_webhook_test',
    direct_use: false,
    settings_template: {
      requires_llm_api_keys: setting(
        'Requires LLM API keys',
        'boolean',
        'Exists for compatibility only; keys are never sent to a webhook.',
        { default: false, required: true, advanced: true },
      ),
      webhook_url: setting(
        'Webhook URL',
        'string',
        'URL that accepts POST with {"correct_answer", "output", "inputs"} and answers {"score"}, with a "reason" if it has one.',
        { required: true },
      ),
      time_limit: setting('Time limit', 'number', 'Seconds until a call is cancelled.', {
        default: 30,
        advanced: true,
        min: 0.01,
        max: 900,
      }),
      correct_answer_key: CORRECT_ANSWER_KEY,
    },
    description: 'Score of an output, a number or a boolean, from a web service.',
    tags: ['functional'],
  },
  version: 1,
  isPassFail: () => true,
  range: () => null,
  basis: 'row',
  isAnswerOptional: true,
  isRemote: true,
  check: async ({ webhook_url: url }) => {
    const isUrl = URL.canParse(String(url)) && /^https?:$/.test(new URL(String(url)).protocol);
    return isUrl ? null : { setting: 'webhook_url', message: 'Input should be an http(s) URL' };
  },
  prepare: (settings, { fetch }) => {
    const url = String(settings['webhook_url']);
    const timeLimitMs = Number(settings['time_limit']) * 1000;
    const column = expectedColumn(settings);
    const send = boundedFetch(MAX_BYTES, fetch);
    return async ({ output, row }, signal) => {
      const { [column]: correct_answer = null, ...inputs } = row;
      const body = JSON.stringify({ correct_answer, output, inputs });
      const limit = AbortSignal.timeout(timeLimitMs);
      try {
        const response = await send(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json' },
          body,
          signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
        });
        return toResult(response.status, await response.text(), fetch === null);
      } catch (error) {
        signal?.throwIfAborted();
        return errorResult(`The webhook ${describe(error, limit.aborted, timeLimitMs)}`);
      }
    };
  },
};

/** @param mayQuote - whether the caller may read whatever is at the address */
function toResult(status: number, text: string, mayQuote: boolean): JudgedResult {
  const shown = mayQuote ? JSON.stringify(text.slice(0, 120)) : null;
  if (status < 200 || status >= 300) {
    return errorResult(`The webhook answered ${status}${shown === null ? '' : `: ${shown}`}.`);
  }
  const answer = Answer.safeParse(parseJson(text));
  if (!answer.success) {
    return errorResult(`The webhook should answer {"score": number}, but answered ${shown ?? 'something else'}.`);
  }
  const { score, reason } = answer.data;
  const result = typeof score === 'number' ? numberResult(score) : boolResult(score);
  return !mayQuote || reason == null || reason === '' ? result : { ...result, reason };
}

function describe(error: unknown, isLate: boolean, timeLimitMs: number): string {
  if (isLate) return `did not answer within ${timeLimitMs / 1000} s.`;
  const message = messageOf(error);
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `could not be called: ${message}${cause}`;
}

const REFUSAL =
  'This service does not run Python code from a setting. Write the evaluator in TypeScript as evaluators/NAME.ts and deploy it with the workflow';

const CODE: EvaluatorSetting = setting(
  'Code',
  'code',
  'A Python function evaluate(), which this service does not run.',
  { required: true },
);

/** Listed because other programs expect it; never run. @source facts §2.6.1 */
export const customCodeRun: EvaluatorDefinition = {
  evaluator: {
    name: 'Code evaluation',
    key: 'auto_custom_code_run',
    direct_use: false,
    settings_template: {
      requires_llm_api_keys: setting('Requires LLM API keys', 'boolean', 'Exists for compatibility only.', {
        default: false,
        required: true,
        advanced: true,
      }),
      code: CODE,
      correct_answer_key: CORRECT_ANSWER_KEY,
    },
    description:
      "Not run by this service. Write your own evaluators in TypeScript, in the project's folder evaluators.",
    tags: ['functional'],
  },
  version: 1,
  isPassFail: () => true,
  range: () => null,
  check: async () => ({ setting: 'code', message: REFUSAL }),
  prepare: () => () => errorResult(`${REFUSAL}.`),
};
