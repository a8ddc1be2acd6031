import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { chmod, cp, symlink, writeFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCommands } from '../../bin/write-reference.ts';
import { bareEnv, runWf, WF } from '../helpers/run-wf.ts';
import { linkPackages, tempProject, type TempProject } from '../helpers/temp-project.ts';
import { openWarmProgram } from '../helpers/warm-program/open-warm-program.ts';
import { LANES } from './help-examples.ts';

/** Rows that are not nearly alike: half of them expect what one variant answers, half what another does. */
const ROWS = Array.from({ length: 48 }, (_, index) => {
  const words = createHash('sha256').update(`${index}`).digest('hex').replaceAll(/.{6}/g, '$& ').trim();
  const expected = index % 4 < 2 ? words : `Dear: ${words}`;
  return [words, `${words}.`, `Where is ${words}?`, index % 2 === 0 ? 'fr' : 'en', expected, `${words}.`];
});
const CSV = `message,text,question,locale,correct_answer,expected\n${ROWS.map((row) => `${row.join(',')}\n`).join('')}`;
const FILES = {
  '.wfrc.json': JSON.stringify({ app: 'support', entry: 'src/workflow.ts' }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: { module: 'nodenext', noEmit: true, types: [] },
    include: ['src'],
  }),
  'package.json': JSON.stringify({ name: 'support', type: 'module' }),
  'src/workflow.ts': `import { configSchema, entrypoint, multipleChoice, recordUsage, route } from 'wfkit';
import * as z from 'zod';
const Answer = configSchema({ tone: multipleChoice(['casual', 'formal']).default('casual'), words: z.int().gte(1).lte(200).default(100) });
const Summary = configSchema({ prompt: z.string().default('Summarise.') });
const Text = z.object({ text: z.string() });
export default entrypoint({ config: Answer, input: z.object({ message: z.string() }), output: z.string() }, ({ config, input }) => {
  recordUsage({ model: 'gpt-6-luna', input_tokens: 10, output_tokens: 1 });
  return config.tone === 'formal' ? \`Dear: \${input.message}\` : input.message;
});
export const summarise = route('/summarise', { config: Answer, input: Text, output: z.string() }, ({ input }) => input.text);
export const summary = route('/summary', { config: Summary, input: Text, output: z.string() }, ({ config, input }) => config.prompt + input.text);
export const answer = route('/answer', { config: Answer, input: z.object({ question: z.string() }) }, async function* ({ input }) {
  for (const word of input.question.split(' ')) yield word;
});
`,
  'cases.csv': CSV,
  'testsets/messages.csv': CSV,
  'cases.jsonl': '{"message": "a", "correct_answer": "b"}\n',
  'chats.csv': 'messages,score\n"[{""role"": ""user"", ""content"": ""a""}]",1\n',
  'export.csv': 'message\tcorrect_answer\na\tb\n',
  'release.gate.yaml': 'rules:\n  - metric: exact_match\n    minimum: 0.1\n',
  'params.json': '{"words": 60}',
  'prompt.md': 'Summarise in one sentence.\n',
  'article.json': '{"text": "A long article."}',
  'answer.schema.json': '{"type": "object"}',
  'key.txt': 'sk-test\n',
};

/** Deployed once; each lane has a copy. */
let base: TempProject;

beforeAll(async () => {
  base = await tempProject(Object.fromEntries(Object.entries(FILES).map(([path, text]) => [`project/${path}`, text])));
  const root = base.path('project');
  await linkPackages(root, ['zod', 'typescript']);
  await symlink(resolve('.'), base.path('project/node_modules/wfkit'), 'junction');
  await writeFile(base.path('wf'), `#!/bin/sh\nexec '${process.execPath}' '${WF}' "$@"\n`);
  await chmod(base.path('wf'), 0o755);
  for (const line of PREPARED) {
    const run = await runWf(line.split(' '), { cwd: root });
    expect(run, line).toMatchObject({ exitCode: 0 });
  }
});

afterAll(async () => await base[Symbol.asyncDispose]());

const PREPARED = [
  'deploy --env production',
  'variants create formal --set tone=formal --label owner=ana',
  'variants update formal --set words=50',
  'variants update formal --set words=60',
  'variants create tuned --set tone=formal --label team=search',
  'variants update tuned --set words=50',
  'env deploy production --variant tuned',
  'env deploy production --variant default',
  'env deploy staging --variant tuned',
  'testsets create cases.csv',
  'eval run --testset cases --variants default,tuned,formal --evaluators exact_match',
];

/** What examples name and a lane has elsewhere. */
const REPLACED: readonly (readonly [string, string])[] = [
  ['/var/lib/wf', '$PWD/lib'],
  ['/backups/', '$PWD/backups/'],
  ['REQUEST_ID', 'none'],
  ['--port 5000', '--port 0'],
  ['--port 8700', '--port 0'],
];

