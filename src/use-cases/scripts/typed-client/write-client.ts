import type { JsonSchema, RouteSchema } from '../../../contract/deployments/route-schema.ts';
import { CLIENT_CORE } from './client-core.ts';
import { type NameOfReference, toObjectType, toType } from './to-type.ts';

export interface WriteClientOptions {
  /** Name of the app. */
  readonly app: string;
  /** Name of a variant of the code, under which its routes are called. */
  readonly variant: string;
  readonly routes: readonly RouteSchema[];
}

/** A route under the name it has in the client. */
export interface ClientRoute {
  readonly method: string;
  readonly path: string;
}

/** Names the methods of a client: the exports of the workflow, and `entrypoint` for its default one. */
export function nameMethods(routes: readonly RouteSchema[]): ClientRoute[] {
  const taken = new Set<string>();
  return routes.map(({ name, path }) => {
    const word = toWord(name === 'default' ? 'entrypoint' : name);
    let method = word;
    for (let number = 2; taken.has(method.toLowerCase()); number += 1) method = `${word}${number}`;
    taken.add(method.toLowerCase());
    return { method, path };
  });
}

/** Writes a client of an app's routes: one file of TypeScript that needs nothing but `fetch`. */
export function writeClient({ app, variant, routes }: WriteClientOptions): string {
  const methods = nameMethods(routes);
  const typed = routes.map((route, index) => ({ route, method: methods[index]?.method ?? '' }));
  return [
    `// Made by \`wf client\` for the routes of the app ${JSON.stringify(app)}. Make it again when they change; edits are lost.`,
    `const APP = ${JSON.stringify(app)};\n/** Any variant of the code: the call says which configuration it runs with. */\nconst VARIANT = ${JSON.stringify(variant)};`,
    ...typed.map(({ route, method }) => toRouteTypes(route, toTypeName(method))),
    CLIENT_CORE.trimEnd(),
    toClientType(typed),
    toFactory(typed),
    '',
  ].join('\n\n');
}

interface TypedRoute {
  readonly route: RouteSchema;
  readonly method: string;
}

function toClientType(typed: readonly TypedRoute[]): string {
  const lines = typed.map(
    ({ route, method }) => `  /** ${toComment(route.path)} */\n  readonly ${method}: Route<${toArguments(method)}>;`,
  );
  return `/** The routes of the workflow. */\nexport interface WorkflowClient {\n${lines.join('\n')}\n}`;
}

function toFactory(typed: readonly TypedRoute[]): string {
  const lines = typed.map(({ route, method }) => {
    const path = route.path === '/' ? '' : route.path;
    return `    ${method}: createRoute<${toArguments(method)}>(options, ${JSON.stringify(path)}),`;
  });
  return [
    '/** Makes a client of a service that runs the workflow. */',
    'export function createWorkflowClient(options: ClientOptions): WorkflowClient {',
    `  return {\n${lines.join('\n')}\n  };\n}`,
  ].join('\n');
}

function toArguments(method: string): string {
  const name = toTypeName(method);
  return `${name}Input, ${name}Config, ${name}Output, ${name}Item`;
}

/** The types of one route. */
function toRouteTypes({ path, config, input, output }: RouteSchema, name: string): string {
  const at = toComment(path);
  return [
    `/** What ${at} takes. */`,
    ...(input === null
      ? [`export type ${name}Input = Record<string, unknown>;`]
      : toNamed(input, `${name}Input`, (schema, nameOf) => toObjectType(schema, nameOf))),
    `/** Configuration of ${at}. */`,
    `export type ${name}Config = ${toObjectType(config ?? { properties: {}, additionalProperties: false }, unknownName, '', true)};`,
    `/** What ${at} gives. */`,
    ...toNamed(output ?? {}, `${name}Output`, toType),
    `/** A part of what ${at} streams. */`,
    `export type ${name}Item = ${toItemType(output, name)};`,
  ].join('\n');
}

/** A stream of texts is collected into one text, any other into a list. */
function toItemType(output: JsonSchema | null, name: string): string {
  if (output?.['type'] === 'string') return 'string';
  return output?.['type'] === 'array' ? `${name}Output[number]` : 'unknown';
}

/** Writes a type with those that it refers to. */
function toNamed(
  schema: JsonSchema,
  name: string,
  write: (schema: JsonSchema, nameOf: NameOfReference) => string,
): string[] {
  const definitions = Object.entries((schema['$defs'] ?? {}) as Readonly<Record<string, unknown>>);
  const names = new Map(definitions.map(([word], index) => [`#/$defs/${word}`, `${name}Part${index + 1}`]));
  const nameOf = (reference: string) => (reference === '#' ? name : (names.get(reference) ?? 'unknown'));
  return [
    `export type ${name} = ${write(schema, nameOf)};`,
    ...definitions.map(([word, part]) => `export type ${names.get(`#/$defs/${word}`)} = ${toType(part, nameOf)};`),
  ];
}

function unknownName(): string {
  return 'unknown';
}

/** A name that can stand behind a dot, whatever the export is called. */
function toWord(name: string): string {
  const words = name.split(/[^A-Za-z0-9_$]+/).filter((word) => word !== '');
  const joined = words.map((word, index) => (index === 0 ? word : toTypeName(word))).join('');
  return joined === '' ? 'route' : /^\d/.test(joined) ? `route${joined}` : joined;
}

function toTypeName(method: string): string {
  return method.charAt(0).toUpperCase() + method.slice(1);
}

function toComment(path: string): string {
  return path.replaceAll('*/', '*\\/');
}
