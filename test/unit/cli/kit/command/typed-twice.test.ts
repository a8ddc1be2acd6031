import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { COMMAND_FILES } from '../../../../../commands/index.ts';
import { runCommand } from '../../../../helpers/run-command.ts';
import { tempProject } from '../../../../helpers/temp-project.ts';

type Line = readonly [command: keyof typeof COMMAND_FILES, words: string, exit: 0 | 3, says: RegExp];

/** What a second run of the same line answers: nothing changed where the state is the wanted one, and not found where a record is gone. */
const LINES: readonly Line[] = [
  [
    'env protect',
    'production --off --route /x',
    0,
    /^Nothing changed: production has no gate for \/x, and accepts any/,
  ],
  ['env protect', 'production --gate gate.json', 0, /^Nothing changed: production accepts only what passes the gate/],
  ['env protect', 'production --off', 0, /^Nothing changed: production accepts any variant\./],
  ['env vars unset', 'KEY', 3, /No variable is called "KEY"/],
  ['keys revoke', 'ci', 3, /No key is called "ci"/],
  ['testsets update', 't --label a=b', 0, /^Nothing changed/],
  ['testsets update', 't --unlabel a', 0, /^Nothing changed/],
  ['testsets update', 't --archive', 0, /^Nothing changed/],
  ['testsets update', 't --unarchive', 0, /^Nothing changed/],
  ['testsets delete', 't', 3, /No test set is called "t"/],
  ['webhooks delete', 'https://example.com/x', 3, /No webhook/],
  ['config set', 'timeout 9', 0, /^Nothing changed: timeout is 9 in profile default/],
  ['config set', 'timeout --unset', 0, /^Nothing changed: profile default does not set timeout/],
  ['profiles use', 'p', 0, /^Nothing changed: commands already use profile p/],
  ['profiles remove', 'p', 3, /No profile is called "p"/],
  ['trust', '.', 0, /^Nothing changed: .* is trusted/],
  ['trust', '. --remove', 3, /No trusted folder/],
  ['apps delete', 'a', 3, /No app is called "a"/],
];

test('a line that is typed twice says that nothing changed, or that its record is gone', async () => {
  await using folder = await tempProject({
    'gate.json': '{"rules": [{"metric": "exact_match", "minimum": 0.5}]}',
    't.csv': 'q,correct_answer\n1,2\n',
  });
  const env = { HOME: folder.root, XDG_CONFIG_HOME: folder.root, XDG_DATA_HOME: folder.root, WF_APP: 'a' };
  const run = async (id: keyof typeof COMMAND_FILES, words: string) => {
    const { default: Class } = await import(/* @vite-ignore */ resolve('commands', COMMAND_FILES[id]));
    const { yes } = { ...Class.flags, ...Class.baseFlags };
    const argv = [...words.split(' '), ...(yes === undefined ? [] : ['--yes'])];
    const { stdout, stderr, exitCode } = await runCommand(Class, argv, { env, cwd: folder.root });
    return { exitCode, text: stdout + stderr.replace(/^Error: /, '') };
  };
  for (const [id, words] of [
    ['apps create', 'a'],
    ['testsets create', 't.csv'],
    ['env vars set', 'KEY=v'],
    ['keys create', 'ci --role viewer'],
    ['webhooks create', 'https://example.com/x'],
    ['profiles add', 'p'],
  ] as const)
    expect(await run(id, words), id).toMatchObject({ exitCode: 0 });
  for (const [id, words, exit, says] of LINES) {
    const first = await run(id, words);
    expect(first.exitCode, `wf ${id} ${words}: ${first.text}`).toBe(0);
    const second = await run(id, words);
    expect([second.exitCode, second.text], `wf ${id} ${words}`).toEqual([exit, expect.stringMatching(says)]);
  }
});
