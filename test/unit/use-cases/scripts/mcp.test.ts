import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { RouteSchema } from '../../../../src/contract/deployments/route-schema.ts';
import type { Hosting } from '../../../../src/service/hosting/hosting.ts';
import { toTools } from '../../../../src/use-cases/scripts/mcp/route-as-tool.ts';
import { serveMcp } from '../../../../src/use-cases/scripts/mcp/serve-mcp.ts';
import { clientOf } from '../../../helpers/client-of.ts';
import { createEchoHosting } from '../../../helpers/echo-hosting.ts';
import { makeJudgedEvaluation } from '../../../helpers/judged-evaluation.ts';
import { readForwarded } from '../../../helpers/read-forwarded.ts';
import { createWorld } from '../../../helpers/service-world.ts';
import { type RunningService, startService } from '../../../helpers/start-service.ts';
import { createToolContext, listOwnTools } from '../../../helpers/tool-context.ts';

type Call = readonly [name: string, given?: Record<string, unknown>];

const Answer = z.object({ id: z.int(), result: z.unknown() });
const Annotated = z.object({ readOnlyHint: z.boolean(), destructiveHint: z.boolean() });
const Listed = z.object({ tools: z.array(z.object({ name: z.string(), annotations: Annotated })) });
const Called = z.object({
  isError: z.boolean().optional(),
  content: z.tuple([z.object({ text: z.string() })]).rest(z.object({ text: z.string() })),
});

