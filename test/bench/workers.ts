import { casesOf, createAsk, startEvaluation, untilEnded } from '../helpers/ask-fleet.ts';
import { startPostgresServer } from '../helpers/postgres-server.ts';
import { type Fleet, startFleet } from '../helpers/start-fleet.ts';
import type { BenchRow } from './rows.ts';
import { runProcess } from './run-process.ts';

const CELLS = 5000;
const COUNTS = [4, 2, 1];

/** The same evaluation by `wf eval run` and by workers in turn, each time with new cells. */
export async function benchWorkers(): Promise<BenchRow[]> {
  await using server = await startPostgresServer();
  await using fleet = await startFleet({ databaseUrl: server.url, replicas: 1, workers: Math.max(...COUNTS) });
  await runProcess(fleet.project.wf('deploy'));
  await runEmbedded(fleet, 'warm up');
  await runSpread(fleet, 'warm up');
  const rows: BenchRow[] = [];
  for (const count of COUNTS) {
    for (const { stop } of fleet.workers.slice(count)) await stop();
    const embedded = await runEmbedded(fleet, `with ${count}`);
    const spread = await runSpread(fleet, `with ${count}`);
    rows.unshift({
      what: `an evaluation of ${CELLS} trivial cells on PostgreSQL, ${count} worker${count === 1 ? '' : 's'}`,
      value: `${Math.round(spread)} cells/s`,
      comparison: `\`wf eval run\` alone, over SQLite ${Math.round(embedded)} cells/s`,
      ratio: spread / embedded,
      budget: '',
      isWithin: null,
    });
  }
  return rows;
}

/** @returns cells per second */
async function runSpread(fleet: Fleet, name: string): Promise<number> {
  const ask = createAsk(fleet.urls[0] ?? '', fleet.key);
  const startedAt = performance.now();
  await untilEnded(ask, await startEvaluation(ask, fleet, casesOf(CELLS, name)));
  return CELLS / ((performance.now() - startedAt) / 1000);
}

/** @returns cells per second */
async function runEmbedded({ project }: Fleet, name: string): Promise<number> {
  const lines = casesOf(CELLS, name).map((row) => JSON.stringify(row));
  await project.write('cases.jsonl', lines.join('\n'));
  const flags = ['--route', '/echo', '--testset', 'cases.jsonl', '--evaluators', 'exact_match', '--concurrency', '16'];
  const startedAt = performance.now();
  await runProcess(project.wf('eval', 'run', '--json', ...flags));
  return CELLS / ((performance.now() - startedAt) / 1000);
}
