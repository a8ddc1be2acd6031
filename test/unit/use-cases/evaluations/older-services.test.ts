import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../../../../src/client/create-client.ts';
import { adaptClient } from '../../../../src/client/public/adapt-client.ts';
import { inProcessTransport } from '../../../helpers/in-process-transport.ts';
import { makeJudgedEvaluation } from '../../../helpers/judged-evaluation.ts';
import { openWorld, type OwnWorld } from '../../../helpers/open-world.ts';
import { BAD, GOOD } from '../../../helpers/promote.ts';
import { commandOf } from '../../../helpers/run-line.ts';
import { runWithService } from '../../../helpers/run-with-service.ts';
import { tempProject, type TempProject } from '../../../helpers/temp-project.ts';

/** Fields of answers about evaluations and gates that wf 0.1 does not have. */
const NEW_FIELDS = [
  // Of an evaluation and its evaluators.
  'route',
  'bundle',
  'variables',
  'cluster_by',
  'subset',
  'failed_cost',
  'reused_scores',
  'code',
  // Of a row.
  'case',
  'reused',
  'model_answer',
  'details',
  'failure',
  // Of a summary and its groups.
  'testset',
  'cases',
  'partial',
  'gate_interval',
  // Of progress.
  'unpriced',
  // Of a gate's report and its evidence.
  'look',
  'choices',
  'primary',
  'baseline_source',
  'others',
];

/** Parameters that it ignores, and an endpoint that it does not have. */
const NEW_PARAMETERS = ['route', 'newest_of', 'by'];
const LOOKS = /\/looks$/;

/** Creates a client of a service that lacks fields; of a whole older service if all are named. */
function olderClient({ running }: OwnWorld, fields: readonly string[]): Client {
  const isWhole = fields.length === NEW_FIELDS.length;
  const transport = inProcessTransport(async (request) => {
    const url = new URL(request.url);
    if (isWhole) for (const name of NEW_PARAMETERS) url.searchParams.delete(name);
    if (fields.includes('look') && LOOKS.test(url.pathname))
      return Response.json({ detail: 'Not Found' }, { status: 404 });
    const answer = await running.service.fetch(new Request(url, request));
    const isJson = answer.headers.get('content-type')?.includes('json') === true;
    if (!isJson || !/^\/(evaluations|environments|apps)/.test(url.pathname)) return answer;
    const body = JSON.stringify(await answer.json(), (key, value: unknown) => {
      // A gate's check counted rows by this name, and errors have a code.
      const isOld = key === 'cases' ? !url.pathname.startsWith('/evaluations') : key === 'code' && !answer.ok;
      return fields.includes(key) && !isOld ? undefined : value;
    });
    return new Response(body, answer);
  });
  const credential = { key: running.keys.operator, form: 'apikey' } as const;
  return adaptClient(createClient({ transport, baseUrl: running.baseUrl, credential }));
}

const LINES = [
  'eval list',
  'eval list --json',
  'eval show default',
  'eval show default --json',
  'eval show default --group-by text',
  'eval show default --cluster-by text',
  'eval show other --gate release.gate.yaml --baseline default',
  'eval rows default',
  'eval rows default --json',
  'eval compare default other',
  'eval compare default other --group-by text --json',
  'eval compare default other --gate release.gate.yaml',
  'eval export default --format csv',
  'eval export default --format jsonl',
  'eval export default --format junit',
  'eval export other --format html --baseline default',
  'eval watch default',
  'eval update default --label team=search',
  'eval plan --testset questions-10 --variants default --evaluators exact_match',
  'eval plan --testset questions-10 --variants default --evaluators exact_match --gate release.gate.yaml',
  'env deploy production --variant other --gate release.gate.yaml --evaluation other --baseline default --yes',
  'env show production',
  'env revisions production',
];

let world: OwnWorld;
let project: TempProject;
let other = '';

beforeAll(async () => {
  world = await openWorld();
  project = await tempProject({
    'release.gate.yaml': 'rules: [{ metric: exact_match, not_worse_by: 0.9 }]\n',
    'strict.gate.yaml': 'rules: [{ metric: exact_match, minimum: 0.9, confident: true }]\n',
  });
  const variantId = await world.makeVariant();
  ({ variant_name: other } = await world.call('getVariant', { variant_id: variantId }));
  await makeJudgedEvaluation(world, { variantId: world.variantId, verdicts: BAD });
  await makeJudgedEvaluation(world, { variantId, verdicts: GOOD });
});

afterAll(async () => {
  await project[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

async function run(line: string, fields: readonly string[]) {
  const [topic = '', name = '', ...words] = line.replaceAll('other', other).split(' ');
  const argv = [...words, '--app', 'support'];
  const options = { cwd: project.root, client: olderClient(world, fields) };
  return await runWithService(world, await commandOf(`${topic} ${name}`), argv, options);
}

describe.each(
  [...NEW_FIELDS.map((field) => [field]), NEW_FIELDS].map((fields) => [fields.join(', '), fields] as const),
)('at a service that does not tell %s', (_, fields) => {
  test.each(LINES)('wf %s works', async (line) => {
    const { exitCode, stderr } = await run(line, fields);
    expect([stderr, exitCode]).toEqual([expect.not.stringMatching(/Error|undefined/), 0]);
  });
});

test('a summary of an older service is computed from the rows', async () => {
  const { stdout } = await run('eval show default --json', NEW_FIELDS);
  expect(JSON.parse(stdout)).toMatchObject({
    summary: { rows: 10, cases: 10, metrics: [{ metric: 'exact_match', count: 10, mean: 0.5, partial: 0 }, {}, {}] },
  });
});

test.each(['eval list --route /', 'eval show default --route /', 'eval compare default other --route /'])(
  'wf %s is refused by what an older service does not tell',
  async (line) => {
    expect(await run(line, NEW_FIELDS)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('it does not tell which route an evaluation called'),
    });
  },
);

test('the report of a gate that an older service failed says that looks are not counted', async () => {
  const line = 'env deploy production --variant default --gate strict.gate.yaml --evaluation default --yes';
  const { stdout, exitCode } = await run(line, NEW_FIELDS);
  expect([exitCode, stdout]).toEqual([7, expect.stringContaining('Looks and choices are not counted here')]);
});
