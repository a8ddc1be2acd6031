import { expect, test } from 'vitest';
import { expectRefusal, type Refusal } from '../helpers/expect-refusal.ts';
import { runWf } from '../helpers/run-wf.ts';
import { linkPackages, tempProject } from '../helpers/temp-project.ts';

const CONFIG = JSON.stringify({ app: 'bad', entry: 'src/workflow.ts' });
const IMPORTS = `import { configSchema, entrypoint, multipleChoice, route } from 'wfkit';\nimport * as z from 'zod';\n`;
const ROUTE = `export default entrypoint({}, async () => 'x');\n`;

async function project(files: Record<string, string>) {
  const made = await tempProject({ '.wfrc.json': CONFIG, ...files });
  await linkPackages(made.root, ['zod']);
  return made;
}

const invalid = (says: RegExp | string): Refusal => ({ exitCode: 2, code: 'WF_WORKFLOW_INVALID', says });
const unbuilt = (says: RegExp | string): Refusal => ({ exitCode: 2, code: 'WF_BUILD_FAILED', says });

/** The source below two lines of imports, and the error. */
const WORKFLOWS: readonly (readonly [title: string, source: string, refusal: Refusal])[] = [
  ['a syntax error', 'const x = ;\n', unbuilt(/^(Error: )?src\/workflow\.ts:3:11: [^]*3 \| const x = ;\n\s+\| {11}\^/)],
  [
    'a package that is not installed',
    `import 'left-padded';\n${ROUTE}`,
    unbuilt(/workflow\.ts:3:8: .*the package left-padded is not installed/),
  ],
  [
    'a field without a default',
    `export default entrypoint({ config: configSchema({ words: z.int() } as never) }, async () => 'x');\n`,
    invalid(/workflow\.ts:3:\d+: .*"words" has no default/),
  ],
  [
    'a default out of its bounds',
    `export default entrypoint({ config: configSchema({ words: z.int().lte(5).default(50) }) }, async () => 'x');\n`,
    invalid(/workflow\.ts:3:\d+: .*"words" has the default 50, which is no integer/),
  ],
  [
    'a default that is no choice',
    `export default entrypoint({ config: configSchema({ tone: multipleChoice(['a']).default('b' as never) }) }, async () => 'x');\n`,
    invalid(/workflow\.ts:3:\d+: .*"tone" has the default "b", which is not one of its choices/),
  ],
  [
    'a path twice',
    `export const a = route('/a', {}, async () => 'x');\nexport const b = route('/a', {}, async () => 'y');\n`,
    invalid(/^(Error: )?src\/workflow\.ts: Route \/a is exported twice, as a and as b\./),
  ],
  [
    'an invalid path',
    `export const a = route('a b?', {}, async () => 'x');\n`,
    invalid(/workflow\.ts:3:\d+: .*not a valid HTTP path/),
  ],
  [
    'a configuration field named like an input',
    `export const a = route('/a', { config: configSchema({ text: z.string().default('') }), input: z.object({ text: z.string() }) } as never, async () => 'x');\n`,
    invalid(/workflow\.ts:3:\d+: .*"text" is a configuration field and an input field/),
  ],
  ['an import that waits for ever', `await new Promise(() => {});\n${ROUTE}`, invalid(/workflow\.ts never finishes/)],
  ['an import that exits', `process.exit(0);\n${ROUTE}`, invalid(/workflow\.ts:3:\d+: process\.exit\(0\) is called/)],
  ['an import that throws', `throw new Error('no luck');\n${ROUTE}`, invalid(/:3:\d+: .*threw Error: no luck/)],
  ['no route at all', 'export const x = 1;\n', invalid(/exports no route: it exports "x"/)],
];

test.each(WORKFLOWS)('%s is rejected with its position', async (_, source, refusal) => {
  await using bad = await project({ 'src/workflow.ts': IMPORTS + source });
  await expectRefusal(['build'], refusal, { cwd: bad.root });
});

test('a missing entry is reported with its path', async () => {
  await using bad = await project({});
  const says = `The entry "src/workflow.ts" does not exist: there is no file ${bad.path('src/workflow.ts')}`;
  for (const argv of [['build'], ['deploy'], ['routes'], ['run', '/']]) {
    await expectRefusal(argv, unbuilt(says), { cwd: bad.root });
  }
});

test.each([
  ['build', ['build']],
  ['deploy', ['deploy']],
  ['routes', ['routes']],
  ['run', ['run', '/']],
])('%s outside of a project is rejected', async (_, argv) => {
  await using folder = await tempProject();
  const refusal = { exitCode: 2, code: 'WF_NO_PROJECT', says: `There is no wf project in ${folder.root} or above it` };
  await expectRefusal(argv, refusal, { cwd: folder.root });
});

test('init suggests a template, and never overwrites files', async () => {
  await using folder = await tempProject({ 'full/mine.txt': 'mine' });
  const options = { cwd: folder.root };
  const unknown = { exitCode: 3, code: 'WF_NOT_FOUND', says: 'No template is called "basik". Did you mean basic?' };
  await expectRefusal(['init', 'new', '--template', 'basik'], unknown, options);
  const full = { exitCode: 2, code: 'WF_FOLDER_NOT_EMPTY', says: 'full is not empty: it contains mine.txt' };
  await expectRefusal(['init', 'full', '--template', 'basic'], full, options);
});

test.each([
  [
    'wrong types and names',
    '{"app": 3, "entri": "x"}',
    /app: expected string.*"entri" is not a setting \(did you mean entry\?\)/,
  ],
  ['malformed JSON', '{"app": ', /Cannot read the project file \S+\.wfrc\.json/],
])('a project file with %s is reported by name', async (_, text, says) => {
  await using bad = await tempProject({ '.wfrc.json': text });
  await expectRefusal(['build'], { exitCode: 2, code: 'WF_INVALID_INPUT', says }, { cwd: bad.root });
});

test('a stack is printed only with --debug', async () => {
  await using bad = await project({ 'src/workflow.ts': 'const x = ;' });
  const { stderr } = await runWf(['build', '--debug'], { cwd: bad.root });
  expect(stderr).toMatch(/^\s+at .+:\d+:\d+\)?$/m);
});
