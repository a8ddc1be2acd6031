import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Endpoint } from '../../../src/contract/endpoint/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '../../../src/contract/endpoints.ts';
import { CASES } from '../../helpers/endpoint-cases/cases.ts';
import { listCounterparts, toMethodTable } from '../../helpers/list-public-methods.ts';
import { isNewMethod, OLDER_CLIENT_METHODS } from '../../helpers/public-client-methods.ts';
import { openWorld, seen } from '../../helpers/open-world.ts';
import { startService } from '../../helpers/start-service.ts';
import { toWire } from '../../helpers/to-wire.ts';

const counterparts = listCounterparts();
const older = listCounterparts(OLDER_CLIENT_METHODS);
const page = await readFile('docs/public-clients.md', 'utf8');

test('every method of the public client has a counterpart, or a reason why not', () => {
  expect(counterparts).toHaveLength(109);
  const unclear = [...counterparts, ...older].filter(
    ({ endpoint, reason }) => (endpoint === null) === (reason === null),
  );
  expect(unclear.map(({ method }) => method)).toEqual([]);
  expect(counterparts.filter(({ endpoint }) => endpoint !== null).length).toBeGreaterThanOrEqual(90);
});

test('a running service answers each as the table says', async () => {
  await using running = await startService();
  for (const { method, endpoint, reason } of [...counterparts, ...older]) {
    const [, name, verb, template] = method;
    const path = `/api${template.replaceAll(/\{\w+\}/g, 'x')}`;
    const answer = await running.send(verb, path, { key: null });
    const wanted = reason !== null ? 501 : endpoint?.role === null ? 200 : 401;
    expect([name, answer.status]).toEqual([name, wanted]);
    if (reason !== null) expect(await answer.json()).toEqual({ detail: reason });
  }
});

test('the page has a table of the methods of each release, and their numbers', () => {
  const tables = [...page.matchAll(/^\| Method \|[^]*?\|$(?!\n\|)/gm)].map(([table]) => table);
  expect(tables).toEqual([toMethodTable(counterparts), toMethodTable(older)]);
  const ofOlder = [...counterparts.filter(({ method }) => !isNewMethod(method)), ...older];
  for (const [release, methods] of [
    ['0.34.7', counterparts],
    ['0.30.0', ofOlder],
  ] as const) {
    const returning = methods.filter(({ reason }) => reason === null).length;
    const row = [release, methods.length, returning, methods.length - returning];
    expect(page).toContain(`| ${row.join(' | ')} |`);
  }
});

/** The endpoints whose success is empty: a generated client cannot read that. */
const EMPTY = (Object.keys(ENDPOINTS) as EndpointName[]).filter((name) => ENDPOINTS[name].status === 204);

test('below /api, an empty answer has a body for clients of the public service', async () => {
  await using world = await openWorld();
  const { running } = world;
  expect(EMPTY.length).toBeGreaterThan(3);
  for (const name of EMPTY) {
    const endpoint: Endpoint = ENDPOINTS[name];
    const ask = async (prefix: string, headers: Readonly<Record<string, string>>) => {
      const input = (await CASES[name](world)) as { readonly body: Readonly<Record<string, unknown>> };
      const { method, path, body } = toWire(endpoint, input);
      const response = await running.send(method, `${prefix}${path}`, { body, headers });
      return { input, status: response.status, text: await response.text() };
    };
    const { input, status, text } = await ask('/api', {});
    const echoed = endpoint.publicAnswer?.echoes ?? null;
    expect([name, status, JSON.parse(text)]).toEqual([name, 200, echoed === null ? null : input.body[echoed]]);
    for (const [prefix, headers] of [
      ['', {}],
      ['', { 'wf-version': '1' }],
      ['/api', { 'wf-version': '1' }],
    ] as const) {
      expect(await ask(prefix, headers)).toMatchObject({ status: 204, text: '' });
    }
  }
});

test('a repeated delete has the body of its own client', async () => {
  await using world = await openWorld();
  const { running, makeEvaluation } = world;
  const body = { evaluations_ids: [await makeEvaluation()] };
  const remove = (prefix: string) =>
    running.send('DELETE', `${prefix}/evaluations`, { body, headers: { 'idempotency-key': 'once' } });
  expect((await remove('')).status).toBe(204);
  expect(await seen(await remove('/api'))).toEqual([200, body.evaluations_ids]);
});
