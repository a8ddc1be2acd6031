import { createHash } from 'node:crypto';
import { type Endpoint, isBytes } from '../../../src/contract/endpoint/endpoint.ts';
import { type EndpointName, ENDPOINTS } from '../../../src/contract/endpoints.ts';
import { DEFAULT_BODY_LIMIT } from '../../../src/http/read-body.ts';
import { archiveOf } from '../archive.ts';
import { CASES } from '../endpoint-cases/cases.ts';
import { ROUTES } from '../service-world.ts';
import { toWire } from '../to-wire.ts';
import { largeBodies, type LargestBody, largeStrangers } from './large-bodies.ts';
import { type LargePage, largePages } from './large-pages.ts';
import type { WatchedService } from './watch-service.ts';

/** A request of the largest allowed size, and what it caused. */
export interface LargeRequest {
  readonly what: string;
  readonly status: number;
  readonly isExpected: boolean;
  /** Longest stretch of work of the service's loop meanwhile, in milliseconds of processor time. */
  readonly ms: number;
}

type Send = (service: WatchedService) => AsyncIterable<LargeRequest>;

/** The default limit of the service. */
const LARGE_BUNDLE = 50 * 1024 * 1024;

// Declared with these names.
const entries = Object.entries(ENDPOINTS) as [EndpointName, Endpoint][];
const withJson = entries.filter(([, { body }]) => body !== null && !isBytes(body));

const largestOf = ({ maxBytes, rows }: Endpoint): LargestBody => ({
  maxBytes: Math.min(maxBytes, DEFAULT_BODY_LIMIT),
  rows,
});

/** One endpoint of each size: what no endpoint accepts is refused alike before its schema is reached. */
const bySize = new Map(withJson.map(([name, endpoint]) => [JSON.stringify(largestOf(endpoint)), name] as const));

/** Sends the largest bodies of each endpoint that takes JSON. */
export const LARGE_BODIES: Readonly<Record<string, Send>> = {
  ...Object.fromEntries(
    [...bySize.values()].map((name) => [
      `a foreign body of ${name}`,
      (service) => sendBodies(service, name, largeStrangers),
    ]),
  ),
  ...Object.fromEntries(withJson.map(([name]) => [name, (service) => sendBodies(service, name, largeBodies)])),
  'a call of a route': sendCall,
};

/** Sends the largest files, and what handles them. */
export const LARGE_FILES: Readonly<Record<string, Send>> = {
  ...Object.fromEntries(
    Object.entries(largePages(ENDPOINTS.putImportPage.maxBytes)).map(([what, page]) => [
      `putImportPage: ${what}`,
      (service) => importPage(service, page),
    ]),
  ),
  'putArtifact and getArtifact': sendBundle,
  'putArtifact of a list of parts': sendParts,
  'deleteApp with a bundle': deleteBundle,
};

/** Sends requests, and lists those with another answer than expected. */
export async function listUnexpected(requests: AsyncIterable<LargeRequest>): Promise<LargeRequest[]> {
  const wrong: LargeRequest[] = [];
  for await (const request of requests) if (!request.isExpected) wrong.push(request);
  return wrong;
}

async function* sendBodies(
  service: WatchedService,
  name: EndpointName,
  list: typeof largeBodies,
): AsyncGenerator<LargeRequest> {
  const endpoint: Endpoint = ENDPOINTS[name];
  // The input of an endpoint is an object of its parameters.
  const wire = async () => toWire(endpoint, (await CASES[name](service.world)) as Readonly<Record<string, unknown>>);
  let { method, path, body } = await wire();
  for (const { what, make } of list(JSON.parse(String(body)), largestOf(endpoint))) {
    const { status, ms } = await service.measure(method, path, make());
    yield { what, status, isExpected: status !== 413 && status < 500, ms };
    if (status < 300) ({ method, path, body } = await wire());
  }
}

let lastFill = 0;

