import type { JsonSchema, RouteSchema } from '../../../contract/deployments/route-schema.ts';
import { describeSchema } from '../../../ui/deployments/route-columns.ts';
import { interrupted } from '../process/interruption.ts';
import type { Io } from '../process/io.ts';
import { askLine } from './ask-line.ts';
import { chooseOne } from './choose-from.ts';

/**
 * Asks for each input that a route requires and the command line lacks.
 *
 * @param given - names of the inputs that the command line has
 * @returns `name=value` of each answer
 * @throws {WF_INTERRUPTED} when the user cancels
 */
export async function askInputs(route: RouteSchema, given: ReadonlySet<string>, io: Io): Promise<string[]> {
  // An input schema is an object schema, checked when the bundle was read.
  const { required = [], properties = {} } = (route.input ?? {}) as ObjectSchema;
  const answers: string[] = [];
  for (const name of required.filter((field) => !given.has(field))) {
    answers.push(`${name}=${await askInput(name, properties[name] ?? {}, io)}`);
  }
  return answers;
}

interface ObjectSchema {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

async function askInput(name: string, schema: JsonSchema, io: Io): Promise<string> {
  const choices: unknown = schema['enum'];
  const about = schema['description'] ?? (Array.isArray(choices) ? null : describeSchema(schema));
  const question = typeof about === 'string' ? `${name}: ${about}` : name;
  if (Array.isArray(choices)) {
    const values = choices.map((choice) => ({ value: String(choice), facts: [] }));
    return await chooseOne(question, values, io);
  }
  const answer = await askLine(`${question}\n>`, io);
  if (answer === null) throw interrupted();
  return answer;
}
