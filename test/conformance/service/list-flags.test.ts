import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toOpenApi } from '../../../src/contract/openapi/to-open-api.ts';
import { makeJudgedEvaluation } from '../../helpers/judged-evaluation.ts';
import { openWorld, type OwnWorld } from '../../helpers/open-world.ts';
import { runAgainst } from '../../helpers/other-services/run-against.ts';
import { fieldOf } from '../../../src/foundation/record.ts';
import { ROUTES } from '../../helpers/service-world.ts';
import { commandOf } from '../../helpers/run-line.ts';
import { type RunningServer, startHttpServer } from '../../helpers/start-http-server.ts';

/** Values of a flag; each selects some of the records below, and leaves out others. */
type Values = readonly (readonly string[])[];

const FIRST_DAY = '2026-11-20T12:00:00.000Z';
const NAMES = { search: [['--search', 'loud']], since: [['--since', FIRST_DAY]], until: [['--until', FIRST_DAY]] };
const LABELS = {
  label: [
    ['--label', 'team'],
    ['--label', 'team=search'],
  ],
  archived: [['--archived']],
};

/** Every flag that selects records of a list. A new one fails the test below until it has a line here. */
const SELECTING: Readonly<Record<string, Readonly<Record<string, Values>>>> = {
  'apps list': { search: NAMES.search },
  'keys list': { ...NAMES },
  'testsets list': { ...NAMES, ...LABELS },
  'human-eval list': { since: NAMES.since, until: NAMES.until, search: [['--search', 'loud-cases']] },
  'variants list': { ...NAMES, ...LABELS, base: [['--base', 'main']], env: [['--env', 'production']] },
  'eval list': {
    ...NAMES,
    ...LABELS,
    status: [['--status', 'finished']],
    variant: [
      ['--variant', 'loud'],
      ['--variant', 'loud@1'],
    ],
    testset: [['--testset', 'loud-cases']],
    env: [['--env', 'production']],
    where: [['--where', 'exact_match>=0.5']],
  },
};

/** Flags that select nothing, and `--route`, which other services refuse. Those that sort and limit have their own test. */
const OTHERS: ReadonlySet<string> = new Set(['app', 'interactive', 'limit', 'all', 'sort', 'desc', 'route']);

const LINES = Object.entries(SELECTING).flatMap(([command, flags]) =>
  Object.values(flags).flatMap((values) => values.map((words) => ({ command, words }))),
);

/** Parameters of our own in lists, which another service of the interface ignores, by the pattern of their path. */
const IGNORED = Object.entries(toOpenApi()['paths'] as Record<string, { get?: { parameters?: Parameter[] } }>).map(
  ([path, { get: { parameters = [] } = {} }]) => ({
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
    names: new Set(parameters.flatMap((one) => (one['x-wf-ignorable'] === true ? [one.name] : []))),
  }),
);

interface Parameter {
  readonly name: string;
  readonly 'x-wf-ignorable'?: boolean;
}

/** Services that ignore our parameters: an older one of ours, and one of others, which has neither archives nor labels. */
type Kind = 'an older service of wf' | 'a service of others';

/** Passes requests on as a service that knows none of our parameters would get them. */
async function startPlainService(world: OwnWorld, kind: Kind): Promise<RunningServer> {
  const isOurs = kind === 'an older service of wf';
  return await startHttpServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', world.running.baseUrl);
    const ignored = IGNORED.find(({ pattern }) => pattern.test(pathname))?.names;
    const known = [...searchParams].filter(([name]) => ignored?.has(name) !== true);
    const query = known.length === 0 ? '' : `?${new URLSearchParams(known).toString()}`;
    void world.running.send(request.method ?? 'GET', `${pathname}${query}`).then(async (answer) => {
      response.writeHead(answer.status, { 'content-type': 'application/json', ...(isOurs && { 'wf-version': '1' }) });
      const body: unknown = await answer.json();
      const isHidden = (record: unknown) => fieldOf(record, 'archived_at') != null;
      response.end(JSON.stringify(isOurs || !Array.isArray(body) ? body : body.filter((one) => !isHidden(one))));
    });
  });
}