/** Stores a bundle of the largest size; each has other bytes, because a repeated upload would store nothing. */
async function storeBundle(service: WatchedService) {
  const bytes = new Uint8Array(LARGE_BUNDLE).fill((lastFill += 1));
  const hash = sha256(bytes);
  return { hash, path: `/artifacts/${hash}`, stored: await service.measure('PUT', `/artifacts/${hash}`, bytes) };
}

async function* sendBundle(service: WatchedService): AsyncGenerator<LargeRequest> {
  const { path, stored } = await storeBundle(service);
  yield toRequest('stored', stored, 200);
  yield toRequest('fetched', await service.measure('GET', path, null), 200);
}

async function* sendParts(service: WatchedService): AsyncGenerator<LargeRequest> {
  const part = (index: number) => ({ path: `${index}`.padStart(70, 'x'), sha256: 'a'.repeat(64), size: 1 });
  const parts = Array.from({ length: 10_000 }, (_, i) => part(i));
  const deep = Array.from({ length: 1800 }, (_, i) => ({ ...part(i), path: `${i}/${'a/'.repeat(490)}b` }));
  for (const [what, list] of [
    ['many parts', JSON.stringify({ wf: 'parts', format: 1, parts })],
    ['deep paths', JSON.stringify({ wf: 'parts', format: 1, parts: deep })],
    ['numbers', `{"wf":"parts","parts":[${'1,'.repeat(LARGE_BUNDLE / 2 - 32)}1]}`],
  ] as const) {
    const body = new TextEncoder().encode(list);
    yield toRequest(what, await service.measure('PUT', `/artifacts/${sha256(body)}`, body), 422);
  }
}

async function* deleteBundle(service: WatchedService): AsyncGenerator<LargeRequest> {
  const { world } = service;
  const { hash: artifact_sha256, path } = await storeBundle(service);
  const { app_id } = await world.callByAll('createApp', { body: { app_name: world.nextName() } });
  const deployment = { variant_name: 'large', artifact_sha256, routes: ROUTES, sdk_version: '0.1.0' };
  await world.callByAll('createDeployment', { app_id, body: deployment });
  yield toRequest('deleted', await service.measure('DELETE', `/apps/${app_id}`, null), 200);
  yield toRequest('gone', await service.measure('HEAD', path, null), 404);
}

// Imports a new app with a large page, and gives up the import unless it was committed.
async function* importPage(
  { world, measure }: WatchedService,
  { table, lines, isStored }: LargePage,
): AsyncGenerator<LargeRequest> {
  const { manifest, pages } = archiveOf();
  const bytes = new TextEncoder().encode(lines(manifest.app.id));
  const large = { table, page: 1, rows: 1, size: bytes.length, sha256: sha256(bytes) };
  const others = manifest.pages.filter((page) => page.table !== table);
  const { import_id } = await world.call('createImport', { body: { ...manifest, pages: [...others, large] } });
  const at = `/imports/${import_id}`;
  for (const page of pages) await measure('PUT', `${at}/${page.table}/1`, page.bytes);
  yield toRequest('sent', await measure('PUT', `${at}/${table}/1`, bytes), 200);
  yield toRequest('committed', await measure('POST', `${at}/commit`, null), isStored ? 200 : 422);
  yield toRequest('given up', await measure('DELETE', at, null), isStored ? 404 : 200);
}

async function* sendCall({ world, measure }: WatchedService): AsyncGenerator<LargeRequest> {
  const path = `/services/${world.appId}/${world.variantId}/run`;
  const text = JSON.stringify({ text: 'x'.repeat(DEFAULT_BODY_LIMIT - 4096), environment: 'nowhere' });
  yield toRequest('a long text', await measure('POST', path, text), 400);
  const numbers = `{"environment":"nowhere","list":[${'1,'.repeat(DEFAULT_BODY_LIMIT / 2 - 64)}1]}`;
  yield toRequest('numbers', await measure('POST', path, numbers), 400);
}

function toRequest(what: string, { status, ms }: { readonly status: number; readonly ms: number }, expected: number) {
  return { what, status, isExpected: status === expected, ms };
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
