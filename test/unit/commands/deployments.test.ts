import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import Deploy from '../../../commands/deployments/deploy.ts';
import Build from '../../../commands/develop/build.ts';
import Open from '../../../commands/develop/open.ts';
import Replay from '../../../commands/develop/replay.ts';
import Routes from '../../../commands/develop/routes.ts';
import Run from '../../../commands/develop/run.ts';
import EnvDeploy from '../../../commands/environments/deploy.ts';
import EnvDiff from '../../../commands/environments/diff.ts';
import EnvList from '../../../commands/environments/list.ts';
import EnvProtect from '../../../commands/environments/protect.ts';
import EnvRevisions from '../../../commands/environments/revisions.ts';
import EnvRollback from '../../../commands/environments/rollback.ts';
import EnvShow from '../../../commands/environments/show.ts';
import EnvVarsSet from '../../../commands/environments/variables/set.ts';
import VariantsCreate from '../../../commands/variants/create.ts';
import { openStory } from '../../helpers/play-story.ts';

const WORKFLOW = `import { configSchema, entrypoint, multipleChoice, route } from 'wfkit';
import * as z from 'zod';

performance.now = () => 1000;
const Config = configSchema({
  tone: multipleChoice(['formal', 'casual']).default('formal'),
  words: z.int().gte(1).lte(99).default(5),
});
const Input = z.object({ text: z.string() });

export default entrypoint({ config: Config, input: Input, output: z.string() }, ({ config, input }) => {
  return config.tone + ' ' + config.words + ' ' + input.text;
});
export const check = route('/check', { config: Config, input: Input }, ({ config, input }) => {
  if (input.text === config.tone) throw new Error('No such text.');
  return { text: input.text, tone: config.tone, key: process.env.GREETING ?? null };
});
export const count = route('/count', { config: Config, input: Input }, async function* ({ input }) {
  for (const word of input.text.split('-')) yield word;
  if (input.text === 'a-stop') throw new Error('Stopped.');
});
`;

const SMALL = WORKFLOW.split('export const check')[0] ?? '';

/** Breaks `tone = "casual"` and `words = 5`. */
const NARROWED = SMALL.replace("'casual'", "'warm'").replace('lte(99).default(5)', 'lte(4).default(4)');

const FILES = {
  'package.json': JSON.stringify({ name: 'support', wf: { app: 'support' } }),
  'src/workflow.ts': WORKFLOW,
  'evaluators/shorter.ts': `import { evaluator } from 'wfkit';
import * as z from 'zod';
export default evaluator({ settings: z.object({ most: z.int().default(9) }) }, ({ output, settings }) => String(output).length <= settings.most);
`,
  'gate.yaml': 'rules: [{ metric: exact_match, minimum: 0.8 }]\n',
  'inputs.json': '{"text":"from a file"}',
};

test('a workflow is built, deployed, called and replayed', { timeout: 60_000 }, async () => {
  await using story = await openStory(FILES);
  await story.play('pipe', [Deploy, '--migrate nonsense'], [Routes], [EnvShow, 'production']);
  await story.play('--json', [Build, '--events'], [Deploy, '--plan --env production']);
  await story.play('--events', [Deploy, '--env production --message first']);
  await story.play('terminal', [Deploy, '--env production --yes']);
  await story.play(
    'pipe',
    [VariantsCreate, 'casual --from default --set tone=casual'],
    [EnvDeploy, 'staging --variant casual'],
  );
  await story.play('pipe', [EnvVarsSet, 'GREETING=hello'], [Run, '/check --input text=hi']);
  await story.play('pipe', [Run, '/count --stream --input text=a-stop']);
  await story.play(
    'pipe',
    [Run, '/chek --input text=hi'],
    [Run, '/ --input text=hi --config words=7 --config tone=casual'],
  );
  await story.play(
    'pipe',
    [Run, '/check --variant casual --inputs inputs.json'],
    [Run, '/ --variant casual --input text=hi --config words=2'],
  );
  await story.play(
    '--json',
    [Run, '/check --env staging --input text=hi'],
    [Run, '/ --variant casual@1 --input text=hi'],
  );
  await story.play(
    'pipe',
    [Run, '/ --env staging --input text=hi --config words=7'],
    [Run, '/ --env development --input text=hi'],
  );
  await story.play(
    '--json',
    [Replay, 'production / --input text=hi'],
    [Replay, 'production@1 / --input text=hi --with casual'],
  );
  await story.play('pipe', [Replay, 'staging /check --input text=hi'], [Replay, 'casual /check --input text=casual']);
  await story.play(
    'terminal',
    [Replay, 'production /check --input text=formal --with casual'],
    [Replay, 'casual /check --input text=x --with casual'],
  );
  await story.play('terminal', [Open, 'production'], [Open, 'nothing']);
  await expect(story.transcript).toMatchFileSnapshot('stories/deployments.txt');
});

test('new code that breaks stored values is refused, migrated or accepted', { timeout: 60_000 }, async () => {
  await using story = await openStory({ ...FILES, 'src/workflow.ts': SMALL });
  await story.play('--quiet', [Deploy, '--env production']);
  await story.play(
    '--quiet',
    [VariantsCreate, 'casual --from default --set tone=casual'],
    [EnvDeploy, 'staging --variant casual'],
  );
  await writeFile(story.path('src/workflow.ts'), NARROWED);
  await story.play('terminal', [Deploy, '--plan --env production']);
  await story.play('--markdown', [Deploy, '--plan --env production']);
  await story.play('pipe', [Deploy, '--variant casual'], [Deploy, '--env production --migrate clamp:words']);
  await story.play('--json', [
    Deploy,
    '--plan --env production --migrate clamp:words --migrate map:tone:casual=warm --migrate drop:nothing',
  ]);
  await story.play('pipe', [Deploy, '--env production --migrate clamp:words --accept-breaking']);
  await story.play('terminal', [EnvDiff, 'production'], [EnvDiff, 'production staging'], [EnvList]);
  await story.play(
    '--json',
    [EnvRevisions, 'production'],
    [EnvDiff, 'production@1 production@2'],
    [EnvRollback, 'production --message back'],
  );
  await story.play(
    'pipe',
    [EnvProtect, 'production --gate gate.yaml'],
    [Deploy, '--env production --accept-breaking --migrate clamp:words'],
  );
  await story.play(
    'terminal',
    [EnvShow, 'production'],
    [Deploy, '--plan --env production --accept-breaking --migrate clamp:words'],
  );
  await story.play(
    'pipe',
    [EnvProtect, 'production --off'],
    [EnvDiff, 'development'],
    [EnvDiff, 'prod production'],
    [EnvRollback, 'staging'],
  );
  await expect(story.transcript).toMatchFileSnapshot('stories/breaking-deployments.txt');
});
