import { DatabaseSync } from 'node:sqlite';
import type { BenchProject } from './bench-project.ts';
import { measureInTurn } from './contestants.ts';
import { fillLists } from './fill-lists.ts';
import { createPackedProject } from './packed-project.ts';
import { type BenchRow, showMs } from './rows.ts';
import { startWf } from './running-wf.ts';
import { peakMemoryOf, type ProcessCommand, runProcess } from './run-process.ts';

const SIZES = [20_000, 100_000];

/** A limited list may take this many times as long as `node -e 0`. */
const LIMITED = 3;
/** A whole list may take this much memory. */
const WHOLE_MB = 150;

const LIMITED_LISTS = [
  ['variants', 'list', '--limit', '10', '--json'],
  ['testsets', 'list', '--limit', '10', '--json'],
  ['eval', 'list', '--limit', '10', '--json'],
  ['eval', 'list', '--limit', '10', '--status', 'failed', '--since', '2026-01-10', '--json'],
  ['eval', 'list', '--limit', '10', '--sort', 'updated', '--desc', '--json'],
  ['eval', 'list', '--limit', '10'],
  ['eval', 'list', '--limit', '10', '--jq', '.[].id'],
  ['variants', 'revisions', 'variant-7', '--limit', '2', '--json'],
  ['env', 'revisions', 'production', '--limit', '2', '--json'],
  ['autocomplete', 'bash', '--', 'variants', 'show', ''],
];

/** Read from `wf serve` instead of the embedded service. */
const SERVED_LISTS = [
  ['eval', 'list', '--json'],
  ['eval', 'list', '--jq', '.[].id'],
  ['eval', 'list'],
];

const WHOLE_LISTS = [
  ['variants', 'list', '--json'],
  ['variants', 'list'],
  ['variants', 'list', '--jq', '.[].variant_name'],
  ['testsets', 'list', '--json'],
  ['testsets', 'list'],
  ['eval', 'list', '--json'],
  ['eval', 'list', '--tsv'],
  ['eval', 'list', '--quiet'],
  ['eval', 'list', '--jq', '.[].id'],
  ['eval', 'list', '--jq', 'length'],
  ['eval', 'list', '--limit', '10', '--sort', 'cost', '--json'],
  ['eval', 'list'],
];

/** Lists of an app that has been in use for a year, limited and whole, in every form, by the packed program. */
export async function benchLists(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const evaluations of SIZES) {
    await using project = await createPackedProject('basic');
    await project.write('wf.config.ts', "export default { app: 'bench', entry: 'src/workflow.ts' };\n");
    await runProcess(project.wf('apps', 'list'));
    using database = new DatabaseSync(project.path('.wf/wf.db'));
    fillLists(database, { variants: 2000, revisions: 5, evaluations, testsets: 500 });
    database.close();
    const among = `of ${evaluations.toLocaleString('en-US')} evaluations, 2,000 variants, 500 test sets`;
    for (const words of LIMITED_LISTS) rows.push(await timeLimited(project, words, among));
    for (const words of WHOLE_LISTS) rows.push(await weighWhole(project, words, among));
    await using served = await startWf(project, 'serve', '--port', '0', '--data-dir', project.path('.wf'));
    const access = { WF_BASE_URL: served.url, WF_API_KEY: served.key };
    for (const words of SERVED_LISTS) rows.push(await weighWhole(project, words, `${among}, over HTTP`, access));
  }
  return rows;
}

async function timeLimited(project: BenchProject, words: readonly string[], among: string): Promise<BenchRow> {
  const node: ProcessCommand = { command: process.execPath, args: ['-e', '0'], cwd: project.root };
  const [bare, own] = await measureInTurn(
    [
      { name: 'node -e 0', run: () => runProcess(node) },
      { name: words.join(' '), run: () => runProcess(project.wf(...words)) },
    ],
    { rounds: 9 },
  );
  const ratio = own.wallMs / bare.wallMs;
  return {
    what: `\`wf ${words.join(' ')}\`, ${among}`,
    value: showMs(own.wallMs),
    comparison: `\`node -e 0\` ${showMs(bare.wallMs)}`,
    ratio,
    budget: `≤ ${LIMITED}`,
    isWithin: ratio <= LIMITED,
  };
}

async function weighWhole(
  project: BenchProject,
  words: readonly string[],
  among: string,
  access: Readonly<Record<string, string>> = {},
): Promise<BenchRow> {
  const command = project.wf(...words);
  const startedAt = performance.now();
  const megabytes = await peakMemoryOf({ ...command, env: { ...command.env, ...access } });
  return {
    what: `\`wf ${words.join(' ')}\`, ${among}, peak memory`,
    value: `${megabytes.toFixed(0)} MB`,
    comparison: `in ${showMs(performance.now() - startedAt)}`,
    ratio: null,
    budget: `≤ ${WHOLE_MB} MB`,
    isWithin: megabytes <= WHOLE_MB,
  };
}
