/**
 * The narrated demo of `npm run demo`: from an empty folder to an evaluated deployment.
 *
 * Each step runs the built command that a user would type, in a temporary folder with its own settings.
 */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const WF = resolve(import.meta.dirname, '../../bin/wf.js');

interface Step {
  readonly says: string;
  readonly types: readonly string[];
}

const EVALUATORS = 'exact_match,levenshtein_distance,similarity_match,rouge_l,regex_test:regex_pattern=^[a-z]';

/** The gate: right in most cases, and not much worse than the current variant with confidence. */
const GATE = `
evaluators: [exact_match]
minimum_cases: 50
rules:
  - { metric: exact_match, minimum: 0.5, not_worse_by: 0.05 }
`;

const STEPS: readonly Step[] = [
  {
    says: 'Scaffold a workflow: it routes support messages to teams by scored terms.',
    types: ['init', '.', '--template', 'basic', '--name', 'support'],
  },
  { says: 'Bundle it and read its route schemas.', types: ['build'] },
  { says: 'These are its routes, with their typed configuration.', types: ['routes'] },
  {
    says: 'Call a route from source: nothing is deployed yet.',
    types: ['run', '/', '--input', 'message=I was charged twice this month, please refund me'],
  },
  { says: 'Deploy it to the embedded service: no server, no account.', types: ['deploy'] },
  { says: 'Deploying the same thing twice changes nothing.', types: ['deploy'] },
  {
    says: 'Make a variant with another configuration.',
    types: ['variants', 'create', 'tuned', '--from', 'default', '--set', 'threshold=1'],
  },
  { says: 'Put the first variant into production.', types: ['env', 'deploy', 'production', '--variant', 'default'] },
  {
    says: 'Call the deployed route: production answers, from a process of its own.',
    types: ['run', '/', '--env', 'production', '--input', 'message=The app crashes when I open settings'],
  },
  {
    says: 'Ask what an evaluation of both variants by five evaluators would take: nothing is called.',
    types: [
      'eval',
      'plan',
      '--testset',
      'testsets/messages.csv',
      '--variants',
      'default,tuned',
      '--evaluators',
      EVALUATORS,
    ],
  },
  {
    says: 'Evaluate both variants on the labelled test set.',
    types: [
      'eval',
      'run',
      '--testset',
      'testsets/messages.csv',
      '--variants',
      'default,tuned',
      '--evaluators',
      EVALUATORS,
    ],
  },
  {
    says: 'Compare them row by row, and hold the change against a gate: it must pass before anything is promoted.',
    types: ['eval', 'compare', 'default', 'tuned', '--gate', 'release.gate.yaml'],
  },
  { says: 'The tuned one is better: promote it.', types: ['env', 'deploy', 'production', '--variant', 'tuned'] },
  { says: 'The variants:', types: ['variants', 'list'] },
  { says: "Production's history:", types: ['env', 'revisions', 'production'] },
  { says: 'The evaluations:', types: ['eval', 'list'] },
];

await demonstrate();

async function demonstrate(): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'wf-demo-'));
  const project = join(home, 'support');
  await mkdir(project);
  try {
    for (const [index, step] of STEPS.entries()) {
      await perform(step, index + 1, project, home);
      // The folder contains only the scaffolded files.
      if (index === 0) await writeFile(join(project, 'release.gate.yaml'), GATE);
    }
    process.stdout.write('\nThat is the whole road. Nothing is left running, and the folder is gone.\n');
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function perform({ says, types }: Step, number: number, cwd: string, home: string): Promise<void> {
  process.stdout.write(`\n${number}. ${says}\n   $ wf ${types.map(quoted).join(' ')}\n\n`);
  const env = { ...process.env, XDG_CONFIG_HOME: join(home, 'config'), XDG_DATA_HOME: join(home, 'data') };
  const child = spawn(process.execPath, [WF, ...types], { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
  const { promise, resolve: finish } = Promise.withResolvers<number | null>();
  child.once('exit', finish);
  const code = await promise;
  if (code !== 0) throw new Error(`wf ${types.join(' ')} ended with exit code ${code}.`);
}

function quoted(word: string): string {
  return /^[\w./,=-]+$/.test(word) ? word : `'${word}'`;
}
