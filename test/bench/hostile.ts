import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { holdPlaces } from './hold-places.ts';
import { Worker } from 'node:worker_threads';
import { setTimeout as delay } from 'node:timers/promises';
import { type ServedPeople, servePeople } from '../helpers/serve-people.ts';
import { median, percentile } from './median.ts';
import { type BenchRow, showMs } from './rows.ts';

/** Time of the attack, in seconds; ten minutes unless given. */
const SECONDS = Number(process.env['WF_HOSTILE_SECONDS'] ?? 600);
const BUDGET_MS = 100;
const BUDGET_MB = 512;
/** Longest that an attacker waits for an answer. */
const MAX_MS = 3000;
/** Hostile requests at the same time, of each of the two. */
const CONCURRENCY = 8;

type Attack = () => { readonly method: string; readonly path: string; readonly body?: unknown };

/** What the third person's thread gets: its own event loop, which the attackers do not hold up. */
export interface ThirdPerson {
  readonly url: string;
  readonly key: string;
  readonly paths: readonly string[];
}

/** An author and a viewer attack the service, while somebody else uses it. */
export async function benchHostile(): Promise<BenchRow[]> {
  await using service = await servePeople();
  const app = await deploy(service, 'own', 'probe.mjs');
  const hostile = await deploy(service, 'hostile', 'hostile.mjs');
  const key = String((await service.send('operator', 'POST', '/keys', { name: 'third', role: 'viewer' })).body);
  const third: ThirdPerson = {
    url: service.url,
    key,
    paths: ['/health', `/apps/${app}/environments`, `/services/${app}/default/echo`],
  };
  for (const path of third.paths) await service.send('viewer', 'GET', path);
  const calm = await use(third, delay(5000));
  const attacking = AbortSignal.timeout(SECONDS * 1000);
  const counts = new Map<string, number>();
  const attacks = Promise.all(
    (['author', 'viewer'] as const).flatMap((role) =>
      Array.from(
        { length: CONCURRENCY },
        async (_, first) => await attack(service, [...ATTACKS, ...callsOf(hostile)], role, first, attacking, counts),
      ),
    ),
  );
  const held = (['author', 'viewer'] as const).map((role) => holdPlaces(service.url, service.keyOf(role), attacking));
  const busy = await use(third, Promise.all([attacks, ...held]));
  const peak = await readPeakMb(service.pid);
  process.stderr.write(`${JSON.stringify(Object.fromEntries(counts))}\n`);
  const memory: BenchRow = {
    what: `peak memory of the service over ${SECONDS} s of attacks`,
    value: `${peak} MB`,
    comparison: '',
    ratio: null,
    budget: `≤ ${BUDGET_MB} MB`,
    isWithin: peak <= BUDGET_MB,
  };
  const answers = third.paths.map((path) => {
    const ms = percentile(busy[path] ?? [], 0.99);
    return {
      what: `GET ${path.replace(app, '{app_id}')} of a third person, 99th percentile over ${SECONDS} s of attacks`,
      value: `${showMs(ms)}, median ${showMs(median(busy[path] ?? []))}`,
      comparison: `without attacks: ${showMs(percentile(calm[path] ?? [], 0.99))}`,
      ratio: null,
      budget: `≤ ${BUDGET_MS} ms`,
      isWithin: ms <= BUDGET_MS,
    };
  });
  return [...answers, memory];
}

/** Reads the most memory that a process has had, in MB. @source proc_pid_status(5), VmHWM */
async function readPeakMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

/** Deploys a bundle of the tests to an app of its own. @returns the app's id */
async function deploy(service: ServedPeople, name: string, bundle: string): Promise<string> {
  const bytes = await readFile(new URL(`../fixtures/bundles/${bundle}`, import.meta.url));
  const artifact_sha256 = createHash('sha256').update(bytes).digest('hex');
  await service.sendBytes('author', 'PUT', `/artifacts/${artifact_sha256}`, bytes);
  const { body } = await service.send('author', 'POST', '/apps', { app_name: name });
  const { app_id } = body as { app_id: string }; // the answer of `POST /apps`
  const routes = [{ path: '/', name: 'generate', config: null, input: null, output: null, defaults: {} }];
  const deployment = { variant_name: 'default', artifact_sha256, routes, sdk_version: '0.1.0' };
  const deployed = await service.send('author', 'POST', `/apps/${app_id}/deployments`, deployment);
  if (deployed.status !== 200) throw new Error(JSON.stringify(deployed));
  return app_id;
}

