/**
 * A sample workflow in the form of a bundle. A process that waits for the author's workflow calls it once, because a
 * process's first call costs the most.
 */
import * as z from 'zod';
import { configSchema } from '../../sdk/config/config-schema.ts';
import { multipleChoice } from '../../sdk/config/choices.ts';
import { route } from '../../sdk/routes/route.ts';
import { createWorkflowApp, type WorkflowApp, type WorkflowAppOptions } from '../app/create-workflow-app.ts';

const config = configSchema({
  prompt: z.string().default('Say hello'),
  model: multipleChoice(['small', 'large']).default('small'),
  temperature: z.number().gte(0).lte(2).default(1),
  tries: z.int().gte(1).lte(5).default(1),
  isFormal: z.boolean().default(false),
});
const input = z.object({ text: z.string().min(1) });

const sample = route(
  '/sample',
  { config, input, output: z.string() },
  ({ config, input }) => config.prompt + input.text,
);

export const exportNames = ['sample'];

export function createApp(options: WorkflowAppOptions): WorkflowApp {
  return createWorkflowApp({ sample }, options);
}

export const SAMPLE_CALL = { path: '/playground/run/sample', body: JSON.stringify({ text: ' again' }) };