/** Bash functions of a lane; its folder has copies of the project where examples name one. */
const PREAMBLE = `exec < /dev/null; set -a
LOG=$PWD/../line.log
mkdir -p lib backups; cp -r .wf/. lib/
at_terminal() { (while echo "\${TYPED:-$1}"; do sleep 0.2; done) 2>&- | TERM=xterm timeout 60 script -qec "$2" /dev/null; }
started() {
  eval "$1 &" > started.log 2>&1
  for try in $(seq 600); do [ -s started.log ] || ! kill -0 $! 2>&- && break; sleep 0.05; done
  kill -INT $!; wait $!; ended=$?; cat started.log; return $ended
}
told() { if [ $1 -ne 0 ]; then printf '[exit %s] %s\n' "$1" "$2"; cat $LOG; fi; }
`;

test.concurrent.each(Object.entries(LANES))('the examples about %s work, one after another', async (name, lines) => {
  const cwd = base.path(`${name}/project`);
  for (const folder of [cwd, `${cwd}/support`])
    await cp(base.path('project'), folder, { recursive: true, verbatimSymlinks: true });
  const script = base.path(`${name}/lane.sh`);
  await using warm = await openWarmProgram();
  await writeFile(script, `${PREAMBLE}${warm.script}${linesOf(lines).map(toShell).join('\n')}\n`);
  const env = { ...bareEnv(base.path(name)), PATH: `${base.root}:${process.env['PATH'] ?? ''}` };
  const run = await runWf([script], { cwd, command: 'bash', env });
  expect(`${run.stdout}${run.stderr}`).toBe('');
});

function linesOf(lane: string): string[] {
  return lane.trim().split('\n');
}

/** Runs a line with its output in a file, which is printed if it fails. */
function toShell(line: string): string {
  const [, kind = '', written = ''] = /^(# |tty |start |)(.*)$/s.exec(line) ?? [];
  let command = written;
  for (const [, name = ''] of command.matchAll(/ \{(\w+)\}/g)) command = command.replace(ID, `$${name}`);
  command = command.replaceAll(/ \{\w+\}/g, '');
  for (const [text, own] of REPLACED) command = command.replaceAll(text, own);
  const quoted = `'${command.replaceAll("'", String.raw`'\''`)}'`;
  const key = command.includes('--interactive') ? 'q' : 'y';
  const run =
    kind === 'tty '
      ? `at_terminal ${key} "$(cat <<'LINE'\n${command}\nLINE\n)"`
      : kind === 'start '
        ? `started ${quoted}`
        : command;
  return `{ ${run}\n} > $LOG 2>&1; told $? ${quoted}`;
}

/** What examples write for an id, a key or the address of a service. */
const ID =
  /01932c5e-(?:[0-9a-f]{4}-7000-8000-000000000001|[0-9a-f]{4})|kX81mPq2|https:\/\/wf\.example\.com(?:\/api)?|http:\/\/127\.0\.0\.1:4747/;

/** Examples that need what a lane does not have, each with the test that runs it. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'wf serve': 'serve',
  'wf serve --database-url postgres://wf@db/wf': 'server',
  'wf serve --migrate --database-url postgres://wf@db/wf': 'service-files',
  'wf serve --database-url postgres://wf@db/wf --artifacts s3://my-bucket/wf': 'store',
  'wf serve --host 0.0.0.0 --database-url postgres://wf@db/wf --public-url https://wf.example.com --drain-delay 5':
    'replicas',
  'wf worker --database-url postgres://wf@db/wf': 'workers',
  'wf worker --database-url postgres://wf@db/wf --concurrency 8 --port 8701 --host 0.0.0.0': 'workers',
  'wf move --to postgres://wf@localhost/wf': 'move',
  'wf move --data-dir /var/lib/wf --to postgres://wf@db/wf --json': 'move',
  'wf move --database-url postgres://wf@db/wf --to sqlite:wf.db': 'move',
  'wf backup wf.db --database-url postgres://wf@db/wf --json': 'move',
  'wf restore wf.db --database-url postgres://wf@db/wf --json': 'move',
  'wf keys rotate-secret --database-url postgres://wf@db/wf --yes --json': 'replicas',
  'wf deploy --url https://support.example.com': 'deploy-url',
  'wf human-eval results 01932c5e-1111 --against default:ai_critique,tuned:ai_critique --json': 'judges',
};

test('every example of the help is in a lane, or names the test that runs it', async () => {
  const played = Object.values(LANES)
    .flatMap(linesOf)
    .map((line) => line.replace(/^(?:tty |start )/, '').replaceAll(/ \{\w+\}| > piped\.tar\.gz/g, ''));
  // Webhooks need a receiver, which their own tests have.
  const examples = (await readCommands()).flatMap((command) => command.examples);
  expect(
    examples.filter(
      (example) => !played.includes(example) && !(example in ELSEWHERE) && !example.startsWith('wf webhooks '),
    ),
  ).toEqual([]);
  expect(Object.keys(ELSEWHERE).filter((example) => !examples.includes(example))).toEqual([]);
  const tests = globSync('test/**/*.test.ts').map((file) => basename(file, '.test.ts'));
  expect(Object.values(ELSEWHERE).filter((name) => !tests.includes(name))).toEqual([]);
});
