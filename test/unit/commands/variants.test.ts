import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import AppsCreate from '../../../commands/apps/create.ts';
import AppsDelete from '../../../commands/apps/delete.ts';
import AppsList from '../../../commands/apps/list.ts';
import Log from '../../../commands/audit/log.ts';
import Deploy from '../../../commands/deployments/deploy.ts';
import Run from '../../../commands/develop/run.ts';
import EnvDeploy from '../../../commands/environments/deploy.ts';
import VariantsCreate from '../../../commands/variants/create.ts';
import VariantsDelete from '../../../commands/variants/delete.ts';
import VariantsDiff from '../../../commands/variants/diff.ts';
import VariantsList from '../../../commands/variants/list.ts';
import VariantsRevert from '../../../commands/variants/revert.ts';
import VariantsRevisions from '../../../commands/variants/revisions.ts';
import VariantsShow from '../../../commands/variants/show.ts';
import VariantsUpdate from '../../../commands/variants/update.ts';
import { openStory } from '../../helpers/play-story.ts';

const FILES = {
  'package.json': JSON.stringify({ name: 'support', wf: { app: 'support' } }),
  'src/workflow.ts': `import { configSchema, entrypoint, multipleChoice } from 'wfkit';
import * as z from 'zod';

const Config = configSchema({
  tone: multipleChoice(['formal', 'casual']).default('formal'),
  words: z.int().gte(1).lte(99).default(5),
  prompt: z.string().default('Answer in one sentence.\\nBe kind.'),
});
export default entrypoint({ config: Config, input: z.object({ text: z.string() }) }, ({ input }) => input.text);
`,
  'params.json': '{"tone":"casual","words":7}',
  'broken.json': '{"tone":',
};

test('variants are created, changed, compared and deleted', { timeout: 60_000 }, async () => {
  await using story = await openStory(FILES);
  await story.play('pipe', [AppsList], [AppsCreate, 'spare'], [AppsCreate, 'spare'], [VariantsList]);
  await story.play('--quiet', [Deploy, '--env production']);
  await story.play(
    'pipe',
    [VariantsCreate, 'casual --from default --set tone=casual'],
    [VariantsCreate, 'casual --from default'],
    [VariantsCreate, 'loud --set tone=loud'],
    [VariantsCreate, 'long --from nothing'],
    [VariantsCreate, 'long --base nothing'],
    [VariantsCreate, 'long --set wrds=3'],
    [VariantsCreate, 'filed --params params.json'],
    [VariantsCreate, 'long --params broken.json'],
    [VariantsUpdate, 'casual --set words=100'],
    [VariantsUpdate, 'casual --set words=9'],
    [VariantsUpdate, 'casual --set words=9'],
    [VariantsUpdate, 'casual --unset words'],
    [VariantsUpdate, 'casual --params params.json --set prompt=Hi'],
    [VariantsUpdate, 'casual'],
    [VariantsRevert, 'casual --to 9'],
    [VariantsRevert, 'casual --to 2'],
  );
  await story.play(
    'terminal',
    [VariantsList],
    [VariantsShow, 'casual'],
    [VariantsRevisions, 'casual'],
    [VariantsDiff, 'default casual'],
  );
  await story.play(
    '--quiet',
    [EnvDeploy, 'production --variant casual'],
    [VariantsUpdate, 'casual --set prompt=Answer'],
  );
  await story.play(
    'pipe',
    [VariantsRevisions, 'casual'],
    [VariantsDiff, 'production casual'],
    [VariantsDiff, 'casual@1 casual@9'],
    [VariantsShow, 'casual@2'],
    [VariantsShow, 'cas'],
  );
  await story.play(
    '--json',
    [VariantsDiff, 'casual@2 casual'],
    [VariantsShow, 'casual'],
    [VariantsList],
    [VariantsRevisions, 'filed'],
    [VariantsRevert, 'filed --to 1'],
  );
  await story.play(
    'pipe',
    [VariantsDiff, 'default default'],
    [VariantsDelete, 'casual --yes'],
    [VariantsDelete, 'filed'],
    [VariantsDelete, 'filed --yes'],
    [AppsDelete, 'spare --yes'],
  );
  await story.play('terminal', [VariantsDiff, 'casual@2 casual'], [AppsList]);
  await story.play('pipe', [Log, '--lines 5'], [Log, '--since 1h'], [Log, '--since yesterday']);
  await expect(story.transcript).toMatchFileSnapshot('stories/variants.txt');
});

/** Two routes; the second may declare `prompt` otherwise, and have another path. */
function workflow(path: string, prompt: string): string {
  return `import { ConfigManager, configSchema, entrypoint, route } from 'wfkit';
import * as z from 'zod';

const answer = async () => {
  const { prompt, tone } = await ConfigManager.getFromRoute();
  return { prompt, tone };
};
const tone = z.string().default('plain');
const Root = configSchema({ prompt: z.string().default('Answer.'), tone });
const Summary = configSchema({ prompt: ${prompt}, tone });
export default entrypoint({ config: Root }, answer);
export const summary = route('${path}', { config: Summary }, answer);
`;
}

const SHARED = "z.string().default('Answer.')";
const OWN = "z.string().default('Summarise.')";

const ROUTES = {
  'package.json': JSON.stringify({ name: 'support', wf: { app: 'support' } }),
  'src/workflow.ts': workflow('/summary', SHARED),
  'both.json': '{"prompt":"Both"}',
  'summary.json': '{"/summary":{"prompt":"Filed"}}',
};

