import * as z from 'zod';
import { type EvaluatorDefinition, isEvaluator, requireVerdict } from '../../sdk/evaluators/evaluator.ts';
import { createRoute } from '../../sdk/routes/route.ts';
import { invalidWorkflow } from '../../sdk/schema/object-schema.ts';
import { createWorkflowApp, type PostableApp, type WorkflowAppOptions } from './create-workflow-app.ts';

/** Exports of each file in the project's folder `evaluators`, by the file's path in the project. */
export type EvaluatorModules = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const Input = z.object({
  output: z.unknown(),
  expected: z.unknown().optional(),
  row: z.record(z.string(), z.unknown()),
  cost: z.number().nullable(),
  latency: z.number().nullable(),
});

/**
 * Serves a project's evaluators as routes: the judged output is the input, the settings are the configuration. So they
 * get what routes have: time limits, checked settings, tracing, and the price of model calls.
 *
 * @throws {WF_WORKFLOW_INVALID} when a file exports no evaluator, or a name is invalid or used twice
 * @source design §7
 */
export function createEvaluatorApp(modules: EvaluatorModules, options: WorkflowAppOptions = {}): PostableApp {
  const routes: Record<string, unknown> = {};
  for (const [file, module] of Object.entries(modules)) {
    const found = Object.entries(module).filter(([, value]) => isEvaluator(value));
    if (found.length === 0)
      throw invalidWorkflow(`${file} exports no evaluator. Write export const NAME = evaluator({}, …).`);
    for (const [exported, value] of found) {
      const name = requireName(exported === 'default' ? baseNameOf(file) : exported, file);
      if (Object.hasOwn(routes, name))
        throw invalidWorkflow(`${file}: another evaluator is also called ${name}. Rename one.`);
      // Only evaluators passed the filter above.
      routes[name] = toRoute(name, value as EvaluatorDefinition);
    }
  }
  return createWorkflowApp(routes, options);
}

function toRoute(name: string, { settings, description, range, handler }: EvaluatorDefinition) {
  const score = range === null ? z.number() : z.number().min(range[0]).max(range[1]);
  const output = z.object({ score: z.union([z.boolean(), score]), reason: z.string().optional() });
  const described = description === null ? output : output.meta({ description });
  const parts = { input: Input, output: described, ...(settings === undefined ? {} : { config: settings }) };
  return createRoute(`/${name}`, parts, async ({ config, input, signal }) => {
    // The schema above parsed it before the handler is called.
    const judged = input as z.infer<typeof Input>;
    const own = settings === undefined ? {} : config;
    const call = { expected: undefined, ...judged, settings: own as never, signal };
    const verdict = requireVerdict(await handler(call), range);
    return typeof verdict === 'object' ? verdict : { score: verdict };
  });
}

function requireName(name: string, file: string): string {
  if (/^[a-zA-Z][a-zA-Z0-9_]{0,63}$/.test(name)) return name;
  throw invalidWorkflow(`${file}: an evaluator cannot be called ${JSON.stringify(name)}. Use letters, digits and "_".`);
}

function baseNameOf(file: string): string {
  return (file.split('/').at(-1) ?? file).replace(/\.[a-z]+$/, '').replaceAll('-', '_');
}