/** Records of each kind: some of the first day, and some of the second, which are called loud. Some are archived. */
async function fill(world: OwnWorld, setDay: (day: number) => void): Promise<void> {
  const { call, appId: app_id, baseId: base_id, variantId } = world;
  const verdicts = (count: number) => Array.from({ length: 10 }, (_, index) => index < count);
  const vote = async (variant_id: string, testset_id: string) => {
    const body = { app_id, evaluation_type: 'single_model_test' as const, inputs: ['text'], variant_ids: [variant_id] };
    await call('createHumanEvaluation', { body: { ...body, testset_id, status: 'EVALUATION_INITIALIZED' } });
  };
  await call('createKey', { body: { name: 'quiet', role: 'viewer' } });
  await makeJudgedEvaluation(world, { variantId, verdicts: verdicts(2) });
  await vote(variantId, await world.makeTestset());
  const routes = [...ROUTES, ...ROUTES.map((route) => ({ ...route, path: '/draft', name: 'draft' }))];
  const elsewhere = { variant_name: 'elsewhere', base_name: 'elsewhere', url: 'https://a.example/', routes };
  const deployed = await call('createDeployment', { app_id, body: { ...elsewhere, sdk_version: '0.1.0' } });
  const archived = { archived: true };
  await call('updateVariantMetadata', { variant_id: await world.makeVariant(), body: archived });
  await call('updateTestsetMetadata', { testset_id: await world.makeTestset(), body: archived });
  await call('updateEvaluationMetadata', { evaluation_id: await world.makeEvaluation(), body: archived });
  setDay(2);
  await call('createKey', { body: { name: 'loud', role: 'viewer' } });
  await call('createApp', { body: { app_name: 'loud-app' } });
  const names = { new_variant_name: 'loud', new_config_name: 'loud' };
  const { variant_id } = await call('addVariantFromBase', { body: { base_id, ...names, parameters: { words: 20 } } });
  const csvdata = [{ text: 'a', correct_answer: 'b' }];
  const testset = await call('createTestset', { body: { name: 'loud-cases', csvdata } });
  await vote(variant_id, testset.id);
  const evaluators_configs = [await world.makeEvaluatorConfig()];
  const rate_limit = { batch_size: 10, max_retries: 0, retry_delay: 0, delay_between_batches: 0 };
  const started = { app_id, variant_ids: [variantId], evaluators_configs, testset_id: testset.id, rate_limit };
  await call('createEvaluations', { body: started });
  const drafts = { variant_ids: [deployed.variant_id], route: '/draft' };
  await call('createEvaluations', { body: { ...started, ...drafts } });
  const evaluation_id = await makeJudgedEvaluation(world, { variantId: variant_id, verdicts: verdicts(9) });
  await call('deployToEnvironment', { body: { environment_name: 'production', variant_id } });
  const labels = { labels: { team: 'search' } };
  await call('updateVariantMetadata', { variant_id, body: labels });
  await call('updateTestsetMetadata', { testset_id: testset.id, body: labels });
  await call('updateEvaluationMetadata', { evaluation_id, body: labels });
}

test.each(Object.keys(SELECTING))('every flag of wf %s that selects records has a line here', async (id) => {
  const { flags = {} } = await commandOf(id);
  const selecting = Object.keys(flags).filter((name) => !OTHERS.has(name));
  expect(selecting.toSorted()).toEqual(Object.keys(SELECTING[id] ?? {}).toSorted());
});

/** Whether a service of others has what a flag reads: its keys have no names. */
const isPublic = (command: string, flag = '') =>
  !['--label', '--archived'].includes(flag) && (command !== 'keys list' || flag === '--since' || flag === '--until');

const KINDS: readonly Kind[] = ['an older service of wf', 'a service of others'];

describe.each(KINDS)(
  'a list is the same from a service of wf, which selects, and from %s, where the client does',
  (kind) => {
    const isOurs = kind === 'an older service of wf';
    let world: OwnWorld;
    let plain: RunningServer;
    let day = 1;

    beforeAll(async () => {
      world = await openWorld({ transport: 'socket', now: () => new Date(`2026-11-${18 + day * 2}T10:00:00Z`) });
      await fill(world, (next) => (day = next));
      plain = await startPlainService(world, kind);
    });
    afterAll(async () => {
      await plain[Symbol.asyncDispose]();
      await world[Symbol.asyncDispose]();
    });

    /** Runs a command and returns what identifies its records. */
    const list = async (url: string, words: readonly string[]): Promise<unknown[]> => {
      const run = await runAgainst(url)([...words, '--json'], {
        env: { WF_BASE_URL: url, WF_API_KEY: world.running.keys.operator, WF_APP: 'support', HOME: '/nowhere' },
      });
      const isCut = words.includes('--limit');
      const said = isCut ? expect.stringMatching(/^(?:\d+ .*are shown.*\n)?$/) : '';
      expect([words, run.stderr, run.exitCode]).toEqual([words, said, 0]);
      const records = JSON.parse(run.stdout) as Readonly<Record<string, unknown>>[]; // a list prints an array
      return records.map((record) => record['variant_id'] ?? record['id'] ?? record['prefix'] ?? record['app_id']);
    };

    test.each(LINES.filter(({ command, words }) => isOurs || isPublic(command, words[0])))(
      'wf $command $words',
      async ({ command, words }) => {
        const line = [...command.split(' '), ...words];
        const all = await list(world.running.baseUrl, command.split(' '));
        const selected = await list(world.running.baseUrl, line);
        expect(selected.length).toBeGreaterThan(0);
        expect(selected.length).toBeLessThan(all.length);
        expect(await list(plain.url, line)).toEqual(selected);
      },
    );

    test.each(Object.keys(SELECTING).filter((command) => isOurs || isPublic(command)))(
      'wf %s in every order, whole and limited',
      async (command) => {
        const { flags = {} } = await commandOf(command);
        const { options: fields = [] }: { readonly options?: readonly string[] } = flags['sort'] ?? {};
        expect(fields).toContain('created');
        // A service of others does not say how many rows a test set has.
        const orders = ['', ...fields.filter((field) => isOurs || field !== 'rows')].flatMap((field) => {
          const sort = field === '' ? [] : ['--sort', field];
          return [sort, [...sort, '--desc']];
        });
        // All records of a day have the same times, so each order by a time has ties.
        for (const order of orders) {
          const line = [...command.split(' '), ...order];
          const whole = await list(world.running.baseUrl, line);
          expect([order, await list(plain.url, line)]).toEqual([order, whole]);
          const limited = [...line, '--limit', '2'];
          const first = await list(world.running.baseUrl, limited);
          expect([order, await list(plain.url, limited)]).toEqual([order, first]);
          // A limited list of evaluations begins with the newest, unless it is sorted by another field.
          const isNewestFirst = command === 'eval list' && [undefined, 'created'].includes(order[1]);
          if (!isNewestFirst) expect([order, first]).toEqual([order, whole.slice(0, 2)]);
        }
      },
    );
  },
);
