import { expect } from 'vitest';
import { runWf, type WfOptions } from './run-wf.ts';
import type { WarmProgram } from './warm-program/open-warm-program.ts';

export interface Refusal {
  readonly exitCode: number;
  readonly code: string;
  /** Expected text of the message. */
  readonly says: string | RegExp;
}

/**
 * Runs `wf` with and without `--json`, and expects the same error: a message on stderr without a stack, or one document
 * there and nothing on stdout, and the exit code.
 */
export async function expectRefusal(
  argv: readonly string[],
  { exitCode, code, says }: Refusal,
  { run = runWf, ...options }: WfOptions & { readonly run?: WarmProgram['run'] } = {},
): Promise<void> {
  const [person, program] = await Promise.all([run(argv, options), run([...argv, '--json'], options)]);
  // Earlier lines report progress.
  const sentence = person.stderr.slice(Math.max(0, person.stderr.indexOf('Error: ')));
  expect(sentence).toMatch(/^Error: \S/);
  expect(sentence).toMatch(says);
  expect(person.stderr).not.toMatch(/^\s+at .+:\d+:\d+\)?$/m);
  // With the message, because the code alone does not explain a difference.
  expect(person.exitCode, person.stderr).toBe(exitCode);

  expect({ stdout: program.stdout, exitCode: program.exitCode }, program.stderr).toEqual({ stdout: '', exitCode });
  const said = typeof says === 'string' ? expect.stringContaining(says) : expect.stringMatching(says);
  const document: unknown = JSON.parse(program.stderr);
  expect(document).toMatchObject({ error: { code, message: said } });
  // `toHaveProperty` would treat an absent one as `undefined`.
  expect(Object.keys(Object(Object(document).error))).toEqual([
    'code',
    'message',
    'status',
    'request_id',
    'details',
    'next_steps',
  ]);
}
