import { forkHelper } from './fork-helper.ts';
import { median } from './median.ts';
import type { LoadOrder } from './route-load.ts';
import type { BenchRow } from './rows.ts';

const CALLS = 5000;
const ROUNDS = 12;
const BUDGET = 0.8;
const ORDER: Omit<LoadOrder, 'port'> = {
  path: '/run/x',
  headers: { 'wf-revision': 'revision-1' },
  body: JSON.stringify({
    text: 'hello '.repeat(20),
    user: { id: 'u1', name: 'Someone', tags: ['a', 'b', 'c'] },
    limit: 4,
  }),
  calls: CALLS,
  connections: 32,
};

/**
 * `POST /run/x` of a deployed workflow, compared with plain node:http that reads, checks and answers the same: calls per
 * second of the server's CPU time, so that neither the load generator nor other programs count.
 */
export async function benchRouteCalls(): Promise<BenchRow[]> {
  await using raw = await forkHelper('route-server.ts', 'raw');
  await using own = await forkHelper('route-server.ts', 'wf');
  await using load = await forkHelper('route-load.ts');
  const servers = [raw, own];
  const costs = servers.map((): number[] => []);
  for (let round = -2; round < ROUNDS; round += 1) {
    for (const [index, server] of servers.entries()) {
      const before = await server.ask('cpu');
      await load.ask({ ...ORDER, port: server.port });
      const microseconds = (await server.ask('cpu')) - before;
      if (round >= 0) costs[index]?.push(microseconds / CALLS);
    }
  }
  const [rawPerSecond = 0, ownPerSecond = 0] = costs.map((each) => 1_000_000 / median(each));
  const ratio = ownPerSecond / rawPerSecond;
  return [
    {
      what: '`POST /run/x`: configuration cached, body checked by zod, routing context',
      value: `${ownPerSecond.toFixed(0)} requests per CPU second`,
      comparison: `raw node:http ${rawPerSecond.toFixed(0)}`,
      ratio,
      budget: `≥ ${BUDGET}`,
      isWithin: ratio >= BUDGET,
    },
  ];
}
