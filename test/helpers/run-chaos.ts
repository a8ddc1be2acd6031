import type { Evaluation } from '../../src/contract/evaluations/evaluation.ts';
import { createRandom, type Random } from '../../src/evaluation/statistics/random.ts';
import {
  type Ask,
  createAsk,
  isPassing,
  pause,
  readDone,
  readResults,
  type FleetResults,
  casesOf,
  startEvaluation,
  untilEnded,
} from './ask-fleet.ts';
import { createDatabase } from './postgres.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';
import { type Fleet, startFleet } from './start-fleet.ts';
import { startLoadBalancer } from './start-load-balancer.ts';

export interface ChaosOptions {
  readonly cells: number;
  readonly kills: number;
  readonly replicas: number;
  readonly workers: number;
  readonly seed: number;
  /** Called with the progress. */
  readonly log?: (line: string) => void;
}

export interface ChaosReport {
  readonly undisturbed: FleetResults;
  readonly disturbed: FleetResults;
  /** What was killed, in order. */
  readonly killed: readonly string[];
  /** Correct answers. */
  readonly answers: number;
  /** Failed calls that a client may retry. */
  readonly refusals: number;
  /** Answers that were wrong. */
  readonly wrong: readonly string[];
  readonly seconds: { readonly undisturbed: number; readonly disturbed: number };
}

/**
 * Runs an evaluation on replicas and workers twice: once undisturbed, and once while it kills and restarts replicas,
 * workers and the database in an order that the seed decides. Clients send requests all the while.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { log = () => undefined } = options;
  await using server = await startPostgresServer();
  const quiet = await disturbEvaluation(server, { ...options, kills: 0 });
  log(`undisturbed: ${quiet.seconds.toFixed(1)} s`);
  const loud = await disturbEvaluation(server, options);
  log(`disturbed: ${loud.seconds.toFixed(1)} s, ${loud.killed.length} killed`);
  const { killed, answers, refusals, wrong } = loud;
  const seconds = { undisturbed: quiet.seconds, disturbed: loud.seconds };
  return { undisturbed: quiet.results, disturbed: loud.results, killed, answers, refusals, wrong, seconds };
}

/** Runs an evaluation, and kills what it needs meanwhile. */
export async function disturbEvaluation(server: PostgresServer, options: ChaosOptions) {
  const { cells, replicas, workers, kills, seed, log = () => undefined } = options;
  await using database = await createDatabase(server.url);
  await using fleet = await startFleet({ databaseUrl: database.url, replicas, workers });
  await using balancer = await startLoadBalancer(fleet.urls);
  const ask = createAsk(balancer.url, fleet.key);
  const id = await startEvaluation(ask, fleet, casesOf(cells));
  const startedAt = performance.now();
  const clients = startClients(ask, fleet, id);
  const targets = { ...fleet, database: server };
  const killed = await killAlong(targets, { kills, cells, random: createRandom(seed), log }, () => readDone(ask, id));
  await untilEnded(ask, id);
  const seconds = (performance.now() - startedAt) / 1000;
  const seen = await clients.end();
  return {
    ...seen,
    killed,
    seconds,
    results: await readResults(ask, id).catch((error: unknown) => tellFailures(error, fleet)),
  };
}

interface KillPlan {
  readonly kills: number;
  readonly cells: number;
  readonly random: Random;
  readonly log: (line: string) => void;
}

/** Kills at times and in an order that the seed decides; kinds alternate, so that none is left out. */
async function killAlong(
  targets: Pick<Fleet, 'replicas' | 'workers'> & { readonly database: PostgresServer },
  { kills, cells, random, log }: KillPlan,
  readProgress: () => Promise<number | null>,
): Promise<string[]> {
  const killed: string[] = [];
  let kinds: string[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    // Nothing is killed at the end: a finished evaluation cannot be disturbed.
    const from = (0.9 * cells * (kill + random.below(100) / 100)) / kills;
    for (let done = await readProgress(); done === null || done < from; done = await readProgress()) await pause(50);
    await pause(random.below(400));
    if (kinds.length === 0) kinds = shuffle(['replica', 'worker', 'worker', 'database'], random);
    const kind = kinds.pop();
    const members = kind === 'replica' ? targets.replicas : targets.workers;
    const index = random.below(members.length);
    await (kind === 'database' ? targets.database.crash() : members[index]?.crash());
    killed.push(kind === 'database' ? kind : `${kind} ${index}`);
    log(`${killed.length} killed: ${killed.at(-1)}`);
  }
  return killed;
}

function shuffle<T>(items: readonly T[], random: Random): T[] {
  const left = [...items];
  return items.flatMap(() => left.splice(random.below(left.length), 1));
}

/** Failures that only a service's log reports. */
function tellFailures(error: unknown, fleet: Fleet): never {
  throw new Error(`What came out cannot be read:\n${fleet.readFailures().slice(-3).join('\n')}`, { cause: error });
}

/** Clients that call the route, read records, and record wrong answers. */
function startClients(ask: Ask, { appId, variantId }: Fleet, id: string) {
  const over = new AbortController();
  const wrong: string[] = [];
  let [answers, refusals, lastDone] = [0, 0, 0];
  const check = async (method: string, path: string, body: unknown, isRight: (answer: never) => boolean) => {
    const answer = await ask<never>(method, path, body);
    if (isPassing(answer.status)) refusals += 1;
    else if (answer.status === 200 && isRight(answer.body)) answers += 1;
    else wrong.push(`${method} ${path} ${answer.status} ${JSON.stringify(answer.body)?.slice(0, 300)}`);
    await pause(20);
  };
  const call = async (): Promise<void> => {
    for (let index = 0; !over.signal.aborted; index += 1) {
      const text = `call ${index}`;
      const path = `/services/${appId}/${variantId}/playground/run/echo`;
      await check('POST', path, { text }, ({ data }: { data?: unknown }) => data === text);
    }
  };
  const read = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await check(
        'GET',
        '/apps',
        undefined,
        (apps: { app_id: string }[]) => apps.length === 1 && apps[0]?.app_id === appId,
      );
      await check('GET', `/evaluations/${id}/events`, undefined, ({ done }: { done: number }) => {
        const isForward = done >= lastDone;
        lastDone = Math.max(done, lastDone);
        return isForward;
      });
      await check('GET', `/evaluations/${id}`, undefined, ({ status }: Evaluation) =>
        /INITIALIZED|STARTED|FINISHED"$/.test(JSON.stringify(status.value)),
      );
    }
  };
  const running = Promise.all([call(), read()]);
  return {
    end: async () => {
      over.abort();
      await running;
      return { answers, refusals, wrong };
    },
  };
}
