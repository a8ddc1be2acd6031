import { expect, test } from 'vitest';
import { openTerminal } from '../helpers/open-terminal.ts';
import { serveRecords } from '../helpers/serve-records.ts';
import { SUPPORT } from '../helpers/support-records.ts';
import { linkPackages, tempProject } from '../helpers/temp-project.ts';

test('a missing variant is chosen from a filtered list, which leaves nothing on the screen', async () => {
  await using server = await serveRecords(SUPPORT);
  await using terminal = openTerminal(['variants', 'show', '--base-url', server.url]);
  await terminal.shows('> default');
  expect(terminal.screen()).toEqual([
    'VARIANT: Name, id or id prefix; @N for revision N.',
    'Type to filter',
    '> default  revision 3',
    '  formal   revision 1',
    '  brief    revision 2',
    '3 · ↑↓ move · enter choose · esc cancel',
  ]);
  terminal.press('\u001b[B');
  await terminal.shows('> formal');
  terminal.press('brf');
  await terminal.shows('0 of 3');
  terminal.press('\u007fi');
  await terminal.shows('> brief');
  terminal.press('\r');
  expect(await terminal.exitCode).toBe(0);
  await terminal.shows('tone');
  expect(terminal.screen().slice(0, 2)).toEqual([
    `> wf variants show --base-url ${server.url} brief`,
    'name      brief',
  ]);
});

test('Ctrl-C exits a prompt with 130 and restores the cursor', async () => {
  await using server = await serveRecords(SUPPORT);
  await using terminal = openTerminal(['variants', 'delete', '--base-url', server.url]);
  await terminal.shows('> default');
  terminal.press('\u0003');
  expect(await terminal.exitCode).toBe(130);
  await terminal.shows('Error: Interrupted.');
  expect(terminal.screen()).toEqual(['Error: Interrupted.']);
  expect(terminal.written().lastIndexOf('\u001b[?25h')).toBeGreaterThan(terminal.written().lastIndexOf('\u001b[?25l'));
});

test('a prompt can follow a prompt', async () => {
  await using server = await serveRecords(SUPPORT);
  await using terminal = openTerminal(['variants', 'delete', '--base-url', server.url]);
  await terminal.shows('> default');
  terminal.press('formal\r');
  await terminal.shows('[y/N]');
  terminal.press('n\r');
  expect(await terminal.exitCode).toBe(130);
  await terminal.shows('Nothing was changed.');
});

test('in CI, a terminal gets no prompt', async () => {
  await using server = await serveRecords(SUPPORT);
  const args = ['variants', 'show', '--base-url', server.url];
  await using terminal = openTerminal(args, { env: { CI: '1' } });
  expect(await terminal.exitCode).toBe(2);
  await terminal.shows('VARIANT is missing');
});

test('wf run asks for the inputs of the route, and prints the command', async () => {
  const workflow = `import { route } from 'wfkit';
import * as z from 'zod';
export const say = route(
  '/say',
  { input: z.object({ text: z.string().describe('What to say.'), times: z.int().min(1) }) },
  async ({ input }) => input.text.repeat(input.times),
);
`;
  await using project = await tempProject({
    'workflow.ts': workflow,
    '.wfrc.json': '{"app":"says","entry":"workflow.ts"}',
  });
  await linkPackages(project.root, ['zod']);
  await using terminal = openTerminal(['run', '/say'], { cwd: project.root });
  await terminal.shows('text: What to say.');
  terminal.press('ab\r');
  await terminal.shows('times: integer ≥ 1');
  terminal.press('2\r');
  expect(await terminal.exitCode).toBe(0);
  await terminal.shows('abab');
  expect(terminal.screen()).toContain('> wf run --input=text=ab --input=times=2 /say');
});

test('wf init asks for what is missing, and prints the command', async () => {
  await using folder = await tempProject({ 'notes.txt': '', 'pnpm-lock.yaml': '' });
  await using terminal = openTerminal(['init'], { cwd: folder.root, columns: 120 });
  await terminal.shows('> agent');
  terminal.press('blank');
  await terminal.shows('> blank');
  terminal.press('\r');
  await terminal.shows('> pnpm');
  terminal.press('\r');
  await terminal.shows('Name of the project [my-workflow]');
  terminal.press('Greeter\r');
  await terminal.shows('Create a git repository? [Y/n]');
  terminal.press('n\r');
  expect(await terminal.exitCode).toBe(0);
  await terminal.shows('> wf init --name=greeter --template=blank --package-manager=pnpm --no-git greeter');
  await terminal.shows('Created greeter from template blank');
});

test('wf init asks nothing where folder and template are named, or with --yes', async () => {
  await using folder = await tempProject();
  await using terminal = openTerminal(['init', '--yes', '--package-manager', 'npm'], { cwd: folder.root });
  expect(await terminal.exitCode).toBe(0);
  await terminal.shows('from template basic');
});

test('lists and lines may follow each other in any order', async () => {
  await using project = await tempProject({
    'wf.config.json': JSON.stringify({ app: 'support', entry: 'workflow.ts' }),
    'workflow.ts': `import { route } from 'wfkit';
import * as z from 'zod';
const input = z.object({ size: z.enum(['small', 'large']), colour: z.enum(['red', 'blue']), note: z.string(), wrap: z.enum(['box', 'paper']) });
export const order = route('/order', { input }, async ({ input }) => Object.values(input).join(' '));
`,
  });
  await linkPackages(project.root, ['zod']);
  await using terminal = openTerminal(['run', '/order'], { cwd: project.root });
  await terminal.shows('> small');
  terminal.press('\u001b[B\r');
  await terminal.shows('> red');
  terminal.press('\u001b[B');
  await terminal.shows('> blue');
  terminal.press('\r');
  await terminal.shows('note');
  terminal.press('soon\r');
  await terminal.shows('> box');
  terminal.press('pap\r');
  expect(await terminal.exitCode).toBe(0);
  await terminal.shows('large blue soon paper');
  expect(terminal.screen().filter((line) => line.startsWith('Type to filter'))).toEqual([]);
});
