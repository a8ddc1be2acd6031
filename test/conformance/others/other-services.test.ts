import { describe, expect, test } from 'vitest';
import { ENDPOINT_ROUTES } from '../../../src/contract/endpoint-routes.ts';
import { COMMAND_FILES } from '../../../commands/index.ts';
import type { CommandLine } from '../../helpers/other-services/command-line.ts';
import { COMMAND_LINES } from '../../helpers/other-services/command-lines.ts';
import {
  type CommandWorld,
  openCommandWorld,
  SERVICES,
  type ServiceName,
} from '../../helpers/other-services/command-worlds.ts';
import { withoutOptionalFields } from '../../helpers/other-services/absent-fields.ts';
import { changesOf } from '../../helpers/other-services/changes-of.ts';
import type { Received } from '../../helpers/other-services/json-service.ts';
import { MISBEHAVIOURS, type MisbehaviourName } from '../../helpers/other-services/misbehaviours.ts';

const LINES = Object.entries(COMMAND_LINES).flatMap(([id, lines]) =>
  lines.map((line) => ({ ...line, text: `${id} ${line.words}`.trim() })),
);

test('every command has a line, except those that serve', () => {
  expect(Object.keys(COMMAND_LINES).toSorted()).toEqual(Object.keys(COMMAND_FILES).toSorted());
  const without = Object.entries(COMMAND_LINES).filter(([, lines]) => lines.length === 0);
  expect(without.map(([id]) => id)).toEqual(['dev', 'serve', 'worker']);
});

describe.each(SERVICES)('at the %s service', (service) => {
  test.each(LINES)('wf $text', async (line) => {
    const expected = line[service];
    await using world = await openCommandWorld(service, line.setUp);
    const { run, changes } = await runLine(world, line);
    const said = run.exitCode === 0 ? run.stdout : run.stderr;
    expect([run.exitCode, said]).toEqual([expected.exitCode ?? 0, expect.stringContaining(expected.says ?? '')]);
    expect(changes).toEqual((expected.changes ?? []).toSorted());
    if (run.exitCode !== 0) expect(run.stdout).toBe('');
    expect(world.service.asked.length > 0).toBe(line.isLocal !== true);
    expect(world.service.received.flatMap(extensionsIn)).toEqual([]);
  });
});

const READS = LINES.filter((line) => line.isLocal !== true && (line.public.changes ?? []).length === 0);

describe.each(['null', 'left out'] as const)('what the public service may leave out is %s', (how) => {
  test.each(READS)('wf $text', async (line) => {
    await using world = await openCommandWorld('public', line.setUp);
    world.service.misbehaves = withoutOptionalFields(how);
    const { run } = await runLine(world, line);
    expect(run.exitCode).toBeLessThan(10);
    expect(run.stderr).not.toMatch(/did not return|WF_BUG|^\s+at /m);
    if (!line.text.startsWith('api ') && !line.text.includes('--json'))
      expect(run.stdout).not.toMatch(/\b(null|undefined|NaN|None)\b/);
  });
});

/** What is left of a run under a service that misbehaves. */
interface Outcome {
  readonly text: string;
  readonly problem: string;
}

const REMOTE_LINES = LINES.filter(({ isLocal }) => isLocal !== true);

describe.each(SERVICES)('nothing is a wrong success if the %s service', (service) => {
  test.each(Object.keys(MISBEHAVIOURS) as MisbehaviourName[])('%s', async (misbehaviour) => {
    const problems: Outcome[] = [];
    for (const line of REMOTE_LINES) {
      const problem = await findProblem(service, misbehaviour, line);
      if (problem !== null) problems.push({ text: line.text, problem });
    }
    expect(problems).toEqual([]);
  });
});

/** A command that asks for more is following a service that never ends. */
const MAX_REQUESTS = 500;

