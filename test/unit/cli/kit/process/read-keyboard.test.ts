import { glob, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { COMMAND_FILES } from '../../../../../commands/index.ts';
import { runCommand } from '../../../../helpers/run-command.ts';
import { setting, settingsOf } from '../../../../helpers/settings-of.ts';

const SERVICE = 'http://127.0.0.1:1';
const TERMINAL = { columns: 80, rows: 24 };

/** A line for each command that reads standard input, and what it says at a terminal that it reads. */
const LINES: readonly (readonly [command: keyof typeof COMMAND_FILES, words: string, name: string])[] = [
  ['api', 'POST /x --body -', '--body'],
  ['env deploy', 'production --variant v --evaluation e --gate -', '--gate'],
  ['env protect', 'production --gate=-', '--gate'],
  ['env vars set', 'KEY', 'the value'],
  ['eval compare', 'a b --gate -', '--gate'],
  ['eval plan', '--testset t --evaluators e --gate -', '--gate'],
  ['eval run', '--testset t --evaluators e --gate -', '--gate'],
  ['eval show', 'e --gate -', '--gate'],
  ['evaluators create', 'e --evaluator auto_regex_test --set regex_pattern=@-', 'regex_pattern'],
  ['human-eval create', '--testset - --variants a', '--testset'],
  ['import', '-', 'the file'],
  ['login', '--with-token', 'the value'],
  ['replay', 'production / --inputs -', '--inputs'],
  ['run', '/ --input a=- --inputs -', '--inputs'],
  ['testsets check', '--types a=number -', 'the file'],
  ['testsets create', '--name t -', 'the file'],
  ['variants create', 'x --params -', '--params'],
  ['variants update', 'x --set tone=@-', 'tone'],
];

const ANSWERS: Readonly<Record<string, unknown>> = {
  listApps: [{ app_id: 'a', app_name: 'support' }],
  listAppVariants: [{ variant_id: 'v', variant_name: 'a', config_name: 'a', revision: 1 }],
  listEvaluators: [{ key: 'auto_regex_test', name: 'Regex', settings_template: { regex_pattern: { type: 'regex' } } }],
};
const answer = (name: string) => (name === 'extensions' ? null : (ANSWERS[name] ?? []));
const client = new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : async () => answer(String(name))) });
const openSession = async () => ({ client, mode: 'service', url: null, close: async () => {} }) as never;

async function type(
  id: keyof typeof COMMAND_FILES,
  words: string,
  options: { terminal?: typeof TERMINAL; stdin?: string },
) {
  const { default: Class } = await import(/* @vite-ignore */ resolve('commands', COMMAND_FILES[id]));
  const ports = {
    openSession,
    resolveSettings: async () => settingsOf({ app: setting('support'), baseUrl: setting(SERVICE) }),
  };
  return await runCommand(Class, words.split(' '), { ...options, env: { CI: '1' }, typed: '!', ports });
}

test.each(LINES)('wf %s %s says at a terminal what it reads', async (id, words, name) => {
  const said = `Reading ${name} from the keyboard; end with Ctrl-D.\n`;
  const { stderr } = await type(id, words, { terminal: TERMINAL });
  expect(stderr).toContain(said);
  for (const [more, options] of [
    ['', { stdin: '!' }],
    [' --json', { terminal: TERMINAL }],
  ] as const)
    expect((await type(id, words + more, options)).stderr).not.toContain('Reading');
});

test('every command that reads standard input has a line', async () => {
  const reading: string[] = [];
  for await (const file of glob('**/*.ts', { cwd: 'commands' }))
    if (/this\.source|io\.stdin/.test(await readFile(`commands/${file}`, 'utf8'))) reading.push(file);
  // `wf mcp` speaks a protocol, and says nothing else.
  expect(reading.toSorted()).toEqual([...LINES.map(([id]) => COMMAND_FILES[id]), COMMAND_FILES.mcp].toSorted());
});
