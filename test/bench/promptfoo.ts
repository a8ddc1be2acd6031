import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './bench-project.ts';
import { CASES, caseTexts, createCasesProject, requireCorrect } from './cases-project.ts';
import { measureInTurn } from './contestants.ts';
import { type BenchRow, showMs } from './rows.ts';
import { peakMemoryOf, type ProcessCommand, runProcess } from './run-process.ts';

const VERSION = '0.123.1';
const CONCURRENCY = 16;

/** Two gigabytes that nothing else needs, so they are installed in a separate folder and are in no lock file. */
const FOLDER = join(ROOT, 'node_modules/.cache/bench-promptfoo');

/** The same trivial cases with promptfoo and its provider `echo`, which returns its input. */
export async function benchPromptfoo(): Promise<BenchRow[]> {
  await install();
  await using cases = await createCasesProject();
  const own = cases.evaluate('trivial', CONCURRENCY);
  const peer = await preparePromptfoo(cases.project.root);
  const before = () => cases.restore();
  const [ours, theirs] = await measureInTurn(
    [
      { name: 'wf', before, run: async () => requireCorrect(await runProcess(own)) },
      // Exits with a code other than 0 when a case fails.
      { name: 'promptfoo', run: () => runProcess(peer) },
    ],
    { rounds: 3, warmUps: 1 },
  );
  await before();
  const [memory, theirMemory] = [await peakMemoryOf(own), await peakMemoryOf(peer)];
  const shared = { budget: '', isWithin: null } as const;
  return [
    {
      what: '`wf eval run`, 10,000 trivial cases, compared with promptfoo',
      value: showMs(ours.wallMs),
      comparison: `promptfoo ${VERSION} ${showMs(theirs.wallMs)}`,
      ratio: ours.wallMs / theirs.wallMs,
      ...shared,
    },
    {
      what: 'its peak memory, compared with promptfoo',
      value: `${memory.toFixed(0)} MB`,
      comparison: `promptfoo ${theirMemory.toFixed(0)} MB`,
      ratio: memory / theirMemory,
      ...shared,
    },
  ];
}

async function install(): Promise<void> {
  const manifest = join(FOLDER, 'node_modules/promptfoo/package.json');
  const installed = await readFile(manifest, 'utf8').catch(() => '{}');
  // The package's own package.json.
  if ((JSON.parse(installed) as { version?: string }).version === VERSION) return;
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, 'package.json'), '{"private": true}');
  process.stderr.write(`Installing promptfoo ${VERSION} in ${FOLDER} …\n`);
  const args = ['install', '--prefix', FOLDER, '--no-audit', '--no-fund', `promptfoo@${VERSION}`];
  await runProcess({ command: 'npm', args });
}

async function preparePromptfoo(folder: string): Promise<ProcessCommand> {
  const tests = caseTexts(CASES.trivial).map((text) => ({ vars: { text }, assert: [{ type: 'equals', value: text }] }));
  const config = { prompts: ['{{text}}'], providers: ['echo'], tests: 'file://tests.json' };
  await writeFile(join(folder, 'tests.json'), JSON.stringify(tests));
  await writeFile(join(folder, 'promptfooconfig.json'), JSON.stringify(config));
  const flags = [
    '-c',
    'promptfooconfig.json',
    '-j',
    String(CONCURRENCY),
    '--no-cache',
    '--no-table',
    '--no-progress-bar',
  ];
  return {
    command: process.execPath,
    args: [join(FOLDER, 'node_modules/.bin/promptfoo'), 'eval', ...flags],
    cwd: folder,
    env: {
      PROMPTFOO_CONFIG_DIR: join(folder, 'promptfoo'),
      PROMPTFOO_DISABLE_TELEMETRY: '1',
      PROMPTFOO_DISABLE_UPDATE: '1',
      PROMPTFOO_DISABLE_REMOTE_GENERATION: '1',
    },
  };
}
