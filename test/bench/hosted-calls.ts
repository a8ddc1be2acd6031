import { createBenchProject } from './bench-project.ts';
import { forkHelper } from './fork-helper.ts';
import { HELLO_WORLD } from './hello-world.ts';
import { median } from './median.ts';
import type { LoadOrder } from './route-load.ts';
import { type BenchRow, showMs } from './rows.ts';
import { runProcess } from './run-process.ts';
import { startWf } from './running-wf.ts';

const ROUNDS = 9;
/** Concurrent calls, and calls per round. */
const LOADS = [
  { connections: 1, calls: 300 },
  { connections: 32, calls: 1500 },
];

/**
 * A warm call of a deployed route through `wf serve`, which finds key, configuration and process, compared with the
 * same bundle that listens itself.
 */
export async function benchHostedCalls(): Promise<BenchRow[]> {
  await using project = await createBenchProject(HELLO_WORLD);
  await using running = await startWf(project, 'serve', '--port', '0', '--data-dir', '../served');
  const { stdout } = await runProcess(project.wf('deploy', '--json', '--base-url', running.url));
  // Printed by `wf deploy --json` for a service with an address.
  const { deployment } = JSON.parse(stdout) as { deployment: { uri: string } };
  await using direct = await forkHelper('bundle-server.ts', project.path('.wf/build/workflow.mjs'));
  await using load = await forkHelper('route-load.ts');
  const { port, pathname } = new URL(deployment.uri);
  const headers = { authorization: `ApiKey ${running.key}` };
  const body = JSON.stringify({ name: 'you' });
  const hostedOrder = { port: Number(port), path: `${pathname}/run`, headers, body: withVariant(body) };
  const directOrder = { port: direct.port, path: '/run', headers: {}, body };
  const rows: BenchRow[] = [];
  for (const each of LOADS) {
    const [own, alone] = await measure(load, [
      { ...hostedOrder, ...each },
      { ...directOrder, ...each },
    ]);
    rows.push(toRow(each.connections, own, alone));
  }
  return rows;
}

function withVariant(body: string): string {
  return JSON.stringify({ ...(JSON.parse(body) as object), config: 'default' });
}

interface Asked {
  ask(question: unknown): Promise<number>;
}

/** Median time per call of each, measured in turn. */
async function measure(load: Asked, orders: readonly [LoadOrder, LoadOrder]): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = -2; round < ROUNDS; round += 1) {
    for (const [index, order] of orders.entries()) {
      const ms = await load.ask(order);
      if (round >= 0) times[index]?.push(ms / order.calls);
    }
  }
  return [median(times[0]), median(times[1])];
}

function toRow(connections: number, own: number, alone: number): BenchRow {
  const show = (ms: number) => (connections === 1 ? showMs(ms) : `${(1000 / ms).toFixed(0)} calls per second`);
  return {
    what: `a warm call of a deployed route through \`wf serve\`, ${connections === 1 ? 'one connection' : `${connections} connections`}`,
    value: show(own),
    comparison: `the same bundle, listening itself ${show(alone)}`,
    ratio: own / alone,
    budget: '',
    isWithin: null,
  };
}
