/** Measures the design's budgets: `npm run bench`, or `npm run bench -- build deploy` for some of them. */
import { arch, cpus, loadavg, platform, totalmem } from 'node:os';
import { benchBeforeAfter } from './before-after.ts';
import { benchBuild } from './build.ts';
import { benchCarriedFiles } from './carried-files.ts';
import { benchDeploy } from './deploy.ts';
import { benchDev } from './dev.ts';
import { tableErrorRates } from './error-rates.ts';
import { benchEqualLatency } from './equal-latency.ts';
import { benchEvaluations } from './evaluations.ts';
import { benchExactBounds } from './exact-bounds.ts';
import { benchFirstPage } from './first-page.ts';
import { benchHostedCalls } from './hosted-calls.ts';
import { benchHostile } from './hostile.ts';
import { benchInstallSize } from './install-size.ts';
import { benchLargeBodies } from './large-bodies.ts';
import { benchLists } from './lists.ts';
import { benchRows } from './many-rows.ts';
import { benchMove } from './move.ts';
import { benchPageLoad } from './page-load.ts';
import { benchPeers } from './peers.ts';
import { benchRouteCalls } from './route-calls.ts';
import { benchSandboxCost } from './sandbox-cost.ts';
import { benchPrunePostgres, benchPruneSqlite } from './prune.ts';
import { benchPromptfoo } from './promptfoo.ts';
import { type BenchRow, toMarkdown } from './rows.ts';
import { benchServeStart } from './serve-start.ts';
import { benchStartUp } from './start-up.ts';
import { benchThroughput } from './throughput.ts';
import { benchWorkers } from './workers.ts';

const BENCHES: Readonly<Record<string, () => Promise<BenchRow[]>>> = {
  'start-up': benchStartUp,
  'serve-start': benchServeStart,
  dev: benchDev,
  'page-load': benchPageLoad,
  build: benchBuild,
  deploy: benchDeploy,
  'carried-files': benchCarriedFiles,
  'route-calls': benchRouteCalls,
  'hosted-calls': benchHostedCalls,
  evaluations: benchEvaluations,
  'many-rows': benchRows(100_000),
  'first-page': benchFirstPage,
  lists: benchLists,
  throughput: benchThroughput,
  move: benchMove,
  workers: benchWorkers,
  'install-size': benchInstallSize,
};

/** Benchmarks that take minutes, print long lists or install gigabytes run only when named. */
const LONG: Readonly<Record<string, () => Promise<BenchRow[]>>> = {
  peers: benchPeers,
  'million-rows': benchRows(1_000_000),
  promptfoo: benchPromptfoo,
  hostile: benchHostile,
  'large-bodies': benchLargeBodies,
  'prune-sqlite': benchPruneSqlite,
  'prune-postgres': benchPrunePostgres,
  'sandbox-cost': benchSandboxCost,
  'equal-latency': benchEqualLatency,
  'before-after': benchBeforeAfter,
  'exact-bounds': benchExactBounds,
};

/** What is simulated rather than measured: minutes of arithmetic, printed as tables. */
const SIMULATIONS: Readonly<Record<string, () => Promise<string>>> = { 'error-rates': tableErrorRates };

const wanted = process.argv.slice(2);
const all = { ...BENCHES, ...LONG, ...SIMULATIONS };
const unknown = wanted.filter((name) => !(name in all));
if (unknown.length > 0) throw new Error(`No bench is called ${unknown[0]}: ${Object.keys(all).join(', ')}.`);

for (const name of wanted) {
  const simulate = SIMULATIONS[name];
  if (simulate !== undefined) process.stdout.write(`${await simulate()}\n`);
}

const rows: BenchRow[] = [];
for (const [name, bench] of Object.entries(wanted.length > 0 ? { ...BENCHES, ...LONG } : BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stderr.write(`${name} …\n`);
  rows.push(...(await bench()));
}
if (rows.length > 0) process.stdout.write(`${describeMachine()}\n\n${toMarkdown(rows)}\n`);

function describeMachine(): string {
  const cores = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  const model = cores[0]?.model.trim() ?? 'unknown processor';
  const load = loadavg()[0]?.toFixed(1);
  return `Node ${process.versions.node}, ${platform()} ${arch()}, ${cores.length} × ${model}, ${memory} GiB, load ${load}.`;
}
