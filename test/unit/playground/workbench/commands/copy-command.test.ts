import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { type RunCommand, toCurl, toWfRun } from '../../../../../src/playground/workbench/commands/copy-command.ts';

const CALL = {
  path: '/summarise',
  config: { prompt: 'It\'s "$HOME" `ls` \\ \n {text}', words: 5, stream: false },
  inputs: { text: 'two words', tags: ['a'] },
};

/** Returns the words of a command as a shell parses them. */
function toWords(command: string): string[] {
  const script = command.replace(/^\S+/, 'printf "%s\\0"');
  return execFileSync('sh', ['-c', script], { env: { WF_API_KEY: 'secret', PATH: process.env['PATH'] } })
    .toString()
    .split('\0')
    .slice(0, -1);
}

test('a shell parses the copied curl command to the same call', () => {
  const words = toWords(toCurl('http://localhost:8700/services/a/v', CALL));
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
  expect(toWords(toWfRun(RUN))).toEqual([
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
  expect(toWords(command)).toEqual([
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
