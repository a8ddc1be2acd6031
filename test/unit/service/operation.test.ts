import { expect, test } from 'vitest';
import type { Endpoint } from '../../../src/contract/endpoint/endpoint.ts';
import { isBytes } from '../../../src/contract/endpoint/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '../../../src/contract/endpoints.ts';
import { CASES } from '../../helpers/endpoint-cases/cases.ts';
import { createWorldOpener, type OwnWorld } from '../../helpers/open-world.ts';
import { toWire } from '../../helpers/to-wire.ts';

const openWorld = createWorldOpener(() => 'sqlite');

/** Recorded by tests of their own. */
const RECORDED_ELSEWHERE: readonly EndpointName[] = ['getOpenApi', 'getReadiness', 'listEvaluators', 'exportTable'];
const NAMES = (Object.keys(ENDPOINTS) as EndpointName[]).filter((name) => !RECORDED_ELSEWHERE.includes(name));

/** What a service makes up: ids, hashes, keys with their prefixes, codes, names of forks. */
const RANDOM: readonly (readonly [RegExp, string])[] = [
  [/\b\w{8}\.[0-9a-f]{64}/g, '<key>'],
  [/\b[0-9a-f]{64}\b/g, '<hash>'],
  [/(?<="code":")[\w-]{32}(?=")/g, '<code>'],
  [/(?<="(?:before|after|record)":")\w{8}(?=")|(?<=Key \\")\w{8}(?=\\")|(?<=DELETE \/keys\/)\w{8}/g, '<prefix>'],
  [/(?<=default_)[0-9a-f]{8}/g, '<random>'],
];
/** A time of the test's clock, or of the recorded spans; others are the machine's. */
const KNOWN_TIME = /^2026-11-20T12:0|^2025-11-23T09:00/;

/** Replaces what differs between two runs; each id has a number of its own. */
function createMask({ running, appId, baseId, variantId, sha256 }: OwnWorld): (value: unknown) => unknown {
  const names = new Map([
    [appId, '<app>'],
    [baseId, '<base>'],
    [variantId, '<default>'],
    [sha256, '<bundle>'],
  ]);
  for (const [role, key] of Object.entries(running.keys)) names.set(key.slice(0, 8), `<prefix of ${role}>`);
  const nameOf = (id: string) => names.get(id) ?? names.set(id, `<id ${names.size}>`).get(id) ?? '';
  const mask = (text: string) => {
    const named = [...names].reduce((all, [id, name]) => all.replaceAll(id, name), text);
    return RANDOM.reduce((all, [random, name]) => all.replaceAll(random, name), named)
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, nameOf)
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => (KNOWN_TIME.test(time) ? time : '<time>'));
  };
  return (value) => JSON.parse(mask(JSON.stringify(value))) as unknown;
}

/** Endpoints by the first part of their paths; those of one share a service. */
const GROUPS = [...Map.groupBy(NAMES, (name) => /^\/[\w-]+/.exec(ENDPOINTS[name].path)?.[0] ?? '/')];

test.each(GROUPS)('endpoints below %s answer and log what they did before', async (_, names) => {
  let now = new Date('2026-11-20T12:00:00Z');
  await using world = await openWorld({ now: () => now });
  const answers: unknown[] = [];
  for (const name of names) {
    const endpoint: Endpoint = ENDPOINTS[name];
    const input = (await CASES[name](world)) as Record<string, unknown>; // an object of its parameters
    now = new Date(now.getTime() + 1000);
    const { method, path, body } = toWire(endpoint, input);
    const response = await world.running.send(method, path, { body, headers: { 'x-request-id': name } });
    const text = await response.text();
    const answer: unknown = isBytes(endpoint.response) || text === '' ? `${text.length} bytes` : JSON.parse(text);
    answers.push({ request: `${method} ${path}`, status: response.status, answer });
  }
  const entries = await world.call('listAuditEntries', {});
  const logged = entries.filter(({ request_id: id }) => names.some((name) => name === id));
  expect(createMask(world)({ answers, logged })).toMatchSnapshot();
});
