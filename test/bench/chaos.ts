/**
 * Kills replicas, workers and the database during an evaluation, and compares the results with those of an undisturbed
 * run: `node test/bench/chaos.ts [CELLS] [KILLS] [SEED]`, after `npm run build`.
 */
import { isDeepStrictEqual } from 'node:util';
import { runChaos } from '../helpers/run-chaos.ts';

const [cells = 100_000, kills = 50, seed = 20_261_121] = process.argv.slice(2).map(Number);
const log = (line: string) => void process.stderr.write(`${line}\n`);
const { undisturbed, disturbed, ...report } = await runChaos({ cells, kills, seed, replicas: 3, workers: 4, log });
const isSame = isDeepStrictEqual(disturbed, undisturbed) && disturbed.rows.length === cells;
const { killed, wrong, ...figures } = report;
const { status, scores, cost } = disturbed;
const counted = Object.groupBy(killed, (what) => what.split(' ')[0] ?? '');
process.stdout.write(
  `${JSON.stringify({ isSame, wrong, killed: counted, ...figures, status, scores, cost }, null, 2)}\n`,
);
if (!isSame || wrong.length > 0) process.exitCode = 1;
