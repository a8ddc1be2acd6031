/**
 * Attacks a service as an author and as a viewer, until its parent's time is up; then sends how often each got which
 * answer.
 */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Role } from '../../src/contract/endpoint/endpoint.ts';
import { holdPlaces } from './hold-places.ts';

/** What the attackers know. */
export interface Attackers {
  readonly url: string;
  readonly keys: Readonly<Partial<Record<Role, string>>>;
  /** Id of the app whose bundle attacks. */
  readonly hostileApp: string;
  /** Path of rows with long outputs. */
  readonly longRows: string;
  readonly seconds: number;
}

interface Attack {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

/** Longest that an attacker waits for an answer before the next request. */
const MAX_MS = 3000;
/** Longest that a request is left waiting. */
const PATIENCE_MS = 30_000;
/** Hostile requests at the same time, of each of the two. */
const CONCURRENCY = 8;

const counts = new Map<string, number>();
process.once('message', (attackers: Attackers) => void attackAll(attackers));

async function attackAll(attackers: Attackers): Promise<void> {
  const attacking = AbortSignal.timeout(attackers.seconds * 1000);
  const attacks = [...ATTACKS, ...readsOf(attackers.longRows), ...callsOf(attackers.hostileApp)];
  const people = Object.entries(attackers.keys).flatMap(([role, key]) => [
    holdPlaces(attackers.url, key, attacking),
    ...Array.from({ length: CONCURRENCY }, async (_, first) => {
      for (let turn = first; !attacking.aborted; turn += 1) {
        const status = await attack(attackers.url, key, attacks[turn % attacks.length]);
        counts.set(`${role} ${status}`, (counts.get(`${role} ${status}`) ?? 0) + 1);
      }
    }),
  ]);
  await Promise.all(people);
  process.send?.(Object.fromEntries(counts));
}

/** @returns the status of the answer, of which nothing is kept */
async function attack(url: string, key: string, { method, path, body }: Attack = ATTACKS[0]): Promise<string> {
  const send = async (): Promise<string> => {
    const headers = { 'content-type': 'application/json', authorization: `ApiKey ${key}` };
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const response = await fetch(`${url}${path}`, { method, headers, signal, body: body ?? null });
    await response.body?.pipeTo(new WritableStream());
    return String(response.status);
  };
  // Who waits for an answer attacks nobody meanwhile.
  return await Promise.race([send().catch(() => 'ended'), delay(MAX_MS, 'unanswered', { ref: false })]);
}

function evaluate(key: string, settings: object, prediction = 'a', ground_truth = 'a'): Attack {
  return post(`/evaluators/${key}/run`, { inputs: { prediction, ground_truth }, settings });
}

function post(path: string, body: unknown): Attack {
  return { method: 'POST', path, body: JSON.stringify(body) };
}

function get(path: string): Attack {
  return { method: 'GET', path };
}

/** A list of nearly 2 MiB, whose files are in deep folders. */
function putDeepParts(): Attack {
  const parts = Array.from({ length: 900 }, (_, index) => ({
    path: `${'a/'.repeat(1000)}${index}`,
    sha256: 'a'.repeat(64),
    size: 1,
  }));
  const body = JSON.stringify({ wf: 'parts', format: 1, parts });
  return { method: 'PUT', path: `/artifacts/${createHash('sha256').update(body).digest('hex')}`, body };
}

function rows(count: number): object[] {
  return Array.from({ length: count }, (_, index) => ({ a: index, b: 'text' }));
}

/** What took seconds, or the whole service, once. */
const ATTACKS = [
  evaluate('auto_jsonata', { expression: '$count($sort([1..9999999]))' }),
  evaluate('auto_regex_test', { regex_pattern: '(a+)+$', regex_should_match: true }, `${'a'.repeat(40)}!`),
  evaluate('auto_levenshtein_distance', {}, 'ab'.repeat(100_000), 'ba'.repeat(100_000)),
  evaluate('auto_rouge_l', {}, 'one two three '.repeat(2000), 'two one '.repeat(3000)),
  evaluate('auto_webhook_test', { webhook_url: 'http://127.0.0.1:9/', requires_llm_api_keys: false }),
  post('/testsets', { name: 'rows', csvdata: rows(50_000) }),
  post('/testsets', { name: 'values', csvdata: [{ a: Array.from({ length: 2e6 }, () => 1) }] }),
  post('/apps', Object.fromEntries(rows(70_000).map((row, index) => [`k${index}`, row]))),
  get(`/testsets?name=${'x'.repeat(6000)}`),
  get('/testsets?limit=1000'),
  get('/evaluation_scenarios?limit=1000'),
  putDeepParts(),
] as const;

/** Pages, and all rows, whose outputs have megabytes. */
function readsOf(path: string): Attack[] {
  return [get(path), get(`${path}?limit=1000`), get(`${path}?limit=1`)];
}

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
  const lists = get(`/services/${app}/default/send-lists?target=8000000`);
  return [...calls.map((call) => get(`/services/${app}/default/${call}?target=x`)), lists];
}
