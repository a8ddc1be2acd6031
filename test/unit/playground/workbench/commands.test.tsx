import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { Answers } from '../../../helpers/page/fake-browser.ts';
import { DEV, openView } from '../../../helpers/page/open-view.tsx';
import { toAddCommand } from '../../../../src/playground/workbench/adding/add-row-dialog.tsx';
import { type RunCommand, toCurl, toWfRun } from '../../../../src/playground/workbench/run-command-view.tsx';

const CALL = {
  path: '/summarise',
  config: { prompt: 'It\'s "$HOME" `ls` \\ \n {text}', words: 5, stream: false },
  inputs: { text: 'two words', tags: ['a'] },
};

/** Returns the words of a command as a shell parses them. */
function toArguments(command: string): string[] {
  const script = command.replace(/^\S+/, 'printf "%s\\0"');
  return execFileSync('sh', ['-c', script], { env: { WF_API_KEY: 'secret', PATH: process.env['PATH'] } })
    .toString()
    .split('\0')
    .slice(0, -1);
}

test('a shell parses the copied curl command to the same call', () => {
  const words = toArguments(toCurl('http://localhost:8700/services/a/v', CALL));
  const body = JSON.parse(words.at(-1) ?? '');
  expect(words.slice(0, -1)).toEqual([
    'http://localhost:8700/services/a/v/playground/run/summarise',
    '-H',
    'Authorization: ApiKey secret',
    '-H',
    'Content-Type: application/json',
    '-d',
  ]);
  expect(body).toEqual({ ...CALL.inputs, ag_config: CALL.config });
});

test('the entrypoint has its own path', () => {
  expect(toCurl('http://h/v', { path: '/', config: {}, inputs: {} })).toContain('http://h/v/playground/run \\\n');
});

const RUN: RunCommand = {
  appFlag: '',
  path: '/summarise',
  variant: null,
  defaults: { words: 50, stream: false, prompt: '' },
  configs: [{ ...CALL.config, note: '@home' }],
  inputs: CALL.inputs,
};

test('a shell parses the copied wf run command to assignments of what differs from the defaults', () => {
  expect(toArguments(toWfRun(RUN))).toEqual([
    'run',
    '/summarise',
    '--input',
    'text=two words',
    '--input',
    'tags=["a"]',
    '--config',
    `prompt=${CALL.config.prompt}`,
    '--config',
    'words=5',
    '--config',
    'note=@@home',
  ]);
});

test('rows run with all configurations, the others as JSON', () => {
  const command = toWfRun({
    ...RUN,
    appFlag: "it's",
    variant: { name: '-first@2', parameters: {} },
    configs: [{ words: 50 }, { words: 80, prompt: `a "$b" 'c'\n` }, { words: 50 }],
    rows: { testset: 'my cases', choice: '1-30, 45', evaluators: 'says formal,b' },
  });
  expect(toArguments(command)).toEqual([
    'run',
    '/summarise',
    '--app',
    "it's",
    '--variant=-first@2',
    '--testset',
    'my cases',
    '--rows',
    '1-30,45',
    '--evaluators',
    'says formal,b',
    '--with',
    JSON.stringify({ words: 80, prompt: `a "$b" 'c'\n` }),
    '--with',
    '{}',
  ]);
});

const row = { text: "it's" };

test('a row is added to the rows that a test set has', () => {
  expect(toAddCommand({ appFlag: '', testset: { id: 't1', name: 'my cases' }, name: '', row })).toBe(
    String.raw`{ wf testsets export 'my cases'; printf '%s\n' '{"text":"it'\''s"}'; } |
  wf testsets create - \
  --name 'my cases' \
  --format jsonl`,
  );
});

test('a row becomes a new test set', () => {
  expect(toAddCommand({ appFlag: 'other', testset: undefined, name: '', row: { a: 1 } })).toBe(
    String.raw`printf '%s\n' '{"a":1}' |
  wf testsets create - \
  --app other \
  --name NAME \
  --format jsonl`,
  );
});

const SERVICE = 'http://127.0.0.1:4100/services/app-1/variant-1';

test.each<[string, Answers, string | null, string, string]>([
  [
    'the first variant, changed to the configuration',
    {},
    null,
    "wf run / --variant default@2 --input 'question=Why?' --config tone=dry --config words=50",
    SERVICE,
  ],
  [
    'a loaded variant',
    {},
    'default',
    "wf run / --variant default@2 --input 'question=Why?' --config tone=dry",
    SERVICE,
  ],
  [
    'the sources under wf dev, with what differs from their defaults',
    { 'GET /session': { signed_in: true, owner: 'somebody', mode: 'dev' } },
    null,
    "wf run / --input 'question=Why?' --config tone=dry",
    'http://127.0.0.1:4100/dev/workflow',
  ],
])('the command of the page runs %s', async (_, answers, variant, command, address) => {
  await using page = await openView('routes', answers);
  if ('GET /session' in answers) await page.save(DEV);
  if (variant !== null) await page.enter('Start from', variant);
  await page.enter('question', 'Why?');
  await page.enter('Tone', 'dry');
  expect(await page.commands()).toEqual([command]);
  await page.click('Copy curl');
  await page.click('Copy wf run');
  const [curl, run] = page.copied.map((text) => text.replaceAll(' \\\n  ', ' '));
  const words = variant === null ? 50 : 20;
  expect([curl, run]).toEqual([
    `curl ${address}/playground/run -H "Authorization: ApiKey $WF_API_KEY" -H 'Content-Type: application/json' ` +
      `-d '{"question":"Why?","ag_config":{"tone":"dry","words":${words}}}'`,
    command,
  ]);
});

test('an app without variants runs from its sources', async () => {
  await using page = await openView('routes', { 'GET /apps/app-1/variants': [] });
  await page.enter('Tone', 'dry');
  expect(await page.commands()).toEqual(['wf run / --config tone=dry']);
});