/** Uses the service as a third person meanwhile. @returns the latencies by path */
async function use(third: ThirdPerson, until: Promise<unknown>): Promise<Record<string, number[]>> {
  const worker = new Worker(new URL('third-person.ts', import.meta.url), { workerData: third });
  await until;
  worker.postMessage('over', []);
  // Sent by third-person.ts.
  const [latencies] = (await once(worker, 'message')) as [Record<string, number[]>];
  return latencies;
}

async function attack(
  service: ServedPeople,
  attacks: readonly Attack[],
  role: 'author' | 'viewer',
  first: number,
  signal: AbortSignal,
  counts: Map<string, number>,
): Promise<void> {
  for (let turn = first; !signal.aborted; turn += 1) {
    const make = attacks[turn % attacks.length];
    if (make === undefined) continue;
    const { method, path, body } = make();
    // Who waits for an answer attacks nobody meanwhile.
    const gone = delay(MAX_MS, 'unanswered', { ref: false });
    const sent = service.send(role, method, path, body).then(
      ({ status }) => String(status),
      () => 'ended',
    );
    const status = await Promise.race([sent, gone]);
    counts.set(`${role} ${status}`, (counts.get(`${role} ${status}`) ?? 0) + 1);
  }
}

const evaluate = (key: string, settings: object, prediction = 'a', ground_truth = 'a'): Attack => {
  const body = { inputs: { prediction, ground_truth }, settings };
  return () => ({ method: 'POST', path: `/evaluators/${key}/run`, body });
};

/** A list of nearly 2 MiB, whose files are in deep folders. */
const DEEP_PARTS = {
  wf: 'parts',
  format: 1,
  parts: Array.from({ length: 900 }, (_, index) => ({
    path: `${'a/'.repeat(1000)}${index}`,
    sha256: 'a'.repeat(64),
    size: 1,
  })),
};

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** What took seconds, or the whole service, once. */
const ATTACKS: readonly Attack[] = [
  evaluate('auto_jsonata', { expression: '$count($sort([1..9999999]))' }),
  evaluate('auto_regex_test', { regex_pattern: '(a+)+$', regex_should_match: true }, `${'a'.repeat(40)}!`),
  evaluate('auto_levenshtein_distance', {}, 'ab'.repeat(100_000), 'ba'.repeat(100_000)),
  evaluate('auto_rouge_l', {}, 'one two three '.repeat(2000), 'two one '.repeat(3000)),
  evaluate('auto_webhook_test', { webhook_url: 'http://127.0.0.1:9/', requires_llm_api_keys: false }),
  () => ({ method: 'POST', path: '/testsets', body: { name: `t${Math.random()}`, csvdata: rows(50_000) } }),
  () => ({
    method: 'POST',
    path: '/testsets',
    body: { name: 't', csvdata: [{ a: Array.from({ length: 2e6 }, () => 1) }] },
  }),
  () => ({ method: 'POST', path: '/apps', body: Object.fromEntries(rows(70_000).map((row, i) => [`k${i}`, row])) }),
  () => ({ method: 'GET', path: `/testsets?name=${'x'.repeat(6000)}` }),
  () => ({ method: 'GET', path: '/testsets?limit=1000' }),
  () => ({ method: 'GET', path: '/evaluation_scenarios?limit=1000' }),
  () => ({ method: 'PUT', path: `/artifacts/${hashOf(DEEP_PARTS)}`, body: DEEP_PARTS }),
];

/** What a bundle does to its process, its channel and its output, and viewers who call it. */
function callsOf(app: string): Attack[] {
  const calls = [
    'long-failure',
    'long-answer',
    'loop',
    'hoard',
    'flood-output',
    'fill-channel',
    'flood-channel',
    'ask-forever',
    'write-everywhere',
  ];
  return calls.map((call) => () => ({ method: 'GET', path: `/services/${app}/default/${call}?target=x` }));
}

function rows(count: number): object[] {
  return Array.from({ length: count }, (_, index) => ({ a: index, b: 'text' }));
}
