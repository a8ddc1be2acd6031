import { expect, test } from 'vitest';
import EvalList from '../../../../../commands/evaluations/list.ts';
import EvalRows from '../../../../../commands/evaluations/rows.ts';
import VariantsList from '../../../../../commands/variants/list.ts';
import VariantsRevisions from '../../../../../commands/variants/revisions.ts';
import { requireTerminal } from '../../../../../src/cli/kit/browse/require-terminal.ts';
import { fakeIo } from '../../../../helpers/run-command.ts';
import { runWithClient } from '../../../../helpers/run-with-client.ts';

test.each([
  [VariantsList, []],
  [VariantsRevisions, ['formal']],
  [EvalList, []],
  [EvalRows, ['tuned']],
])('an interactive list is rejected in a pipe before any request', async (Class, args) => {
  const run = await runWithClient(Class, [...args, '--interactive'], {});
  expect(run).toMatchObject({ stdout: '', exitCode: 2, calls: [] });
  expect(run.stderr).toContain('--interactive needs an interactive terminal.');
});

test('input and output must be terminals that can be drawn on', () => {
  const terminal = { columns: 80, rows: 24 };
  const refusal = expect.objectContaining({
    code: 'WF_USAGE',
    message: '--interactive needs an interactive terminal.',
    nextSteps: ['wf variants list'],
  });
  const io = fakeIo({ terminal });
  expect(() => requireTerminal(io, 'wf variants list')).not.toThrow();
  const dumb = fakeIo({ terminal, env: { TERM: 'dumb' } });
  for (const other of [dumb, { ...io, stdout: fakeIo().stdout }, { ...io, stdin: fakeIo().stdin }])
    expect(() => requireTerminal(other, 'wf variants list')).toThrow(refusal);
});
