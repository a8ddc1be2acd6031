import { createHeavyWork } from '../../../src/service/evaluators/scoring/create-heavy-work.ts';
import { packagePaths } from '../../../src/use-cases/package-paths.ts';
import { JUDGE_ANSWER, JUDGE_VOTES, SCORED_TEXT, WEBHOOK_TEST_ANSWER } from '../../../src/foundation/sizes.ts';
import { runEvaluator } from '../../../src/evaluation/evaluators/prepare/prepare-evaluator.ts';
import type { JudgedResult } from '../../../src/contract/evaluations/result.ts';
import { ROW, toolsFor } from '../judge-answer.ts';
import { startHttpServer } from '../start-http-server.ts';
import { startModelServer } from '../start-model-server.ts';
import { type Probe, refusedBy, type Refused } from './probe.ts';

/** Limits on judges and on webhooks that judge. */
export const JUDGE_PROBES = {
  JUDGE_VOTES: async ({ running, appId, nextName }) => {
    const settings_values = { votes: JUDGE_VOTES.most + 1 };
    const body = { app_id: appId, name: nextName(), evaluator_key: 'auto_ai_critique', settings_values };
    return await refusedBy(await running.send('POST', '/evaluators/configs', { body }));
  },
  async JUDGE_ANSWER() {
    await using server = await startModelServer([{ content: 'x'.repeat(JUDGE_ANSWER.most) }]);
    const policy = { retries: 0, retryDelayMs: 0, callTimeoutMs: 60_000 };
    const tools = { ...toolsFor(server), policy };
    return toRefused(await runEvaluator('auto_ai_critique', { settings: {}, output: 'a', row: ROW, tools }));
  },
  async SCORED_TEXT() {
    const { score, close } = createHeavyWork(packagePaths().scoreScript);
    const result = await score(REGEX, { output: 'a'.repeat(SCORED_TEXT.most), row: {} });
    close();
    return toRefused(result);
  },
  async WEBHOOK_TEST_ANSWER() {
    await using server = await startHttpServer((_, response) => response.end('x'.repeat(WEBHOOK_TEST_ANSWER.most + 1)));
    const settings = { webhook_url: server.url };
    return toRefused(await runEvaluator('auto_webhook_test', { settings, output: 'a', row: ROW }));
  },
} satisfies Record<string, Probe>;

/** It may take endlessly. */
const REGEX = { key: 'auto_regex_test', settings: JSON.stringify({ regex_pattern: '(a+)+$' }), caller: 'a' };

/** An error of a row. */
function toRefused({ type, error }: JudgedResult): Refused {
  return { by: type, words: String(error?.message) };
}
