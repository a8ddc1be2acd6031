import { isOnPath } from '../helpers/is-on-path.ts';
import { type Measurement, measureInTurn } from './contestants.ts';
import { createPackedProject, type PackedProject } from './packed-project.ts';
import { type BenchRow, judgePaced, showMs } from './rows.ts';
import { type ProcessCommand, runProcess } from './run-process.ts';
import { APP, serveVariants } from './serve-variants.ts';

/** Start-up as users see it: the packed program in a scaffolded project, compared with `node -e 0` in the same folder. */
export async function benchStartUp(): Promise<BenchRow[]> {
  await using project = await createPackedProject('basic');
  await using server = await serveVariants(10);
  await fillEmbedded(project);
  const node: ProcessCommand = { command: process.execPath, args: ['-e', '0'], env: project.env, cwd: project.root };
  const key = { WF_API_KEY: 'bench' };
  const remote = project.wf('variants', 'list', '--app', APP, '--base-url', server.url);
  const list = { ...remote, env: { ...remote.env, ...key } };
  const embedded = project.wf('variants', 'list', '--json');
  const contestants = [
    { name: 'node -e 0', run: () => runProcess(node) },
    { name: 'wf --version', run: () => runProcess(project.wf('--version')) },
    { name: 'wf --help', run: () => runProcess(project.wf('--help')) },
    { name: 'wf variants list --json', run: () => runProcess({ ...list, args: [...list.args, '--json'] }) },
    { name: 'wf variants list --json, embedded', run: async () => requireName((await runProcess(embedded)).stdout) },
  ] as const;
  const [bare, version, help, http, own] = await measureInTurn(contestants, { rounds: 25 });
  const tab = project.wf('autocomplete', 'bash', '--', 'variants', 'show', '');
  return [
    toRow('`wf --version`', version, bare, 1.3),
    toRow('`wf --help`', help, bare, 1.3),
    toRow('`wf variants list --json`, one GET to a server on this machine', http, bare, 2.5),
    toRow('`wf variants list --json`, embedded service', own, bare, 3.2),
    await benchCompletion(node, { ...tab, env: { ...tab.env, ...key } }, server.url),
    ...(await benchComparedWithGh(server.url, project.root, contestants[3])),
    await benchOnTerminal(node, list),
    await benchInstructions(node, { ...list, args: [...list.args, '--json'] }),
  ];
}

/** Deploys the scaffolded workflow and adds variants, so that embedded service and server list equally many. */
async function fillEmbedded(project: PackedProject): Promise<void> {
  await runProcess(project.wf('deploy', '--yes'));
  for (let index = 1; index < 10; index += 1)
    await runProcess(project.wf('variants', 'create', `variant-${index}`, '--from', 'default'));
}

function toRow(what: string, own: Measurement, bare: Measurement, budget: number): BenchRow {
  const ratio = own.wallMs / bare.wallMs;
  return {
    what,
    value: showMs(own.wallMs),
    comparison: `\`${bare.name}\` ${showMs(bare.wallMs)}`,
    ratio,
    budget: `≤ ${budget}`,
    isWithin: ratio <= budget,
  };
}

/** Time of a press of Tab with cached names; the first run fills the cache. */
async function benchCompletion(bare: ProcessCommand, tab: ProcessCommand, url: string): Promise<BenchRow> {
  const env = { ...tab.env, WF_APP: APP, WF_BASE_URL: url };
  const [empty, own] = await measureInTurn([
    { name: 'node -e 0', run: () => runProcess(bare) },
    { name: 'Tab', run: async () => requireName((await runProcess({ ...tab, env })).stdout) },
  ]);
  return {
    what: 'names of variants completed at a press of Tab, from the cache',
    value: showMs(own.wallMs),
    comparison: `\`node -e 0\` ${showMs(empty.wallMs)}`,
    ...judgePaced(own.wallMs, empty.wallMs, { budgetMs: 100, referenceMs: 23 }),
  };
}

/** The same GET with GitHub's CLI, which is written in Go. */
async function benchComparedWithGh(
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

/** `script` runs its command on a terminal; `stty` sets the terminal's size. */
async function benchOnTerminal(bare: ProcessCommand, list: ProcessCommand): Promise<BenchRow> {
  const what = '`wf variants list`, an Ink table on a terminal';
  const budget = 5;
  if (!isOnPath('script')) {
    return {
      what,
      value: 'not measured',
      comparison: '`script` is not installed',
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

/** Instructions of a list whose code is cached, which do not depend on the machine's speed. */
async function benchInstructions(bare: ProcessCommand, list: ProcessCommand): Promise<BenchRow> {
  const what = 'instructions of `wf variants list --json`';
  const budget = 3.7;
  const shown = { what, budget: `≤ ${budget}` };
  if (!isOnPath('valgrind')) {
    return { ...shown, value: 'not measured', comparison: 'valgrind is not installed', ratio: null, isWithin: false };
  }
  const [own, empty] = [await countInstructions(list), await countInstructions(bare)];
  const ratio = own / empty;
  return {
    ...shown,
    value: showMillions(own),
    comparison: `\`node -e 0\` ${showMillions(empty)}`,
    ratio,
    isWithin: ratio <= budget,
  };
}

/** Counts the instructions of a Node process, which vary by about a hundred between runs. */
async function countInstructions({ command, args, ...rest }: ProcessCommand): Promise<number> {
  const flags = ['--tool=cachegrind', '--cache-sim=no', '--cachegrind-out-file=/dev/null'];
  const valgrind = { command: 'valgrind', args: [...flags, command, '--predictable', ...args], ...rest };
  const { stderr } = await runProcess(valgrind);
  return Number(/refs:\s+([\d,]+)/.exec(stderr)?.[1]?.replaceAll(',', ''));
}

function showMillions(count: number): string {
  return `${(count / 1e6).toFixed(0)} million`;
}

function requireName(text: string): void {
  if (!text.includes('variant-9')) throw new Error(`The list lacks a name: ${text}`);
}
