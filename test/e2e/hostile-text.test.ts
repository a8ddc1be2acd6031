import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTerminal } from '../helpers/open-terminal.ts';
import { runWf } from '../helpers/run-wf.ts';
import { serveRecords } from '../helpers/serve-records.ts';
import { SUPPORT } from '../helpers/support-records.ts';
import { linkPackages, tempProject, type TempProject } from '../helpers/temp-project.ts';

/** Writes to the clipboard, links, moves the cursor and clears, in both spellings of control codes, and reorders. */
const HOSTILE = [
  '\u001B]52;c;ZXZpbA==\u0007',
  '\u001B]8;;https://evil.example\u001B\\',
  '\u001B[31;47H',
  '\u001B[2J',
  '\u009D52;c;ZXZpbA==\u009C',
  '\u009B31;47H',
  '\u202E',
  '\u2066',
  '\u200F',
  '\u0007',
].join('');
/** Each part alone, as it must not be written; our own screens clear and beep by other means. */
const PARTS = ['\u001B]52', '\u001B]8', '\u001B[31;47H', '\u009D', '\u009C', '\u009B', '\u202E', '\u2066', '\u200F'];

const NAME = `begin${HOSTILE}end`;
/** The text itself, and what is left of the rest; tables cut it. */
const SEEN = /begin\S/;

const WORKFLOW = `
import { entrypoint } from 'wfkit';
export default entrypoint({}, async () => {
  console.log(${JSON.stringify(NAME)});
  if (process.env['FAILS'] !== undefined) throw new Error(${JSON.stringify(NAME)});
  return ${JSON.stringify(NAME)};
});
`;

let project: TempProject;
let service: Awaited<ReturnType<typeof serveRecords>>;

beforeAll(async () => {
  project = await tempProject({ 'flow.ts': WORKFLOW, '.wfrc.json': '{"app":"support","entry":"flow.ts"}' });
  await linkPackages(project.root, ['zod']);
  for (const words of [['deploy'], ['run', '/', '--variant', 'default']]) {
    expect(await runWf(words, { cwd: project.root })).toMatchObject({ exitCode: 0 });
  }
  const text = JSON.stringify(SUPPORT).replaceAll('"formal"', JSON.stringify(NAME));
  service = await serveRecords({ ...(JSON.parse(text) as object), '/apps/x': { detail: NAME } });
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await project[Symbol.asyncDispose]();
});

const OF_SERVICE = ['--app', 'support', '--base-url'];

test.each([
  ['a table', ['variants', 'list', ...OF_SERVICE]],
  ['--json', ['variants', 'list', '--json', ...OF_SERVICE]],
  ['--jq', ['variants', 'list', '--jq', '.[].variant_name', ...OF_SERVICE]],
  ['--tsv', ['variants', 'list', '--tsv', ...OF_SERVICE]],
  ['a record', ['variants', 'show', '01980000-0000-7000-8000-000000000012', ...OF_SERVICE]],
  ['any answer', ['api', 'GET', '/apps/x', '--base-url']],
  ['an error with names of records', ['variants', 'show', 'begim', ...OF_SERVICE]],
  ['an error with an argument', ['variants', 'show', `${NAME}x`, ...OF_SERVICE]],
  ['an error under --json', ['variants', 'show', `${NAME}x`, '--json', ...OF_SERVICE]],
] as const)('no control code of a service reaches a terminal by %s', async (_, words) => {
  await using terminal = openTerminal([...words, service.url], { cwd: project.root, columns: 200 });
  await terminal.exitCode;
  expectHarmless(terminal.written());
});

test.each([
  ['a logged line', ['logs'], {}],
  ['a logged line under --json', ['logs', '--json'], {}],
  ['an output', ['run', '/', '--variant', 'default'], {}],
  ['an output under --json', ['run', '/', '--variant', 'default', '--json'], {}],
  ['an output that jq selects', ['run', '/', '--variant', 'default', '--jq', '.data'], {}],
  ['a message that a workflow throws', ['run', '/', '--variant', 'default'], { FAILS: '1' }],
] as const)('no control code of a deployed workflow reaches a terminal by %s', async (_, words, env) => {
  await using terminal = openTerminal(words, { cwd: project.root, env, columns: 200 });
  await terminal.exitCode;
  expectHarmless(terminal.written());
});

function expectHarmless(written: string): void {
  expect(PARTS.filter((part) => written.includes(part))).toEqual([]);
  // The text itself is shown: otherwise nothing was tried.
  expect(written).toMatch(SEEN);
}
