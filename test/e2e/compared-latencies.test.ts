import { expect, test } from 'vitest';
import { runWf } from '../helpers/run-wf.ts';
import { tempProject } from '../helpers/temp-project.ts';

const CONFIG = `import { defineConfig } from 'wfkit';\nexport default defineConfig({ app: 'timed', entry: 'flow.ts' });\n`;
const FLOW = `import { configSchema, entrypoint } from 'wfkit';
import * as z from 'zod';
const config = configSchema({ tone: z.string().default('plain') });
export default entrypoint({ input: z.object({ text: z.string() }), config }, async ({ input }) => input.text);
`;
const CASES = Array.from({ length: 30 }, (_, row) => `{"text":"t${row}","correct_answer":"t${row}"}`).join('\n');
const GATE = 'rules:\n  - { metric: latency, not_worse_by: 10% }\n';

test('latencies are compared between calls that were made at the same time only', async () => {
  await using project = await tempProject({
    'wf.config.ts': CONFIG,
    'flow.ts': FLOW,
    'cases.jsonl': CASES,
    'latency.gate.yaml': GATE,
  });
  const wf = (...words: string[]) => runWf(words, { cwd: project.root });
  const run = async (...words: string[]) => expect(await wf(...words)).toMatchObject({ exitCode: 0 });
  const evaluate = (variants: string, ...flags: string[]) =>
    run('eval', 'run', '--testset', 'cases.jsonl', '--evaluators', 'exact_match', '--variants', variants, ...flags);
  const compare = async () => readLatency((await wf('eval', 'compare', 'default', 'warm', '--json')).stdout);
  await run('deploy');
  await run('variants', 'create', 'warm', '--from', 'default', '--set', 'tone=warm');

  await evaluate('default');
  await evaluate('warm');
  expect(await compare()).toMatchObject({ verdict: 'not interleaved', p_value: null, calls: { interleaved: 0 } });
  const gated = await wf('eval', 'compare', 'default', 'warm', '--gate', 'latency.gate.yaml');
  expect(gated).toMatchObject({ exitCode: 8, stdout: expect.stringContaining('calls were made at different times') });

  // Whether one is slower depends on the machine.
  await evaluate('default,warm', '--fresh');
  const latency = await compare();
  expect(latency.verdict).not.toBe('not interleaved');
  expect(latency.calls.interleaved).toBeGreaterThan(0);
});

interface Latency {
  readonly verdict: string;
  readonly calls: { readonly interleaved: number };
}

function readLatency(json: string): Latency {
  // Printed by `wf eval compare --json`; another test checks its shape.
  const { candidates } = JSON.parse(json) as { candidates: { metrics: ({ metric: string } & Latency)[] }[] };
  const latency = candidates[0]?.metrics.find(({ metric }) => metric === 'latency');
  if (latency === undefined) throw new Error('The comparison has no latency.');
  return latency;
}
