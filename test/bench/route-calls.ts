import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { median } from './median.ts';
import type { BenchRow } from './rows.ts';

const CALLS = 5000;
const ROUNDS = 12;
const BUDGET = 0.8;

/**
 * `POST /run/x` of a deployed workflow beside plain node:http that reads, checks and answers the same: calls per second
 * of the server's own processor time, so that neither the load generator nor other programs count.
 */
export async function benchRouteCalls(): Promise<BenchRow[]> {
  await using raw = await start('route-server.ts', 'raw');
  await using own = await start('route-server.ts', 'wf');
  await using load = await start('route-load.ts');
  const servers = [raw, own];
  const costs = servers.map((): number[] => []);
  for (let round = -2; round < ROUNDS; round += 1) {
    for (const [index, server] of servers.entries()) {
      const before = await server.ask('cpu');
      await load.ask({ port: server.port, calls: CALLS });
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
      beside: `raw node:http ${rawPerSecond.toFixed(0)}`,
      ratio,
      budget: `≥ ${BUDGET}`,
      isWithin: ratio >= BUDGET,
    },
  ];
}

interface Helper extends AsyncDisposable {
  readonly port: number;
  ask(question: unknown): Promise<number>;
}

/** Forks a script of this folder that answers questions with numbers. The first number is its port. */
async function start(script: string, ...args: string[]): Promise<Helper> {
  const child = fork(join(import.meta.dirname, script), args);
  const port = await nextNumber(child);
  return {
    port,
    async ask(question) {
      child.send(question as object);
      return await nextNumber(child);
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

async function nextNumber(child: ChildProcess): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const fail = (code: number | null) => reject(new Error(`A bench process ended with ${code}.`));
  child.once('message', resolve);
  child.once('exit', fail);
  try {
    return Number(await promise);
  } finally {
    child.removeListener('exit', fail);
  }
}
