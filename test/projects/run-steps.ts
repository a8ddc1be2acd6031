import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runWf } from '../helpers/run-wf.ts';
import { startDev } from '../helpers/start-dev.ts';
import { startCloudflareTarget } from '../helpers/targets/cloudflare-target.ts';
import { startLambdaTarget } from '../helpers/targets/lambda-target.ts';
import { startContainerTarget, startNodeTarget } from '../helpers/targets/node-target.ts';
import type { TargetServer, TargetSetting } from '../helpers/targets/target-server.ts';

/** An installed project. */
export interface GalleryProject {
  readonly root: string;
  /** The program that it installed. */
  readonly program: string;
  /** Variables for a target; the others read `.env`. */
  readonly variables: Readonly<Record<string, string>>;
  /** Whether it starts other programs, which the sandbox refuses. */
  readonly startsProcesses: boolean;
}

type Step = (project: GalleryProject) => Promise<string>;

const QUESTION = { question: 'Who?' };

/** Each returns what its cell shows, or throws. */
const RUN: Readonly<Record<string, Step>> = {
  build: async (project) => {
    const hasTypes = existsSync(join(project.root, 'tsconfig.json'));
    await wf(project, ['build', '--json', ...(hasTypes ? ['--check'] : [])]);
    return hasTypes ? 'yes, with types' : 'yes';
  },
  run: async (project) => costOf(await wf(project, ['run', '/ask', '--input', 'question=Who?', '--json'])),
  dev: async ({ root, program, startsProcesses }) => {
    const flags = startsProcesses ? ['--allow'] : [];
    await using dev = await startDev({ root, path: (file) => join(root, file) }, flags, program);
    const headers = { 'content-type': 'application/json' };
    const call = { method: 'POST', headers, body: JSON.stringify(QUESTION) };
    const cost = costOf(await (await dev.fetch('/dev/workflow/playground/run/ask', call)).json());
    return [cost, ...flags].join(' with ');
  },
  deploy: async (project) => {
    await wf(project, ['deploy', '--json']);
    return 'yes';
  },
  hosted: async (project) =>
    costOf(await wf(project, ['run', '/ask', '--variant', 'default', '--input', 'question=Who?', '--json'])),
  evaluation: async (project) => {
    const args = ['--testset', 'questions.csv', '--route', '/ask', '--evaluators', 'exact_match'];
    await wf(project, ['eval', 'run', ...args, '--json']).catch(async (error: unknown) => {
      // The message says how many rows failed, and the rows say why.
      const rows = await wf(project, ['eval', 'rows', 'default', '--where', 'error=true', '--json']).catch(String);
      throw new Error(`${error instanceof Error ? error.message : String(error)}\n${JSON.stringify(rows)}`);
    });
    const [evaluation] = Object.values((await wf(project, ['eval', 'list', '--json'])) as object) as Evaluation[];
    return toDollars(evaluation?.average_cost?.value);
  },
  node: async (project) => await askTarget(project, 'node', startNodeTarget),
  container: async (project) => await askTarget(project, 'container', startContainerTarget),
  lambda: async (project) =>
    await askTarget(project, 'lambda', async (setting) => await startLambdaTarget(setting, 'handler')),
  workerd: async (project) => {
    try {
      return await askTarget(project, 'cloudflare', startCloudflareTarget);
    } catch (error) {
      // The build refuses what does not start there; a library may refuse its call.
      const [refused] =
        /Cloudflare Workers (?:have|do|run|cannot)[^.]*|WebAssembly[^"]*disallowed[^"]*|Called interrupt[^"]*/.exec(
          String(error),
        ) ?? [];
      if (refused === undefined) throw error;
      return `refused: ${refused}`;
    }
  },
};

const CPU = process.arch === 'arm64' ? 'arm64' : 'x64';

async function askTarget(
  project: GalleryProject,
  target: string,
  start: (setting: TargetSetting) => Promise<TargetServer>,
): Promise<string> {
  const { dir } = (await wf(project, ['build', '--target', target, '--cpu', CPU, '--json'])) as { dir: string };
  await using server = await start({ dir, variables: project.variables });
  const headers = { 'content-type': 'application/json' };
  const answer = await server.ask('/run/ask?inline=true', { method: 'POST', headers, body: JSON.stringify(QUESTION) });
  return costOf(await answer.json());
}

/** What the sandbox says of other programs. */
const SANDBOX = /The workflow may not start [^:."]*/;

interface Evaluation {
  readonly average_cost?: { readonly value?: number | null };
}

export const STEPS: readonly string[] = Object.keys(RUN);

/** Runs all steps; the cell of a failed one has its first line, and standard error all of it. */
export async function runSteps(project: GalleryProject): Promise<string[]> {
  const results: string[] = [];
  for (const [step, run] of Object.entries(RUN)) {
    try {
      results.push(await run(project));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const refused = project.startsProcesses ? SANDBOX.exec(message) : null;
      if (refused !== null) {
        results.push(`refused: ${refused[0]}`);
        continue;
      }
      process.stderr.write(`${step}: ${message}\n`);
      results.push(`FAILED: ${(message.split('\n')[0] ?? '').replaceAll('|', '/')}`);
    }
  }
  return results;
}

async function wf({ root, program }: GalleryProject, args: readonly string[]): Promise<unknown> {
  const { stdout, stderr, exitCode } = await runWf(args, { cwd: root, program });
  if (exitCode !== 0) throw new Error(stderr || stdout);
  return JSON.parse(stdout);
}

interface Answer {
  readonly data?: unknown;
  readonly tree?: { readonly nodes: readonly [{ readonly metrics: { readonly acc: Figures } }] };
}

interface Figures {
  readonly costs?: { readonly total: number | null };
  readonly usage?: readonly { readonly calls: number }[];
}

/** The cost of one model call, which every project makes. */
function costOf(answer: unknown): string {
  const { data, tree } = answer as Answer;
  if (data !== 'An answer.') throw new Error(`answered ${JSON.stringify(answer).slice(0, 200)}`);
  const { costs, usage = [] } = tree?.nodes[0].metrics.acc ?? {};
  const calls = usage.reduce((sum, use) => sum + use.calls, 0);
  if (calls !== 1) throw new Error(`counted ${calls} model calls`);
  return toDollars(costs?.total);
}

function toDollars(cost: number | null | undefined): string {
  if (typeof cost !== 'number') throw new Error('no cost');
  return `$${Number(cost.toFixed(9))}`;
}
