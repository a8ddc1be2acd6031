import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isOnPath } from '../helpers/is-on-path.ts';
import { ROOT } from './bench-project.ts';
import { type Measurement, measureInTurn } from './contestants.ts';
import { type BenchRow, judgePaced, showMs } from './rows.ts';
import { type ProcessCommand, runProcess } from './run-process.ts';
import { APP, serveVariants } from './serve-variants.ts';

/** Start-up: the program's own words, and one GET to a server on this machine, beside a bare `node -e 0`. */
export async function benchStartUp(): Promise<BenchRow[]> {
  const home = await mkdtemp(join(tmpdir(), 'wf-bench-'));
  await using server = await serveVariants(10);
  const env = { XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, WF_API_KEY: 'bench' };
  const node = (...args: string[]): ProcessCommand => ({ command: process.execPath, args, env, cwd: home });
  const wf = (...args: string[]) => node(join(ROOT, 'bin', 'wf.js'), ...args);
  const list = wf('variants', 'list', '--app', APP, '--base-url', server.url);
  const contestants = [
    { name: 'node -e 0', run: () => runProcess(node('-e', '0')) },
    { name: 'wf --version', run: () => runProcess(wf('--version')) },
    { name: 'wf --help', run: () => runProcess(wf('--help')) },
    { name: 'wf variants list --json', run: () => runProcess({ ...list, args: [...list.args, '--json'] }) },
  ] as const;
  const [bare, ...own] = await measureInTurn(contestants, { rounds: 25 });
  const rows = own.map((row) => toRow(`\`${row.name}\``, row, bare, 1.6));
  rows.push(
    await benchCompletion(node('-e', '0'), wf('autocomplete', 'bash', '--', 'variants', 'show', ''), server.url),
  );
  rows.push(...(await benchBesideGh(server.url, home, contestants[3])));
  rows.push(await benchOnTerminal(node('-e', '0'), list));
  await rm(home, { recursive: true, force: true });
  return rows;
}

function toRow(what: string, own: Measurement, bare: Measurement, budget: number): BenchRow {
  const ratio = own.wallMs / bare.wallMs;
  return {
    what,
    value: showMs(own.wallMs),
    beside: `\`${bare.name}\` ${showMs(bare.wallMs)}`,
    ratio,
    budget: `≤ ${budget}`,
    isWithin: ratio <= budget,
  };
}

/** What a press of Tab costs where the names were looked up within the last minute: the first run does that. */
async function benchCompletion(bare: ProcessCommand, tab: ProcessCommand, url: string): Promise<BenchRow> {
  const env = { ...tab.env, WF_APP: APP, WF_BASE_URL: url };
  const [empty, own] = await measureInTurn([
    { name: 'node -e 0', run: () => runProcess(bare) },
    { name: 'Tab', run: async () => requireName((await runProcess({ ...tab, env })).stdout) },
  ]);
  return {
    what: 'names of variants completed at a press of Tab, from the cache',
    value: showMs(own.wallMs),
    beside: `\`node -e 0\` ${showMs(empty.wallMs)}`,
    ...judgePaced(own.wallMs, empty.wallMs, { budgetMs: 100, referenceMs: 23 }),
  };
}

/** The same GET by GitHub's command line, which is written in Go. */
async function benchBesideGh(
  url: string,
  home: string,
  own: { readonly name: string; readonly run: () => Promise<unknown> },
): Promise<BenchRow[]> {
  const what = '`wf variants list --json`, the same GET by `gh api`';
  if (!isOnPath('gh')) {
    process.stderr.write('  gh is not installed here: not compared.\n');
    return [];
  }
  const env = { GH_TOKEN: 'bench', GH_CONFIG_DIR: home, GH_NO_UPDATE_NOTIFIER: '1' };
  const gh = { command: 'gh', args: ['api', `${url}/apps/${APP}/variants`], env };
  const [wf, other] = await measureInTurn([own, { name: 'gh api', run: () => runProcess(gh) }]);
  return [toRow(what, wf, other, 1)];
}

/** `script` gives its command a terminal; `stty` gives that terminal a size. */
async function benchOnTerminal(bare: ProcessCommand, list: ProcessCommand): Promise<BenchRow> {
  const what = '`wf variants list`, an Ink table on a terminal';
  const budget = 5;
  if (!isOnPath('script')) {
    return {
      what,
      value: 'not measured',
      beside: '`script` is not installed',
      ratio: null,
      budget: '≤ 5',
      isWithin: false,
    };
  }
  const [empty, table] = await measureInTurn([
    { name: 'node -e 0', run: () => runProcess(onTerminal(bare)) },
    { name: what, run: async () => requireName((await runProcess(onTerminal(list))).stdout) },
  ]);
  return toRow(what, table, empty, budget);
}

function onTerminal({ command, args, ...rest }: ProcessCommand): ProcessCommand {
  const words = [command, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`);
  return { command: 'script', args: ['-qec', `stty cols 120 rows 40; exec ${words.join(' ')}`, '/dev/null'], ...rest };
}

function requireName(text: string): void {
  if (!text.includes('variant-9')) throw new Error(`No name was told: ${text}`);
}
