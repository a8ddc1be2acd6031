import type { Evaluator, EvaluatorSetting } from '../../../contract/evaluators/evaluator.ts';
import type { JsonSchema, RouteSchema } from '../../../contract/deployments/route-schema.ts';

/** Converts a project's own evaluator, deployed as a route whose configuration is its settings, to a listed one. */
export function toEvaluator({ name, config, output, defaults }: RouteSchema): Evaluator {
  // A route's configuration schema is an object schema, checked when the bundle was read.
  const properties = (config?.['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const entries = Object.entries(properties);
  const description = output?.['description'];
  return {
    name,
    key: name,
    direct_use: entries.length === 0,
    settings_template: Object.fromEntries(
      entries.map(([setting, schema]) => [setting, toSetting(setting, schema, defaults[setting])]),
    ),
    description: typeof description === 'string' ? description : null,
    tags: ['custom'],
  };
}

function toSetting(name: string, schema: JsonSchema, value: unknown): EvaluatorSetting {
  const { description, minimum, maximum, enum: choices } = schema;
  return {
    label: name,
    type: typeOf(schema),
    default: value,
    ...(typeof description === 'string' ? { description } : {}),
    required: false,
    ...(typeof minimum === 'number' ? { min: minimum } : {}),
    ...(typeof maximum === 'number' ? { max: maximum } : {}),
    ...(Array.isArray(choices) ? { options: choices.map(String) } : {}),
  };
}

function typeOf({ type, enum: choices }: JsonSchema): EvaluatorSetting['type'] {
  if (Array.isArray(choices)) return 'multiple_choice';
  if (type === 'boolean') return 'boolean';
  return type === 'number' || type === 'integer' ? 'number' : 'string';
}
