import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Endpoint, isBytes } from '../../src/contract/endpoint/endpoint.ts';
import { type EndpointName, ENDPOINTS } from '../../src/contract/endpoints.ts';
import { DEFAULT_BODY_LIMIT } from '../../src/http/read-body.ts';
import { archiveOf } from '../helpers/archive.ts';
import { CASES } from '../helpers/endpoint-cases/cases.ts';
import { type LargePage, largePages } from '../helpers/loop-watch/large-pages.ts';
import { largeBodies } from '../helpers/loop-watch/large-bodies.ts';
import { type WatchedService, watchService } from '../helpers/loop-watch/watch-service.ts';
import { ROUTES } from '../helpers/service-world.ts';
import { toWire } from '../helpers/to-wire.ts';

/** Longest work that a request may cause in one turn of the service's event loop. */
const LONGEST_MS = 50;
/** The default limit of the service. */
const LARGE_BUNDLE = 50 * 1024 * 1024;

let service: WatchedService;

beforeAll(async () => {
  service = await watchService();
});

afterAll(async () => await service[Symbol.asyncDispose]());

// Declared with these names.
const entries = Object.entries(ENDPOINTS) as [EndpointName, Endpoint][];
const withJson = entries.filter(([, { body }]) => body !== null && !isBytes(body)).map(([name]) => name);

/** Sends it up to three times: the collection of garbage of earlier ones may fall into the first. */
async function measure(method: string, path: string, body: string | Uint8Array | null) {
  let best = await service.measure(method, path, body);
  for (let again = 0; again < 2 && best.ms > LONGEST_MS; again += 1) {
    const next = await service.measure(method, path, body);
    if (next.ms < best.ms) best = next;
  }
  return best;
}

describe('the largest allowed bodies hold up nobody', () => {
  test.each(withJson)('%s', async (name) => {
    const endpoint: Endpoint = ENDPOINTS[name];
    // The input of an endpoint is an object of its parameters.
    const wire = async () => toWire(endpoint, (await CASES[name](service.world)) as Readonly<Record<string, unknown>>);
    let { method, path, body } = await wire();
    const maxBytes = Math.min(endpoint.maxBytes, DEFAULT_BODY_LIMIT);
    const slow: string[] = [];
    for (const { what, make } of largeBodies(JSON.parse(String(body)), { maxBytes, rows: endpoint.rows })) {
      const { status, ms } = await measure(method, path, make());
      if (status === 413 || status >= 500 || ms > LONGEST_MS) slow.push(`${what}: ${status}, ${ms.toFixed(0)} ms`);
      if (status < 300) ({ method, path, body } = await wire());
    }
    expect(slow).toEqual([]);
  });

  test('a bundle', async () => {
    // A repeated upload would store nothing.
    const upload = async (fill: number) => {
      const bytes = new Uint8Array(LARGE_BUNDLE).fill(fill);
      const path = `/artifacts/${sha256(bytes)}`;
      return { path, ...(await service.measure('PUT', path, bytes)) };
    };
    let stored = await upload(1);
    for (let again = 2; again < 4 && stored.ms > LONGEST_MS; again += 1) stored = await upload(again);
    const fetched = await measure('GET', stored.path, null);
    expect([stored.status, fetched.status]).toEqual([200, 200]);
    expect(Math.max(stored.ms, fetched.ms)).toBeLessThan(LONGEST_MS);
  });

  test("a list of a bundle's parts", async () => {
    const part = (index: number) => ({ path: `${index}`.padStart(70, 'x'), sha256: 'a'.repeat(64), size: 1 });
    const listOf = (count: number) => ({
      wf: 'parts',
      format: 1,
      parts: Array.from({ length: count }, (_, i) => part(i)),
    });
    for (const bytes of [
      JSON.stringify(listOf(10_000)),
      `{"wf":"parts","parts":[${'1,'.repeat(LARGE_BUNDLE / 2 - 32)}1]}`,
    ]) {
      const body = new TextEncoder().encode(bytes);
      const { status, ms } = await measure('PUT', `/artifacts/${sha256(body)}`, body);
      expect([status, ms]).toEqual([422, ms]);
      expect(ms).toBeLessThan(LONGEST_MS);
    }
  });

  test('the deletion of an app with a bundle', async () => {
    const { world } = service;
    const body = new Uint8Array(LARGE_BUNDLE).fill(9);
    const artifact_sha256 = sha256(body);
    await service.measure('PUT', `/artifacts/${artifact_sha256}`, body);
    const { app_id } = await world.callByAll('createApp', { body: { app_name: world.nextName() } });
    const deployment = { variant_name: 'large', artifact_sha256, routes: ROUTES, sdk_version: '0.1.0' };
    await world.callByAll('createDeployment', { app_id, body: deployment });
    const { status, ms } = await service.measure('DELETE', `/apps/${app_id}`, null);
    expect([status, (await service.measure('HEAD', `/artifacts/${artifact_sha256}`, null)).status]).toEqual([200, 404]);
    expect(ms).toBeLessThan(LONGEST_MS);
  });

  /** Imports a new app with a large page, and gives up the import unless it was committed. */
  async function importPage({ table, lines }: LargePage) {
    const { manifest, pages } = archiveOf();
    const bytes = new TextEncoder().encode(lines(manifest.app.id));
    const large = { table, page: 1, rows: 1, size: bytes.length, sha256: sha256(bytes) };
    const others = manifest.pages.filter((page) => page.table !== table);
    const { import_id } = await service.world.call('createImport', {
      body: { ...manifest, pages: [...others, large] },
    });
    for (const page of pages) await service.measure('PUT', `/imports/${import_id}/${page.table}/1`, page.bytes);
    const answers = [
      await service.measure('PUT', `/imports/${import_id}/${table}/1`, bytes),
      await service.measure('POST', `/imports/${import_id}/commit`, null),
      await service.measure('DELETE', `/imports/${import_id}`, null),
    ];
    return { statuses: answers.map(({ status }) => status), ms: Math.max(...answers.map(({ ms }) => ms)) };
  }

  test.each(Object.entries(largePages(ENDPOINTS.putImportPage.maxBytes)))(
    'a page of an archive: %s',
    async (_, page) => {
      let best = await importPage(page);
      for (let again = 0; again < 2 && best.ms > LONGEST_MS; again += 1) {
        const next = await importPage(page);
        if (next.ms < best.ms) best = next;
      }
      expect(best.statuses).toEqual(page.isStored ? [200, 200, 404] : [200, 422, 200]);
      expect(best.ms).toBeLessThan(LONGEST_MS);
    },
  );

  test('a call', async () => {
    const { appId, variantId } = service.world;
    const path = `/services/${appId}/${variantId}/run`;
    const body = JSON.stringify({ text: 'x'.repeat(DEFAULT_BODY_LIMIT - 4096), environment: 'nowhere' });
    expect((await measure('POST', path, body)).ms).toBeLessThan(LONGEST_MS);
    const numbers = `{"environment":"nowhere","list":[${'1,'.repeat(DEFAULT_BODY_LIMIT / 2 - 64)}1]}`;
    expect((await measure('POST', path, numbers)).ms).toBeLessThan(LONGEST_MS);
  });
});

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
