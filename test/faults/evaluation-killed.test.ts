import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Store } from '../../src/service/store/open-store.ts';
import { startEvaluations } from '../helpers/start-evaluations.ts';

const SCRIPT = fileURLToPath(new URL('../fixtures/run-evaluations.ts', import.meta.url));
const COUNT = 300;

test.each([1, 30, 150, 290])('an evaluation killed after %i calls loses only calls in flight', async (killAfter) => {
  await using host = await startEvaluations({ runner: { maxRunning: 0 } });
  const rows = Array.from({ length: COUNT }, (_, index) => ({ text: `t${index}`, correct_answer: `T${index}` }));
  const id = await host.start(rows);
  const file = await databaseFile(host.service.store);

  await runEvaluations(file, killAfter);
  expect((await host.read(id)).status.value).toBe('EVALUATION_STARTED');
  const stored = (await host.readRows(id)).filter(({ outputs }) => outputs.length > 0);
  const finished = new Set(stored.map(({ inputs }) => inputs[0]?.value));
  const calls = await runEvaluations(file, Number.POSITIVE_INFINITY);

  expect(calls.filter((text) => finished.has(text))).toEqual([]);
  expect(calls.length + finished.size).toBe(COUNT);
  const evaluation = await host.read(id);
  expect(evaluation.status.value).toBe('EVALUATION_FINISHED');
  expect(evaluation.aggregated_results[0]?.result).toEqual({ type: 'number', value: 1 });
  expect(evaluation.total_cost?.value).toBeCloseTo(COUNT * 0.001);
  expect((await host.readRows(id)).every(({ outputs }) => outputs.length === 1)).toBe(true);
});

/** Runs what is unfinished, and kills the process after so many calls. Answers the text of each call. */
async function runEvaluations(file: string, killAfter: number): Promise<string[]> {
  const child = spawn(process.execPath, [SCRIPT, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  const calls: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    calls.push(line);
    if (calls.length === killAfter) child.kill('SIGKILL');
  }
  await exit;
  return calls;
}

async function databaseFile(store: Store): Promise<string> {
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(store.db);
  return String(rows[0]?.file);
}