test('fields belong to routes', { timeout: 60_000 }, async () => {
  await using story = await openStory(ROUTES);
  const save = async (text: string) => await writeFile(join(story.root, 'src/workflow.ts'), text);
  await story.play('pipe', [Deploy, '--env production'], [VariantsUpdate, 'default --set prompt=Shared']);
  await save(workflow('/summary', OWN));
  await story.play('pipe', [Deploy, '--plan'], [Deploy, ''], [VariantsShow, 'default']);
  await story.play(
    'pipe',
    [VariantsUpdate, 'default --set prompt=Wrong'],
    [VariantsUpdate, 'default --set /summary:promt=Wrong'],
    [VariantsUpdate, 'default --set /sumary:prompt=Wrong'],
    [VariantsUpdate, 'default --set /summary:tone=Wrong'],
    [VariantsUpdate, 'default --set /summary=Wrong'],
    [VariantsUpdate, 'default --set /summary:prompt=Short'],
    [VariantsShow, 'default'],
    [Run, '/ --variant default'],
    [Run, '/summary --variant default'],
    [Run, '/summary --variant default@3 --config tone=warm'],
    [VariantsUpdate, 'default --params both.json'],
    [VariantsCreate, 'filed --params summary.json'],
    [VariantsCreate, 'typed --from filed --set /:prompt=Typed'],
    [VariantsDiff, 'default typed'],
    [VariantsUpdate, 'typed --unset /summary:prompt'],
    [VariantsUpdate, 'typed --unset /summary:prompt'],
    [VariantsRevisions, 'typed'],
    [VariantsRevert, 'typed --to 1'],
    [VariantsDiff, 'production typed'],
  );
  await story.play('terminal', [VariantsRevisions, 'typed']);
  await story.play('--json', [VariantsShow, 'typed']);
  await save(workflow('/brief', OWN));
  await story.play(
    'pipe',
    [Deploy, '--plan --env production'],
    [Deploy, '--env production --migrate rename:/summary=/brief'],
    [Run, '/brief --env production'],
  );
  await save(workflow('/brief', SHARED));
  await story.play('pipe', [Deploy, '--env production']);
  await story.play(
    'pipe',
    [VariantsUpdate, 'default --set prompt=All'],
    [VariantsUpdate, 'default --set prompt=All --unset /brief:prompt'],
    [Run, '/brief --variant default'],
  );
  await expect(story.transcript).toMatchFileSnapshot('stories/route-fields.txt');
});

/** An assistant whose code has the tools of a list. */
function assistant(names: string): string {
  return `import { chatMessages, configSchema, entrypoint, fillMessages, outputSchema, tools } from 'wfkit';
import * as z from 'zod';

const Config = configSchema({
  messages: chatMessages({ variables: ['text'] }).default([
    { role: 'system', content: 'You are a kind assistant.' },
    { role: 'user', content: '{text}' },
  ]),
  tools: tools({ names: ${names} }).default([]),
  answer: outputSchema().default({ type: 'object', properties: { reply: { type: 'string' } } }),
});
export default entrypoint({ config: Config, input: z.object({ text: z.string() }) }, ({ config, input }) => ({
  messages: fillMessages(config.messages, input),
  tools: config.tools.map(({ name }) => name),
}));
`;
}

const MESSAGES = [
  { role: 'system', content: 'You are a strict assistant.' },
  { role: 'assistant', content: 'How can I help?' },
  { role: 'user', content: 'Answer {text} as {{json}}.' },
];

const STRUCTURED = {
  'package.json': JSON.stringify({ name: 'support', wf: { app: 'support' } }),
  'src/workflow.ts': assistant("['search', 'order']"),
  'messages.json': JSON.stringify(MESSAGES),
  'misspelt.json': JSON.stringify([{ role: 'usr', content: 'Answer {txt}.' }]),
  'tools.json': JSON.stringify([{ name: 'search', parameters: { type: 'object' } }]),
  'broken.json': '[{"role": user}]',
};

test('messages, tools and schemas are fields', { timeout: 60_000 }, async () => {
  await using story = await openStory(STRUCTURED);
  await story.play(
    'pipe',
    [Deploy, '--env production'],
    [VariantsUpdate, 'default --set messages=@misspelt.json'],
    [VariantsUpdate, 'default --set messages=@broken.json'],
    [VariantsUpdate, 'default --set messages=Hello'],
    [VariantsUpdate, 'default --set tools=[{"name":"serch","parameters":{}}]'],
    [VariantsUpdate, 'default --set answer={"type":"objekt"}'],
    [VariantsUpdate, 'default --set messages=@messages.json --set tools=@tools.json'],
    [VariantsUpdate, 'default --set answer={"type":"object","properties":{"reply":{"type":"integer"}}}'],
    [Run, '/ --variant default --input text=Hello'],
    [Run, '/ --input text=Hello --config messages=@messages.json'],
    [Run, '/ --input text=Hello --config messages=@misspelt.json'],
    [VariantsShow, 'default'],
    [VariantsDiff, 'production default'],
  );
  await story.play('--json', [VariantsDiff, 'default@2 default']);
  await story.play('terminal', [VariantsRevisions, 'default']);
  await writeFile(join(story.root, 'src/workflow.ts'), assistant("['order']"));
  await story.play('pipe', [Deploy, '--plan'], [Deploy, ''], [Deploy, '--migrate default:tools']);
  await expect(story.transcript).toMatchFileSnapshot('stories/structured-fields.txt');
});
