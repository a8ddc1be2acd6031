import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createRandom } from '../../src/evaluation/statistics/random.ts';
import type { Store } from '../../src/service/store/open-store.ts';
import { startEvaluations, type TestEvaluations } from '../helpers/start-evaluations.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const SEED = 20_261_121;
const LANES = 2;
const KILLS = 100;
const KILLS_EACH = 10;
const ROWS = 200;
/** Most calls that a process starts before it is killed. */
const LONGEST_LIFE = 16;

/**
 * Two lanes of evaluations, each killed ten times at seeded moments and resumed after each. A process is killed before
 * its first call, between two calls, or while results are being stored.
 */
test('evaluations killed at 200 random moments give the same results and repeat no finished call', async () => {
  await using folder = await tempFolder();
  const script = await bundleRunner(folder.root);
  const lanes = Array.from({ length: LANES }, (_, lane) => playLane(script, SEED + lane));
  expect(await Promise.all(lanes)).toEqual(Array.from({ length: LANES }, () => KILLS));
});

/** @returns how many processes were killed */
async function playLane(script: string, seed: number): Promise<number> {
  await using undisturbed = await startEvaluations();
  await using host = await startEvaluations({ runner: { maxRunning: 0 } });
  const file = await databaseFile(host.service.store);
  const random = createRandom(seed);
  let kills = 0;
  // One that finishes before its last kill leaves that kill to the next.
  for (let index = 0; kills < KILLS; index += 1) {
    const rows = rowsOf(`e${index}-`);
    const expected = await undisturbed.run(rows);
    const id = await host.start(rows);
    const finished = new Set<unknown>();
    for (let life = 0; life < KILLS_EACH && kills < KILLS; life += 1) {
      const moment = { calls: random.below(LONGEST_LIFE), ms: random.below(8) };
      const { calls, isKilled } = await runEvaluations(script, file, moment);
      kills += isKilled ? 1 : 0;
      expect(calls.filter((text) => finished.has(text))).toEqual([]);
      for (const text of await storedTexts(host, id)) finished.add(text);
    }
    const { calls } = await runEvaluations(script, file, null);
    expect(calls.filter((text) => finished.has(text))).toEqual([]);
    expect(await resultsOf(host, id)).toEqual(await resultsOf(undisturbed, expected.id));
  }
  return kills;
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

interface Life {
  /** Calls to wait for. */
  readonly calls: number;
  /** How long it runs after that. */
  readonly ms: number;
}

/** Runs what is unfinished, and kills the process at the planned moment. Returns the text of each call. */
async function runEvaluations(script: string, file: string, life: Life | null) {
  const child = spawn(process.execPath, [script, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(script, '..', 'cache') },
  });
  const exit = once(child, 'exit');
  const calls: string[] = [];
  const end = (): void => {
    if (life !== null && calls.length === life.calls) setTimeout(() => child.kill('SIGKILL'), life.ms);
  };
  end();
  for await (const line of createInterface({ input: child.stdout })) {
    calls.push(line);
    end();
  }
  const [code, signal] = (await exit) as [number | null, string | null]; // as Node promises for `exit`
  if (signal === null) expect(code).toBe(0);
  return { calls, isKilled: signal === 'SIGKILL' };
}

/** Bundled into one file: from source, a process spends most of its time reading hundreds of them. */
async function bundleRunner(folder: string): Promise<string> {
  const outfile = join(folder, 'run-evaluations.mjs');
  await build({
    entryPoints: [resolve('test/fixtures/run-evaluations.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    external: ['pg-native', 'cloudflare:sockets'],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'error',
  });
  return outfile;
}

async function databaseFile(store: Store): Promise<string> {
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(store.db);
  return String(rows[0]?.file);
}