async function findProblem(
  service: ServiceName,
  misbehaviour: MisbehaviourName,
  line: (typeof LINES)[number],
): Promise<string | null> {
  await using world = await openCommandWorld(service, line.setUp);
  world.service.misbehaves = MISBEHAVIOURS[misbehaviour](world);
  const { run, changes } = await runLine(world, line);
  if (world.service.asked.length > MAX_REQUESTS) return `sends ${world.service.asked.length} requests`;
  if (/WF_BUG|^\s+at /m.test(run.stderr) || run.exitCode > 9) return `crashes: ${run.stderr}`;
  if (run.exitCode !== 0) {
    const isTold =
      changes.length === 0 ||
      /confirmed|stored|may have been made|does not have the parameters|started/.test(run.stderr);
    return isTold ? null : `changed ${changes.join(', ')} and only says ${run.stderr}`;
  }
  const { exitCode = 0, changes: wanted = [] } = line[service];
  if (line.text.startsWith('api ') || isTrusted(misbehaviour, line.text) || isRelayed(misbehaviour, line.text))
    return null;
  if (exitCode !== 0) return `succeeds: ${run.stdout}`;
  if (JSON.stringify(changes) !== JSON.stringify(wanted.toSorted()))
    return `changed ${changes.join(', ') || 'nothing'}: ${run.stdout}`;
  if (run.stderr.includes('Warning: ')) return null;
  const normal = await runNormally(service, line);
  return world.mask(run.stdout) === normal ? null : `prints ${run.stdout}`;
}

/** Nothing else says whose key it is. */
function isTrusted(misbehaviour: MisbehaviourName, text: string): boolean {
  return misbehaviour === 'answers with other records' && (text === 'whoami' || text.startsWith('login'));
}

/** The value of a result is of any type, so a document has it as the service sends it. */
function isRelayed(misbehaviour: MisbehaviourName, text: string): boolean {
  return misbehaviour === 'sends numbers as text' && /^eval list .*--json/.test(text);
}

const normalOutputs = new Map<string, string>();

/** Returns what the line prints at a service that behaves. It is the same each time. */
async function runNormally(service: ServiceName, line: (typeof LINES)[number]): Promise<string> {
  const key = `${service} ${line.text}`;
  const known = normalOutputs.get(key);
  if (known !== undefined) return known;
  await using world = await openCommandWorld(service, line.setUp);
  const output = world.mask((await runLine(world, line)).run.stdout);
  normalOutputs.set(key, output);
  return output;
}

const WRITES = LINES.filter((line) => (line.public.changes ?? []).length > 0);
/** Each run of these adds a record, or moves to the one before. */
const NEW_EACH_TIME = /^(eval run|human-eval create|env rollback production$)/;

test.each(WRITES)('written is not read back: wf $text', async (line) => {
  await using world = await openCommandWorld('public', line.setUp);
  world.service.misbehaves = MISBEHAVIOURS['cannot be read after a write'](world);
  const { run, changes } = await runLine(world, { ...line, text: `${line.text} --json` });
  if (line.text.startsWith('eval run')) {
    // Its result is what the evaluation finds, which nobody can predict.
    expect(run).toMatchObject({
      stdout: '',
      exitCode: 1,
      stderr: expect.stringMatching(/reading it back failed|wf eval watch/),
    });
    return;
  }
  expect(run).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/^Warning: .*reading it back failed/m) });
  expect(JSON.parse(run.stdout)).toMatchObject({ warning: expect.stringContaining('reading it back failed') });
  expect(changes).toEqual((line.public.changes ?? []).toSorted());
  if (NEW_EACH_TIME.test(line.text)) return;
  world.service.misbehaves = null;
  const again = await runLine(world, line);
  expect(again.changes).toEqual([]);
});

async function runLine(world: CommandWorld, { text, stdin }: CommandLine & { readonly text: string }) {
  const before = world.describe();
  const run = await world.run(text, stdin === undefined ? {} : { stdin });
  return { run, changes: changesOf(before, world.describe()).toSorted() };
}

/** Names the fields, parameters and headers of ours in a request. */
function extensionsIn({ method, url, headers, body }: Received): string[] {
  const path = new URL(url, 'http://service').pathname;
  const endpoint = Object.values(ENDPOINT_ROUTES).find(
    (one) => one.method === method && new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  if (endpoint === undefined) return [];
  // Many services have one, though the interface names none.
  if (path === '/openapi.json') return [];
  const { isExtension = false, extendedBody = [], extendedQuery = [], ignorable = [] } = endpoint;
  const query = [...new URL(url, 'http://service').searchParams.keys()];
  return [
    ...(isExtension ? [`${method} ${path}`] : []),
    ...extendedBody.filter((field) => Object.hasOwn(body, field)),
    ...[...extendedQuery, ...ignorable].filter((name) => query.includes(name)),
    ...(headers['if-match'] === undefined ? [] : ['If-Match']),
  ];
}
