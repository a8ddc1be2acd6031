import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeJudgedEvaluation } from '../../helpers/judged-evaluation.ts';
import { openWorld, type OwnWorld } from '../../helpers/open-world.ts';
import { deploy, GATE, GOOD } from '../../helpers/promote.ts';
import { commandOf } from '../../helpers/run-line.ts';
import { runWithService } from '../../helpers/run-with-service.ts';
import { tempProject, type TempProject } from '../../helpers/temp-project.ts';

let world: OwnWorld;
let project: TempProject;
const ids = { whole: '', part: '', other: '' };

const evaluate = async (variantId: string, limit: number | null = null) =>
  await makeJudgedEvaluation(world, {
    variantId,
    verdicts: GOOD,
    options: limit === null ? {} : { subset: { limit } },
  });

beforeAll(async () => {
  world = await openWorld();
  project = await tempProject({
    'release.gate.yaml': GATE.content,
    'worse.gate.yaml': 'rules: [{ metric: exact_match, not_worse_by: 0.9 }]\n',
  });
  const variantId = await world.makeVariant();
  ids.whole = await evaluate(world.variantId);
  ids.part = await evaluate(world.variantId, 5);
  ids.other = await evaluate(variantId);
});

afterAll(async () => {
  await project[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

async function run(line: string) {
  const [topic = '', name = '', ...words] = line.replaceAll('$O', ids.other).split(' ');
  const { stdout, stderr } = await runWithService(
    world,
    await commandOf(`${topic} ${name}`),
    [...words, '--app', 'support'],
    { cwd: project.root },
  );
  return { stdout, stderr };
}

const warning = () =>
  `Warning: "default" means its newest evaluation of the whole test set, ${ids.whole}. A newer one, ${ids.part}, has a part of it (5 of 10 rows: the first 5 cases).\n`;

describe('a name means the newest evaluation of the whole test set', () => {
  test.each([
    'eval show default',
    'eval show default --json',
    'eval rows default',
    'eval export default',
    'eval export $O --format html --baseline default',
    'eval update default --label team=search',
    'eval compare default $O',
    'eval compare $O default',
    'eval show $O --gate worse.gate.yaml --baseline default',
    'eval run --testset questions-10 --variants name-1 --evaluators exact_match --failed-of default',
  ])('in wf %s, which names the newer one of a part', async (line) => {
    expect((await run(line)).stderr).toContain(warning());
  });

  test('and a promotion takes it', async () => {
    const { stdout, stderr } = await run(
      'env deploy production --variant default --gate release.gate.yaml --evaluation default --yes --json',
    );
    expect(stderr).toContain(warning());
    const { revisions } = JSON.parse(stdout) as { readonly revisions: readonly { readonly evidence: unknown }[] };
    expect(revisions.at(-1)?.evidence).toMatchObject({ evaluation_id: ids.whole });
  });
});

test.each(['eval watch default --json', 'eval cancel default --yes', 'eval resume default'])(
  'wf %s, which is about what runs, takes the newest of all',
  async (line) => {
    const { stdout, stderr } = await run(line);
    expect(`${stdout}${stderr}`).toContain(ids.part);
    expect(`${stdout}${stderr}`).not.toContain(ids.whole);
  },
);

test('a name means the newest evaluation of a part where there is none of the whole', async () => {
  const variantId = await world.makeVariant();
  await evaluate(variantId, 5);
  const newest = await evaluate(variantId, 4);
  const { variant_name } = await world.call('getVariant', { variant_id: variantId });
  const { stdout, stderr } = await run(`eval show ${variant_name} --json`);
  expect([JSON.parse(stdout), stderr]).toMatchObject([{ id: newest, subset: { rows: 4, of: 10 } }, '']);
});

test('a limit that no row exceeds makes no part', async () => {
  const variantId = await world.makeVariant();
  const newest = await evaluate(variantId, 10);
  const { variant_name } = await world.call('getVariant', { variant_id: variantId });
  const { stdout } = await run(`eval show ${variant_name} --json`);
  expect(JSON.parse(stdout)).toMatchObject({ id: newest });
  expect(await deploy({ ...world, variantId }, { gate: GATE, evaluation_id: newest })).toEqual([200, null]);
});

test.each(['evaluation_id', 'baseline_evaluation_id'])('a promotion refuses a part as %s', async (field) => {
  const body = { gate: GATE, evaluation_id: ids.whole, [field]: ids.part };
  const msg = `Evaluation ${ids.part} has a part of its test set (5 of 10 rows: the first 5 cases): evaluate the whole`;
  expect(await deploy(world, body)).toEqual([
    422,
    { detail: [{ loc: ['body', field], msg, type: 'evaluation_unfit' }] },
  ]);
});

test('a limit above the test set has all of it, and a newer part does not hide it', async () => {
  const variantId = await world.makeVariant();
  const whole = await evaluate(variantId, 100);
  const options = { subset: { limit: 5 }, repeat: 2 };
  const part = await makeJudgedEvaluation(world, { variantId, verdicts: GOOD, options });
  const { variant_names } = await world.call('getEvaluation', { evaluation_id: whole });
  const query = { app_id: world.appId, variant_name: variant_names[0], newest_of: 'subject' } as const;
  const found = await world.call('listEvaluations', query);
  expect(found.map(({ id }) => id)).toEqual([whole, part]);
});
