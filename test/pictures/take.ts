/** Takes the pictures of the pages from the running program: npm run pictures */
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import packedChromium from '@sparticuz/chromium';
import { chromium } from 'playwright-core';
import { openTerminal } from '../helpers/open-terminal.ts';
import { runWf } from '../helpers/run-wf.ts';
import { tempProject } from '../helpers/temp-project.ts';
import { terminalSvg } from './terminal-svg.ts';

const COLUMNS = 128;
const PICTURES = resolve(import.meta.dirname, '../../docs/pictures');
const MESSAGE = 'I was charged twice this month, please refund me';

await using home = await tempProject();
const project = await prepareProject(home.root);
await pictureTerminal(project);
await picturePlayground(project);

/** Creates a project with two evaluated variants. */
async function prepareProject(root: string): Promise<string> {
  await run(root, 'init', 'support', '--template', 'basic');
  const folder = join(root, 'support');
  await link(join(folder, 'node_modules/wfkit'), '.');
  await link(join(folder, 'node_modules/zod'), 'node_modules/zod');
  await run(folder, 'deploy');
  await run(folder, 'variants', 'create', 'tuned', '--from', 'default', '--set', 'threshold=1');
  const evaluation =
    'eval run --testset testsets/messages.csv --variants default,tuned --evaluators exact_match,levenshtein_distance';
  await run(folder, ...evaluation.split(' '));
  await run(folder, 'env', 'deploy', 'production', '--variant', 'tuned', '--message', 'Better at billing');
  return folder;
}

async function link(path: string, target: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await symlink(resolve(target), path, 'junction');
}

async function run(cwd: string, ...args: readonly string[]): Promise<void> {
  const { exitCode, stderr } = await runWf(args, { cwd });
  if (exitCode !== 0) throw new Error(stderr);
}

async function pictureTerminal(cwd: string): Promise<void> {
  const args = ['eval', 'compare', 'default', 'tuned', '--rows', '3'];
  await using terminal = openTerminal(args, { cwd, columns: COLUMNS, rows: 60, env: { LANG: 'C.UTF-8' } });
  if ((await terminal.exitCode) !== 0) throw new Error(terminal.written());
  await writeFile(
    join(PICTURES, 'compare.svg'),
    await terminalSvg(`wf ${args.join(' ')}`, terminal.written(), COLUMNS),
  );
}

async function picturePlayground(cwd: string): Promise<void> {
  await using dev = openTerminal(['dev', '--port', '0', '--no-open'], { cwd, columns: 200 });
  await dev.shows('http://');
  const [address = ''] = /http:\/\/\S+/.exec(dev.screen().join('\n')) ?? [];
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath: await packedChromium.executablePath(), args });
  const page = await browser.newPage({ viewport: { width: 1180, height: 640 }, colorScheme: 'light' });
  await page.context().request.post(`${new URL(address).origin}/session`, {
    data: { key: (await readFile(join(cwd, '.wf/key'), 'utf8')).trim() },
  });
  await page.goto(new URL(address).origin);
  await page.getByRole('link', { name: '/explain' }).click();
  await page.getByRole('textbox', { name: 'message' }).fill(MESSAGE);
  await page.getByRole('textbox', { name: 'message' }).press('Control+Enter');
  await page.getByText('Trace').first().waitFor();
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(PICTURES, 'playground.png') });
  await browser.close();
}
