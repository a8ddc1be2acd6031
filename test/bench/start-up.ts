import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isOnPath } from '../helpers/is-on-path.ts';
import { ROOT } from './bench-project.ts';
import { type Measurement, measureInTurn } from './contestants.ts';
import { type BenchRow, showMs } from './rows.ts';
import { type ProcessCommand, runProcess } from './run-process.ts';

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
    { name: what, run: async () => requireDrawn((await runProcess(onTerminal(list))).stdout) },
  ]);
  return toRow(what, table, empty, budget);
}

function onTerminal({ command, args, ...rest }: ProcessCommand): ProcessCommand {
  const words = [command, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`);
  return { command: 'script', args: ['-qec', `stty cols 120 rows 40; exec ${words.join(' ')}`, '/dev/null'], ...rest };
}

function requireDrawn(text: string): void {
  if (!text.includes('variant-9')) throw new Error(`No table was drawn: ${text}`);
}

const APP = '01980000-0000-7000-8000-000000000001';

/** A server that answers a list of variants without a framework: what is measured is the command, not the service. */
async function serveVariants(count: number): Promise<{ url: string } & AsyncDisposable> {
  const variants = Array.from({ length: count }, (_, index) => ({
    app_id: APP,
    app_name: 'bench',
    variant_id: `01980000-0000-7000-8000-0000000001${String(index).padStart(2, '0')}`,
    variant_name: `variant-${index}`,
    project_id: APP,
    parameters: { words: index },
    base_name: 'main',
    base_id: APP,
    config_name: `variant-${index}`,
    uri: null,
    revision: 1,
    created_at: '2026-11-20T10:00:00.000Z',
    updated_at: '2026-11-20T10:00:00.000Z',
    modified_by_id: 'local',
  }));
  const apps = [{ app_id: APP, app_name: 'bench' }];
  const server = createServer((request, response) => {
    const body = request.url?.includes('/variants') === true ? variants : apps;
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  // A server on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: close };
}