/** Sends requests as an assistant does, and answers their results in order. */
async function ask(
  running: RunningService,
  requests: readonly { readonly method: string; readonly params?: object }[],
  allowWrites = false,
): Promise<unknown[]> {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const clientInfo = { name: 'test', version: '0' };
  const first = { method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } };
  for (const [id, request] of [first, ...requests].entries()) {
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...request })}\n`);
    if (id === 0) stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  }
  stdin.end();
  const client = clientOf(running);
  const openContext = async () => createToolContext({ client, url: running.baseUrl, app: 'support', cwd: '/nowhere' });
  const { signal } = new AbortController();
  const tools = await listOwnTools(allowWrites);
  await serveMcp({ version: '1.2.3', tools, openContext, stdin, stdout, signal });
  stdout.end();
  const lines = (await text(stdout)).trim().split('\n');
  const answers = lines.map((line) => Answer.parse(JSON.parse(line)));
  return answers.toSorted((one, other) => one.id - other.id).map(({ result }) => result);
}

/** Calls tools one after another; a refusal is its text. */
async function call(running: RunningService, ...calls: readonly Call[]): Promise<unknown[]> {
  const results: unknown[] = [];
  for (const [name, given = {}] of calls) {
    const [, result] = await ask(running, [{ method: 'tools/call', params: { name, arguments: given } }], true);
    const { isError, content } = Called.parse(result);
    results.push(isError === true ? content[0].text : JSON.parse(content[0].text));
  }
  return results;
}

test('tools that write are listed only if writes are allowed, and say so', async () => {
  await using running = await startService();
  const list = async (allowWrites: boolean) => {
    const [hello, listed] = await ask(running, [{ method: 'tools/list' }], allowWrites);
    expect(hello).toMatchObject({ serverInfo: { name: 'wf', version: '1.2.3' } });
    return Listed.parse(listed).tools;
  };
  const [reading, all] = [await list(false), await list(true)];
  expect(reading.filter(({ annotations }) => !annotations.readOnlyHint)).toEqual([]);
  expect(all.slice(0, reading.length)).toEqual(reading);
  const writing = all.slice(reading.length);
  expect(writing.filter(({ annotations }) => annotations.readOnlyHint || !annotations.destructiveHint)).toEqual([]);
  expect(writing.map(({ name }) => name)).toContain('run_route');
});

test('reading tools answer what the commands show', async () => {
  await using running = await startService();
  const world = await createWorld(running);
  await makeJudgedEvaluation(world, { variantId: world.variantId, verdicts: [true, false, true] });
  const revision = { environment: 'production', variant: 'default' };
  await call(running, ['deploy_to_environment', revision]);
  const answers = await call(
    running,
    ['list_apps'],
    ['list_routes'],
    ['list_variants'],
    ['show_variant', { variant: 'default@1' }],
    ['list_variant_revisions', { variant: 'default' }],
    ['list_environments', { app: 'support' }],
    ['list_environment_revisions', { environment: 'production' }],
    ['list_testsets'],
    ['list_evaluations'],
    ['summarise_evaluation', { evaluation: 'default' }],
    ['list_evaluation_rows', { evaluation: 'default', where: ['exact_match=true'], limit: 1 }],
    ['list_evaluation_rows', { evaluation: 'default' }],
    ['read_logs'],
  );
  expect(answers).toMatchObject([
    [{ app_name: 'support' }],
    [{ path: '/' }],
    [{ variant_name: 'default' }],
    { variant_name: 'default', revision: 1, parameters: {} },
    [{ revision: 1 }],
    [{ name: 'development' }, { name: 'staging' }, { name: 'production', revision: 1 }],
    { name: 'production', revisions: [{ revision: 1 }] },

    expect.arrayContaining([expect.objectContaining({ name: 'questions-3' })]),
    [{ status: { value: 'EVALUATION_FINISHED' } }],
    { summary: { rows: 3, worst: [{ row: 2 }] } },
    [{ row: 1 }],
    [{ row: 1 }, { row: 2 }, { row: 3 }],
    [],
  ]);
  const [evaluators] = await call(running, ['list_evaluators']);
  expect(evaluators).toContainEqual(expect.objectContaining({ key: 'auto_exact_match' }));
});

test('an input that a tool does not know is refused by its name, by each tool', async () => {
  await using running = await startService();
  await createWorld(running);
  const names = (await listOwnTools()).map(({ name }) => name);
  const given = { no_such_input: 1 };
  const refusals = await call(running, ...names.map((name) => [name, given] as const));
  const expected = expect.stringContaining('Unrecognized key: "no_such_input"');
  expect(Object.fromEntries(names.map((name, index) => [name, refusals[index]]))).toEqual(
    Object.fromEntries(names.map((name) => [name, expected])),
  );
});

test('a cut list says so', async () => {
  await using running = await startService();
  const world = await createWorld(running);
  await makeJudgedEvaluation(world, { variantId: world.variantId, verdicts: [true, false, true] });
  const asked = [
    { name: 'list_evaluation_rows', arguments: { evaluation: 'default', limit: 2 } },
    { name: 'read_audit_log', arguments: { limit: 1, kind: 'environment' } },
    { name: 'read_audit_log', arguments: { limit: 1 } },
  ];
  const [, ...answers] = await ask(
    running,
    asked.map((params) => ({ method: 'tools/call', params })),
  );
  const texts = answers.map((answer) => Called.parse(answer).content.map(({ text: said }) => said));
  expect(texts[0]?.[1]).toMatch(/^2 of 3 are shown\./);
  expect(texts[1]).toHaveLength(1);
  expect(texts[2]?.[1]).toMatch(/^1 are shown, and there are more\./);
});

test('writing tools change variants and environments, and refusals name the next steps', async () => {
  await using running = await startService();
  await createWorld(running);
  const answers = await call(
    running,
    ['create_variant', { name: 'tuned', from: 'default', parameters: { words: 20 } }],
    ['update_variant', { variant: 'tuned', parameters: { model: 'large' } }],
    ['update_variant', { variant: 'tuned', parameters: {}, unset: ['words'] }],
    ['deploy_to_environment', { environment: 'production', variant: 'tuned@1' }],
    ['plan_rollback', { environment: 'production' }],
    ['rollback_environment', { environment: 'production' }],
    ['rollback_environment', { environment: 'production', to: 2 }],
    ['create_variant', { name: 'plain' }],
    ['show_variant', { variant: 'tuned' }],
    ['show_variant', { variant: 'nothing' }],
    ['show_variant', { variant: 'tuned', app: 'other' }],
  );
  expect(answers).toMatchObject([
    { variant_name: 'tuned', parameters: { words: 20 }, revision: 1 },
    { revision: 2 },
    { revision: 3 },
    { name: 'production', revision: 2, deployed_variant_name: 'tuned', changed: true },
    { environment: 'production', from: 2, to: 1 },
    { name: 'production', revision: 3 },
    { name: 'production', revision: 4 },
    { variant_name: 'plain', revision: 1 },
    { revision: 3, parameters: { model: 'large' } },
    expect.stringMatching(/^WF_NOT_FOUND: No variant is called "nothing"\..*\nTry: wf variants list$/),
    expect.stringMatching(/^WF_NOT_FOUND: No app is called "other"\..*\nTry: wf apps list$/),
  ]);
  const refused = await call(running, ['show_variant', { variant: 3 }], ['read_logs', { lines: 0 }]);
  expect(refused).toEqual([expect.stringContaining('variant'), expect.stringContaining('lines')]);
});

test('evaluations are compared and followed', async () => {
  await using running = await startService();
  const world = await createWorld(running);
  const verdicts = [true, false, true, true];
  const first = await makeJudgedEvaluation(world, { variantId: world.variantId, verdicts });
  const other = await makeJudgedEvaluation(world, { variantId: world.variantId, verdicts });
  const answers = await call(
    running,
    ['watch_evaluation', { evaluation: first }],
    ['compare_evaluations', { baseline: first, candidates: [first] }],
    ['compare_evaluations', { baseline: first, candidates: [other] }],
    ['compare_evaluations', { baseline: '/etc/passwd', candidates: [other] }],
    ['list_spans'],
    ['run_evaluation', { testset: 'cases.csv', variants: ['default'], evaluators: 'exact_match' }],
    [
      'run_evaluation',
      { testset: 'questions-4', evaluators: 'exact_match', max_cost: 1.5, call_timeout: 9, time_limit: 0 },
    ],
    ['plan_deploy'],
    ['run_route', { route: '/' }],
    ['run_route', { route: '/', variant: 'default', environment: 'production' }],
  );
  expect(answers).toEqual([
    expect.objectContaining({ id: first, status: expect.objectContaining({ value: 'EVALUATION_FINISHED' }) }),
    expect.stringMatching(/^WF_USAGE: Evaluation .* is named twice/),
    expect.objectContaining({
      candidates: [
        expect.objectContaining({
          id: other,
          metrics: expect.arrayContaining([
            expect.objectContaining({ metric: 'exact_match', baseline: 0.75, candidate: 0.75, pairs: 4 }),
          ]),
        }),
      ],
    }),
    expect.stringMatching(/^WF_USAGE: A tool reads no files: name a stored evaluation in the place of \/etc\/passwd\./),
    { version: expect.any(String), count: 0, spans: [] },
    expect.stringMatching(/^WF_NOT_FOUND: No test set is called "cases\.csv"/),
    expect.stringMatching(/^WF_USAGE: --time-limit cannot be "0"/),
    expect.stringMatching(/^WF_NO_PROJECT: There is no wf project in \/nowhere/),
    'WF_USAGE: Name a variant or an environment to call, and not both.',
    'WF_USAGE: Name a variant or an environment to call, and not both.',
  ]);
});

/** Hosting whose routes answer with what they were called with. */
function createAnsweringHosting(): Hosting {
  const call: Hosting['call'] = async ({ path, request }) =>
    Response.json({ version: '3.0', data: { path, body: await readForwarded(request) } });
  const exchange: Hosting['exchange'] = async ({ deployment, path, revisionId, toRequest }) =>
    await call({ deployment, path, revisionId, request: toRequest() });
  return { ...createEchoHosting(), call, exchange };
}

test('a route is called with the configuration of a variant or an environment', async () => {
  await using running = await startService({ createHosting: createAnsweringHosting });
  await createWorld(running);
  const route = { route: '/', inputs: { text: 'hi' } };
  const answers = await call(
    running,
    ['run_route', { ...route, variant: 'default' }],
    ['run_route', { ...route, environment: 'production' }],
    ['run_route', { route: '/', variant: 'default', config: { words: 20 } }],
    ['run_route', { ...route, environment: 'production', config: { words: 20 } }],
    ['run_route', { ...route, environment: 'staging' }],
  );
  const Data = z.looseObject({ data: z.unknown() });
  expect(answers.slice(0, 3).map((answer) => Data.parse(answer).data)).toEqual([
    { path: '/run?inline=true', body: '{"text":"hi","config":"default"}' },
    { path: '/run?inline=true', body: '{"text":"hi","environment":"production"}' },
    { path: '/playground/run', body: '{"ag_config":{"model":"small","words":20}}' },
  ]);
  expect(answers.slice(3)).toEqual([
    'WF_USAGE: The environment production has its own configuration: remove --config.',
    'WF_NOT_FOUND: Nothing is deployed to staging yet.\nTry: wf env deploy staging --variant VARIANT',
  ]);
});

describe('a route as a tool', () => {
  function route(path: string, input: RouteSchema['input'] = null): RouteSchema {
    return { path, name: 'x', config: null, input, output: null, defaults: {} };
  }

  const PRODUCTION = { kind: 'environment', environment: 'production' } as const;

  test('names of tools are distinct, and have the characters that assistants accept', () => {
    const paths = ['/', '/summarise', '/a/b', '/a_b', '/é', '/a.b', `/${'x'.repeat(80)}`];
    expect(
      toTools(
        paths.map((path) => route(path)),
        PRODUCTION,
      ).map(({ name }) => name),
    ).toEqual(['call', 'call_summarise', 'call_a_b', 'call_a_b-2', 'call-2', 'call_a_b-3', `call_${'x'.repeat(55)}`]);
  });

  test('a tool describes its route, its configuration and its inputs', () => {
    const [tool] = toTools([route('/', { type: 'object', description: 'Answers questions.' })], {
      kind: 'variant',
      variant: 'tuned@2',
    });
    expect(tool?.description).toBe('Call the route / with the configuration of variant tuned@2. Answers questions.');
    expect(tool?.writes).toBe(true);
  });

  test.each<[string, RouteSchema['input'], unknown]>([
    ['its fields', { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }, { a: 'x' }],
    ['any object without a schema', null, { anything: 1 }],
    ['any object with a schema that zod cannot read', { type: 'nonsense' }, { anything: 1 }],
    ['any object with a schema of something else', { type: 'string' }, { anything: 1 }],
  ])('a tool takes %s', (_, input, given) => {
    const [tool] = toTools([route('/', input)], PRODUCTION);
    expect(z.safeParse(tool?.input ?? z.never(), given)).toEqual({ success: true, data: given });
  });
});
