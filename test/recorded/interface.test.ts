import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { listCommands } from '../../bin/list-commands.ts';
import { ENDPOINTS } from '../../src/contract/endpoints.ts';
import type { Endpoint } from '../../src/contract/endpoint/endpoint.ts';
import { toOpenApi } from '../../src/contract/openapi/to-open-api.ts';
import { EVALUATORS } from '../../src/evaluation/evaluators/catalogue/evaluators.ts';
import { ARCHIVED_TABLES } from '../../src/service/archives/archived-tables.ts';
import { publishSchema } from '../../src/use-cases/scripts/publish-schema.ts';
import { describeSchema } from '../helpers/describe-schema.ts';
import { dumpSchema, toScript } from '../helpers/dump-schema.ts';
import { openTestStore } from '../helpers/start-service.ts';
import { listOwnTools } from '../helpers/tool-context.ts';

// What others depend on changes only where a reviewer sees it: in a diff of these files. `npm run record` writes them.

test('endpoints, with their roles, limits and records', async () => {
  await expect(describeEndpoints()).toMatchFileSnapshot('interface/endpoints.txt');
});

test('commands, with their words, flags and documents', async () => {
  await expect(await describeCommands()).toMatchFileSnapshot('interface/commands.txt');
});

test('built-in evaluators, with their settings', async () => {
  const lines = EVALUATORS.map(({ key, name, settings_template: settings, ...rest }) => {
    const fields = Object.entries(settings ?? {}).map(([field, template]) => `  ${field}: ${JSON.stringify(template)}`);
    return [`${key}: ${name} ${JSON.stringify(rest)}`, ...fields, ''].join('\n');
  });
  await expect(lines.join('\n')).toMatchFileSnapshot('interface/evaluators.txt');
});

test('MCP tools, with what they take and whether they write', async () => {
  const lines = (await listOwnTools()).map(({ name, description, input, writes }) => {
    const schema = { ...z.toJSONSchema(input, { io: 'input' }), $schema: undefined };
    return `${name}${writes ? ' writes' : ''} ${describeSchema(schema)}\n  ${description}\n`;
  });
  await expect(lines.join('\n')).toMatchFileSnapshot('interface/mcp.txt');
});

test('tables of an archive, with their columns', async () => {
  await using stack = new AsyncDisposableStack();
  const schema = toScript((await dumpSchema(stack.use(await openTestStore('sqlite', stack)))).tables);
  const tables = Object.entries(ARCHIVED_TABLES).map(([name, { omit = [], json = [], key, scope }]) => {
    const columns = columnsOf(schema, name);
    expect(columns).toEqual(expect.arrayContaining([...omit, ...json, ...key]));
    const fields = columns
      .filter((column) => !omit.includes(column))
      .map((column) => `  ${column}${json.includes(column) ? ' json' : ''}`);
    return [`${name}: key ${key.join(', ')}; ${JSON.stringify(scope)}`, ...fields, ''].join('\n');
  });
  await expect(tables.join('\n')).toMatchFileSnapshot('interface/archive.txt');
});

function columnsOf(schema: string, table: string): string[] {
  const statement = new RegExp(`^create table ${table} \\((.*?)^\\);`, 'ims').exec(schema)?.[1] ?? '';
  return [...statement.matchAll(/^ {2}(\w+) (?:text|integer|real|blob)\b/gm)].map(([, name = '']) => name);
}

/** The parts of the OpenAPI document that are described; others follow from them. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: unknown }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: unknown }>> }>>;
}

function describeEndpoints(): string {
  const { paths, components } = toOpenApi() as unknown as Document; // as its operations are written
  const endpoints = Object.entries<Endpoint>(ENDPOINTS).map(([name, endpoint]) => {
    const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()];
    return [
      `${name}: ${endpoint.method} ${endpoint.path}`,
      ...describeRules(endpoint),
      ...describeOperation(operation),
      '',
    ].join('\n');
  });
  const records = Object.entries(components.schemas).map(([name, schema]) => `${name}: ${describeSchema(schema)}\n`);
  return [...endpoints, ...records].join('\n');
}

function describeRules({ role, source, status, summary, maxBytes, rows, ...flags }: Endpoint): string[] {
  const rules = Object.entries(flags).filter(([name, value]) => value === true && /^(is[A-Z]|list)/.test(name));
  const limits = [
    Number.isFinite(maxBytes) ? `${maxBytes} bytes` : 'any size',
    ...(rows === null ? [] : [`rows ${JSON.stringify(rows)}`]),
  ];
  return [
    `  ${summary}`,
    `  ${[role ?? 'open', source, `answers ${status}`, ...limits, ...rules.map(([name]) => name)].join(', ')}`,
  ];
}

function describeOperation({ parameters = [], requestBody, responses }: Operation = { responses: {} }): string[] {
  const inputs = parameters.map((one) => {
    if (one.$ref !== undefined) return `  header ${one.$ref.slice(one.$ref.lastIndexOf('/') + 1)}`;
    const mark = one['x-wf-ignorable'] === true ? '~' : '';
    return `  ${one.in} ${mark}${one.name}${one.required ? '' : '?'}: ${describeSchema(one.schema, '  ')}`;
  });
  const bodies = Object.entries(requestBody?.content ?? {}).map(
    ([type, { schema }]) => `  body ${type}: ${describeSchema(schema, '  ')}`,
  );
  const answers = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, { content = {} }]) =>
      Object.entries(content).map(([type, { schema }]) => `  ${status} ${type}: ${describeSchema(schema, '  ')}`),
    );
  return [...inputs, ...bodies, ...answers];
}

interface Parameter {
  readonly $ref?: string;
  readonly 'x-wf-ignorable'?: boolean;
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: unknown;
}

interface CommandClass {
  readonly summary?: string;
  readonly args?: Readonly<Record<string, object>>;
  readonly flags?: Readonly<Record<string, object>>;
  readonly baseFlags: Readonly<Record<string, object>>;
}

async function describeCommands(): Promise<string> {
  const commands = await Promise.all(
    listCommands(resolve('commands')).map(async ({ id, file }) => {
      // Every file below commands/ has a command class as its default export.
      const { default: Class } = (await import(file)) as { default: CommandClass };
      return { id, Class };
    }),
  );
  const described = commands.map(({ id, Class }) =>
    [
      `wf ${id}: ${Class.summary ?? ''}`,
      ...Object.entries(Class.args ?? {}).map(([name, arg]) => `  ${name} ${describeWord(arg)}`),
      ...Object.entries(Class.flags ?? {}).map(([name, flag]) => `  --${name} ${describeWord(flag)}`),
      `  --json ${describeSchema({ ...publishSchema(id), version: undefined }, '  ')}`,
      '',
    ].join('\n'),
  );
  const common = Object.entries(commands[0]?.Class.baseFlags ?? {}).map(
    ([name, flag]) => `  --${name} ${describeWord(flag)}`,
  );
  return [...described, 'every command:', ...common, ''].join('\n');
}

/** Describes a flag or an argument by everything that is not a function, or empty. */
function describeWord(definition: object): string {
  const isTold = ([name, value]: [string, unknown]) =>
    name !== 'type' &&
    !['function', 'undefined'].includes(typeof value) &&
    value !== false &&
    !(Array.isArray(value) && value.length === 0);
  return JSON.stringify(Object.fromEntries(Object.entries(definition).filter(isTold)));
}
