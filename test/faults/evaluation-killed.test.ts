import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Evaluation } from '../../src/contract/evaluations/evaluation.ts';
import type { Store } from '../../src/service/store/open-store.ts';
import { bundlePrograms } from '../helpers/bundle-programs.ts';
import { bareEnv } from '../helpers/run-wf.ts';
import { addVariant, startEvaluations, type TestEvaluations } from '../helpers/start-evaluations.ts';

/** More than the killed processes run: eight for each transaction that they pass. */
const ROWS = 320;

/** Where a process is killed, each after so many that it passes: within its first calls and transactions, and later. */
const STEPS = ['call', 'begun', 'written', 'committed'] as const;
const PASSED = [0, 1, 4];
const KILLS = PASSED.flatMap((passed) => STEPS.map((step) => ({ step, passed })));

test('an evaluation killed at each of twelve steps gives the same results and repeats no finished call', async () => {
  await using programs = await bundlePrograms(['fixtures/run-evaluations.ts']);
  const script = programs.pathOf('run-evaluations');
  await using undisturbed = await startEvaluations();
  await using host = await startEvaluations({ runner: { maxRunning: 0 } });
  const file = await databaseFile(host.service.store);
  const rows = rowsOf('e-');
  const [expected, id] = [await undisturbed.run(rows), await host.start(rows)];
  const finished = new Set<unknown>();
  for (const kill of [...KILLS, null]) {
    const { calls, isKilled } = await runEvaluations(script, file, kill);
    expect([kill, isKilled]).toEqual([kill, kill !== null]);
    expect(calls.filter((text) => finished.has(text))).toEqual([]);
    for (const text of await storedTexts(host, id)) finished.add(text);
  }
  expect(finished.size).toBe(ROWS);
  expect(await resultsOf(host, id)).toEqual(await resultsOf(undisturbed, expected.id));
});

test('a limit holds over processes that are killed, and over two at once: what was paid and not stored counts', async () => {
  await using programs = await bundlePrograms(['fixtures/run-evaluations.ts']);
  const script = programs.pathOf('run-evaluations');
  await using host = await startEvaluations({ runner: { maxRunning: 0 } });
  const file = await databaseFile(host.service.store);
  // 0.001 for each call.
  const options = { max_cost: 0.08 };
  const variant_ids = await addVariant(host);
  await host.start(rowsOf('l-'), { options, variant_ids });
  const paid: string[] = [];
  for (const kill of KILLS.filter(({ passed }) => passed < 2))
    paid.push(...(await runEvaluations(script, file, kill)).calls);
  const ends = await Promise.all([runEvaluations(script, file, null), runEvaluations(script, file, null)]);
  paid.push(...ends.flatMap(({ calls }) => calls));
  expect(paid.length).toBeLessThanOrEqual(80);
  // Of each killed process and evaluation, no more calls are assumed than the four that may be in flight.
  expect(paid.length).toBeGreaterThanOrEqual(16);
  const evaluations = await listEvaluations(host);
  expect(evaluations.map(({ status }) => [status.value, status.error?.code])).toEqual([
    ['EVALUATION_CANCELLED', 'cost_limit'],
    ['EVALUATION_CANCELLED', 'cost_limit'],
  ]);
});

async function listEvaluations(host: TestEvaluations): Promise<Evaluation[]> {
  const [app] = await host.json<{ app_id: string }[]>('/apps');
  return await host.json<Evaluation[]>(`/evaluations?app_id=${app?.app_id}`);
}

function rowsOf(prefix: string) {
  return Array.from({ length: ROWS }, (_, index) => ({
    text: `${prefix}t${index}`,
    // Every third answer is wrong, so that no mistake yields the aggregate by chance.
    correct_answer: index % 3 === 0 ? 'no' : `${prefix}T${index}`.toUpperCase(),
  }));
}

/** Everything that a user sees of an evaluation, except the ids and times of the run. */
async function resultsOf(host: TestEvaluations, id: string) {
  const { status, aggregated_results, average_cost, total_cost, average_latency } = await host.read(id);
  const rows = await host.readRows(id);
  return {
    status,
    scores: aggregated_results.map(({ result }) => result),
    // Sums of the same numbers in another order differ in the last digit.
    figures: [average_cost, total_cost, average_latency].map((figure) => Number(figure?.value).toFixed(9)),
    rows: rows.map(({ row, inputs, outputs, results }) => ({
      row,
      inputs,
      outputs,
      results: results.map(({ result }) => result),
    })),
  };
}

async function storedTexts(host: TestEvaluations, id: string): Promise<unknown[]> {
  const rows = await host.readRows(id);
  return rows.filter(({ outputs }) => outputs.length > 0).map(({ inputs }) => inputs[0]?.value);
}

interface Kill {
  readonly step: (typeof STEPS)[number];
  /** How many of these steps it passes before. */
  readonly passed: number;
}

/** Runs what is unfinished, and kills the process when it stops at a step. Returns the text of each call. */
async function runEvaluations(script: string, file: string, kill: Kill | null) {
  const child = spawn(process.execPath, [script, file, ...(kill === null ? [] : [kill.step, String(kill.passed)])], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...bareEnv(dirname(script)), NODE_COMPILE_CACHE: join(dirname(script), 'cache') },
  });
  const exit = once(child, 'exit');
  const calls: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === kill?.step) child.kill('SIGKILL');
    else calls.push(line);
  }
  const [code, signal] = (await exit) as [number | null, string | null]; // as Node promises for `exit`
  if (signal === null) expect(code).toBe(0);
  return { calls, isKilled: signal === 'SIGKILL' };
}

async function databaseFile(store: Store): Promise<string> {
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(store.db);
  return String(rows[0]?.file);
}
