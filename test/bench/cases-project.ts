import { cp, rm } from 'node:fs/promises';
import { type BenchProject, createBenchProject } from './bench-project.ts';
import { type ProcessCommand, runProcess } from './run-process.ts';

/** Trivial cases, and cases that wait. */
export const CASES = { trivial: 10_000, waiting: 1000 } as const;
export const WAIT_MS = 50;

const ROUTES = { trivial: '/echo', waiting: '/wait' } as const;

const WORKFLOW = `
import { route } from 'wfkit';
import * as z from 'zod';

const input = z.object({ text: z.string() });

export const echo = route('/echo', { input }, async ({ input }) => input.text);

export const wait = route('/wait', { input }, async ({ input }) => {
  await new Promise((done) => setTimeout(done, ${WAIT_MS}));
  return input.text;
});
`;

/** A deployed project with cases to evaluate. */
export interface CasesProject extends AsyncDisposable {
  readonly project: BenchProject;
  /** Deletes all evaluations, so that nothing of an earlier run is stored. */
  restore(): Promise<void>;
  /** A whole `wf eval run`. */
  evaluate(cases: keyof typeof CASES, concurrency: number): ProcessCommand;
}

/** Writes the cases as jsonl, deploys, and saves the state for `restore`. */
export async function createCasesProject(): Promise<CasesProject> {
  const project = await createBenchProject(WORKFLOW);
  for (const [name, count] of Object.entries(CASES)) {
    await project.write(`${name}.jsonl`, caseTexts(count).map(toCase).join('\n'));
  }
  await runProcess(project.wf('deploy'));
  await cp(project.path('.wf'), project.path('deployed'), { recursive: true });
  return {
    project,
    async restore() {
      await rm(project.path('.wf'), { recursive: true, force: true });
      await cp(project.path('deployed'), project.path('.wf'), { recursive: true });
    },
    evaluate: (cases, concurrency) => {
      const flags = ['--route', ROUTES[cases], '--testset', `${cases}.jsonl`, '--concurrency', String(concurrency)];
      return project.wf('eval', 'run', '--json', '--evaluators', 'exact_match', ...flags);
    },
    [Symbol.asyncDispose]: () => project[Symbol.asyncDispose](),
  };
}

/** The input of each case. */
export function caseTexts(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `case number ${index}`);
}

function toCase(text: string): string {
  return JSON.stringify({ text, correct_answer: text });
}

/** Checks that a run judged every case as correct. */
export function requireCorrect({ stdout }: { readonly stdout: string }): void {
  // Printed by `wf eval run --json`.
  const [evaluation] = JSON.parse(stdout) as { aggregated_results: { result: { value: unknown } }[] }[];
  if (evaluation?.aggregated_results[0]?.result.value === 1) return;
  throw new Error(`Not every case was evaluated and found right: ${stdout}`);
}
