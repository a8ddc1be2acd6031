/** Files of a project whose variants give different answers, with an evaluator, test sets and gates. */
export const JUDGED_PROJECT = {
  'package.json': JSON.stringify({ name: 'support', wf: { app: 'support' } }),
  'src/workflow.ts': `import { configSchema, entrypoint, multipleChoice, route } from 'wfkit';
import * as z from 'zod';

performance.now = () => 1000;
const Config = configSchema({ tone: multipleChoice(['formal', 'casual']).default('formal') });
const Input = z.object({ text: z.string() });

export default entrypoint({ config: Config, input: Input, output: z.string() }, ({ config, input }) => {
  if (input.text === 'bad') throw new Error('No answer.');
  return config.tone === 'formal' ? input.text.toUpperCase() : input.text;
});
export const fields = route('/fields', { config: Config, input: Input }, ({ input }) => ({ text: input.text, length: input.text.length }));
`,
  'evaluators/shorter.ts': `import { configSchema, evaluator } from 'wfkit';
import * as z from 'zod';

export const shorter = evaluator(
  { description: 'True when the answer is short.', settings: configSchema({ most: z.int().default(2) }) },
  ({ output, settings }) => String(output).length <= settings.most,
);
`,
  'rows.csv': 'text,correct_answer\na,A\nbb,bb\nccc,CCC\ndddd,dddd\n',
  'broken.csv': 'text,correct_answer\na,A\nbad,B\n',
  'wrong.csv': 'question,correct_answer\na,A\n',
  'gate.yaml': 'rules:\n  - { metric: exact_match, minimum: 0.1 }\n',
  'strict.yaml': 'rules:\n  - { metric: exact_match, minimum: 0.9 }\n',
};
