import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Endpoint, isBytes } from '../../src/contract/endpoint/endpoint.ts';
import { ENDPOINTS } from '../../src/contract/endpoints.ts';
import { openStore } from '../../src/service/store/open-store.ts';
import { CASES } from '../helpers/endpoint-cases/cases.ts';
import { createWorld } from '../helpers/service-world.ts';
import type { RunningService } from '../helpers/start-service.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { toWire } from '../helpers/to-wire.ts';
import { type BenchRow, showMs } from './rows.ts';

/** Longest stretch that a request may hold up all others. */
const BUDGET_MS = 50;
/** Just below the limit of 10 MiB. */
const LARGEST = 10 * 1024 * 1024 - 64 * 1024;

const PATIENCE_MS = 60_000;

/** How long the largest allowed body of each endpoint holds up the service's event loop. */
export async function benchLoopStretches(): Promise<BenchRow[]> {
  await using folder = await tempFolder();
  const file = folder.path('wf.db');
  const child = fork(join(import.meta.dirname, 'watched-service.ts'), [file], { stdio: 'inherit' });
  // Sent by watched-service.ts.
  const [{ baseUrl, keys }] = (await once(child, 'message')) as [Pick<RunningService, 'baseUrl' | 'keys'>];
  await using store = await openStore({ file });
  const send = async (method: string, path: string, { body }: { readonly body?: unknown } = {}): Promise<Response> =>
    await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `ApiKey ${keys.operator}`, 'content-type': 'application/json' },
      body: body === undefined ? null : toBytes(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  const longest = async (): Promise<number> => {
    await delay(20);
    const answered = once(child, 'message');
    child.send('read');
    return Number((await answered)[0]);
  };
  // The cases use nothing else of a running service.
  const world = await createWorld({ baseUrl, keys, send, store } as unknown as RunningService);
  const rows: BenchRow[] = [];
  for (const [name, makeInput] of Object.entries(CASES)) {
    const endpoint: Endpoint = ENDPOINTS[name as keyof typeof CASES];
    if (endpoint.body === null) continue;
    // The input of an endpoint is an object of its parameters.
    const input = (await makeInput(world)) as Readonly<Record<string, unknown>>;
    const { method, path, body } = toWire(endpoint, input);
    const bodies = isBytes(endpoint.body) ? BYTES : largeBodies(JSON.parse(String(body)));
    for (const [what, large] of bodies) {
      await longest();
      const status = await statusOf(send(method, path, { body: large() }));
      const row = toRow(`${name}, ${what}: ${status}`, await longest());
      process.stderr.write(`${row.value}  ${row.what}\n`);
      rows.push(row);
    }
  }
  child.disconnect();
  return rows.toSorted((a, b) => (b.ratio ?? 0) - (a.ratio ?? 0));
}

/** @returns the status, or why there is none */
async function statusOf(answering: Promise<Response>): Promise<string> {
  try {
    const response = await answering;
    await response.arrayBuffer();
    return String(response.status);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

type LargeBody<T = string | Uint8Array> = readonly [string, () => T];

const BYTES: readonly LargeBody[] = [['zeros', () => new Uint8Array(LARGEST)]];

/** Bodies of the largest size: one long text, many numbers, many keys, and nesting. */
function largeBodies(body: unknown): LargeBody[] {
  const fields = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body) : [];
  const filled = FILLINGS.flatMap(([what, fill]) =>
    ['unknown', ...fields].map((field): LargeBody => {
      const rest = Object.entries(body ?? {}).filter(([name]) => name !== field);
      const parts = rest.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`);
      return [`${what} in ${field}`, () => `{${parts.join('')}${JSON.stringify(field)}:${fill()}}`];
    }),
  );
  return [...FILLINGS, ...filled];
}

const FILLINGS: readonly LargeBody<string>[] = [
  ['a long text', () => `"${'x'.repeat(LARGEST)}"`],
  ['numbers', () => `[${'1,'.repeat(LARGEST / 2)}1]`],
  ['rows', () => `[${'{"a":"b"},'.repeat(LARGEST / 10)}{}]`],
  ['keys', () => `{${Array.from({ length: LARGEST / 14 }, (_, i) => `"k${1e6 + i}":{},`).join('')}"z":1}`],
  ['nesting', () => '['.repeat(LARGEST / 2) + ']'.repeat(LARGEST / 2)],
];

function toBytes(body: unknown): BodyInit {
  return body instanceof Uint8Array || typeof body === 'string' ? (body as BodyInit) : JSON.stringify(body);
}

function toRow(what: string, ms: number): BenchRow {
  return {
    what,
    value: showMs(ms),
    comparison: '',
    ratio: ms / BUDGET_MS,
    budget: `≤ ${BUDGET_MS} ms`,
    isWithin: ms <= BUDGET_MS,
  };
}
