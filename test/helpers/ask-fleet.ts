import { randomUUID } from 'node:crypto';
import type { Evaluation, EvaluationScenario } from '../../src/contract/evaluations/evaluation.ts';
import type { Fleet } from './start-fleet.ts';

/** An evaluation's results without ids and times. */
export interface FleetResults {
  readonly status: unknown;
  readonly scores: unknown;
  readonly cost: string;
  /** Text, output and verdict of each row, in order. */
  readonly rows: readonly (readonly unknown[])[];
}

interface Answer<T> {
  readonly status: number;
  readonly body: T;
  /** Address of the next page. */
  readonly link: string | null;
}

export type Ask = <T>(method: string, path: string, body?: unknown) => Promise<Answer<T>>;

/** Sends a request as a client does. A broken connection gives status 0. */
export function createAsk(url: string, key: string): Ask {
  return async (method, path, body): Promise<Answer<never>> => {
    const headers = { authorization: `ApiKey ${key}`, 'content-type': 'application/json' };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    try {
      const answer = await fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(120_000) });
      const text = await answer.text();
      // The contract's type for the endpoint that the caller names.
      return { status: answer.status, body: JSON.parse(text) as never, link: answer.headers.get('link') };
    } catch {
      // Aborted or truncated.
      return { status: 0, body: undefined as never, link: null };
    }
  };
}

/** Repeats a request until it is answered. */
async function demand<T>(ask: Ask, method: string, path: string, body?: unknown): Promise<Answer<T>> {
  for (let attempt = 0; attempt < 3000; attempt += 1) {
    const answer = await ask<T>(method, path, body);
    if (answer.status >= 200 && answer.status < 300) return answer;
    if (!isPassing(answer.status)) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    await pause(200);
  }
  throw new Error(`${path} was not answered.`);
}

/** Returns whether there is no answer, or one that asks for a retry. */
export const isPassing = (status: number): boolean => status === 0 || status >= 502;

interface Case {
  readonly text: string;
  readonly correct_answer: string;
}

/** Creates a number of rows. */
export function casesOf(cells: number, name = 'case'): Case[] {
  return Array.from({ length: cells }, (_, index) => ({
    text: `${name} ${index}`,
    // Every third is wrong, so that a bug is unlikely to give the right aggregate.
    correct_answer: index % 3 === 0 ? 'no' : `${name} ${index}`,
  }));
}

/** Starts an evaluation of the fleet's workflow and returns its id. */
export async function startEvaluation(
  ask: Ask,
  { appId, variantId }: Fleet,
  csvdata: readonly Case[],
): Promise<string> {
  const { body: testset } = await demand<{ id: string }>(ask, 'POST', '/testsets', {
    name: `cases ${randomUUID()}`,
    csvdata,
  });
  const config = {
    app_id: appId,
    name: `exact ${randomUUID()}`,
    evaluator_key: 'auto_exact_match',
    settings_values: {},
  };
  const { body: evaluator } = await demand<{ id: string }>(ask, 'POST', '/evaluators/configs', config);
  const { body: made } = await demand<Evaluation[]>(ask, 'POST', '/evaluations', {
    app_id: appId,
    variant_ids: [variantId],
    evaluators_configs: [evaluator.id],
    testset_id: testset.id,
    route: '/echo',
    rate_limit: { batch_size: 16, max_retries: 3, retry_delay: 1, delay_between_batches: 0 },
  });
  return made[0]?.id ?? '';
}

/** Counts the rows with a verdict; `null` without an answer. */
export async function readDone(ask: Ask, id: string): Promise<number | null> {
  const { status, body } = await ask<{ done: number }>('GET', `/evaluations/${id}/events`);
  return status === 200 ? body.done : null;
}

/** Waits for the end of an evaluation. */
export async function untilEnded(ask: Ask, id: string): Promise<void> {
  while (true) {
    const { status, body } = await ask<Evaluation>('GET', `/evaluations/${id}`);
    if (status === 200 && /FINISHED|FAILED|CANCELLED/.test(JSON.stringify(body.status.value))) return;
    await pause(200);
  }
}

const PAGE = 1000;

/** Reads all results. */
export async function readResults(ask: Ask, id: string): Promise<FleetResults> {
  const evaluation = await demand<Evaluation>(ask, 'GET', `/evaluations/${id}`);
  const { status, aggregated_results, total_cost } = evaluation.body;
  const rows: (readonly unknown[])[] = [];
  for (let query = `limit=${PAGE}`; query !== '';) {
    const path = `/evaluations/${id}/evaluation_scenarios?${query}`;
    const page = await demand<EvaluationScenario[]>(ask, 'GET', path);
    for (const { inputs, outputs, results } of page.body) {
      rows.push([
        inputs[0]?.value,
        outputs.map(({ result }) => result.value),
        results.map(({ result }) => result.value),
      ]);
    }
    query = /^<\?(?<query>[^>]+)>/.exec(page.link ?? '')?.groups?.['query'] ?? '';
  }
  return {
    status,
    scores: aggregated_results.map(({ result }) => result),
    // Sums of the same figures in another order differ in the last digit.
    cost: Number(total_cost?.value).toFixed(6),
    rows,
  };
}

export function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
