import * as z from 'zod';
import { resolveAppId } from '../../use-cases/apps/resolve-app.ts';
import { resultSchemaOf } from '../../use-cases/scripts/publish-schema.ts';
import type { Tool, ToolContext } from '../../use-cases/scripts/mcp/tool.ts';
import { isFileOfEvidence } from '../../use-cases/evaluations/resolve-baseline.ts';
import { resolveTestset } from '../../use-cases/testsets/resolve-testset.ts';
import { namingOf } from '../kit/define/flags.ts';
import type { CommandClass } from '../start/program.ts';
import { usageError } from '../../foundation/errors/wf-error.ts';
import type { UnknownRecord } from '../../foundation/record.ts';

/** A tool that runs a command. Its input has the command's arguments and flags. */
export interface CommandTool {
  readonly command: string;
  /** @defaultValue the command's summary */
  readonly description?: string;
  /** Whether it changes stored data, or calls code that may cost money. @defaultValue false */
  readonly writes?: boolean;
  /** Words that every call has. */
  readonly words?: readonly string[];
  /** Flags that mean nothing with these words. */
  readonly omits?: readonly string[];
  /** Fields of the input that are not the command's. */
  readonly extra?: z.ZodRawShape;
  /** Answers instead of the command. @param values - also by the names of the command's flags */
  readonly run?: (values: UnknownRecord, context: ToolContext) => Promise<unknown>;
}

/** Derives a tool from a command: its input from arguments and flags, its output from the schema of its document. */
export function deriveTool(name: string, tool: CommandTool, Class: CommandClass): Tool {
  const { command, writes = false, words = [], omits = [], extra = {} } = tool;
  const fields = fieldsOf(Class).filter(({ key }) => !omits.includes(key));
  const shape = Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)]));
  const takesParameters = Class.flags?.['params'] !== undefined;
  const input = z.strictObject({
    ...shape,
    ...(takesParameters ? { parameters: PARAMETERS.optional() } : {}),
    ...extra,
  });
  const result = tool.run === undefined ? resultSchemaOf(command) : null;
  return {
    name,
    description: tool.description ?? Class.summary ?? name,
    input,
    output: result instanceof z.ZodObject ? result : null,
    writes,
    run: async (given, context) => {
      const values: UnknownRecord = await withStoredRecords(fields, input.parse(given), context);
      if (tool.run !== undefined) return await tool.run({ ...values, ...toFlags(fields, values) }, context);
      const { parameters } = values;
      const read = parameters === undefined ? [] : ['--params=-'];
      const arguments_ = toArguments(fields, { ...defaultsOf(fields), ...values });
      const { document, remarks } = await context.run(
        command,
        [...words, ...read, ...arguments_],
        JSON.stringify(parameters),
      );
      if (remarks !== '') context.remark(remarks.trimEnd());
      return document;
    },
  };
}

const PARAMETERS = z
  .record(z.string(), z.unknown())
  .describe('Values of the configuration, by field; those of one route under its path, as {"/route": {"field": 1}}.');

interface Definition {
  readonly type?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly multiple?: boolean;
  readonly options?: readonly string[];
  readonly dependsOn?: readonly string[];
  readonly min?: number;
  readonly max?: number;
}

interface Field {
  readonly name: string;
  readonly key: string;
  readonly isArg: boolean;
  readonly definition: Definition;
}

const OF_TERMINAL = ['all', 'check', 'events', 'follow', 'interactive', 'markdown', 'plan', 'yes'];
const OF_FILES = ['delimiter', 'format', 'types'];
/** Would send variables of this machine, or overrule a gate. */
const OF_PERSON = ['provider-keys', 'override'];
const NOT_OFFERED: ReadonlySet<string> = new Set([...OF_TERMINAL, ...OF_FILES, ...OF_PERSON]);

/** Words that mean nothing outside of a command line. */
const NAMES: Readonly<Record<string, string>> = { env: 'environment', id: 'evaluation', migrate: 'migrations' };

function fieldsOf({ args = {}, flags = {} }: CommandClass): Field[] {
  // oclif's definitions have these fields.
  const toFields = (of: object, isArg: boolean) =>
    Object.entries(of as Record<string, Definition>).map(([key, definition]) => {
      return { name: NAMES[key] ?? key.replaceAll('-', '_'), key, isArg, definition };
    });
  const ownArgs = Object.fromEntries(Object.entries(args).filter(([key]) => !(key in flags)));
  const all = [...toFields(ownArgs, true), ...toFields(flags, false)];
  const left = new Set(all.filter(isLocal).map(({ key }) => key));
  return all.filter(({ key, definition }) => ![key, ...(definition.dependsOn ?? [])].some((one) => left.has(one)));
}

/** A flag that names a file would let an assistant read any file of this machine; a test set may be a stored one. */
function isLocal(field: Field): boolean {
  return NOT_OFFERED.has(field.key) || (namingOf(field.definition).allowsPath === true && !isTestsetOrFile(field));
}

function schemaOf({ definition }: Field): z.ZodType {
  const { summary, description, required = false } = definition;
  const { toolDefault } = namingOf(definition);
  const text = summary ?? description ?? '';
  const described = toolDefault === undefined ? text : `${text.replace(/ Default: .*/, '')} Default: ${toolDefault}.`;
  const schema = valueOf(definition).describe(described);
  return required ? schema : schema.optional();
}

function valueOf(definition: Definition): z.ZodType {
  const { type, options, multiple = false, required = false } = definition;
  if (type === 'boolean') return z.boolean();
  const text = options === undefined ? z.string() : z.enum(options);
  if (multiple) return required ? z.array(text).min(1) : z.array(text);
  const { isList = false, isInteger = false, isNumberOrId = false, unit } = namingOf(definition);
  if (isList) return z.union([z.array(text).min(1), text]);
  if (isInteger) return bounded(z.int(), definition);
  if (isNumberOrId) return z.union([z.int(), text]);
  return unit === undefined ? text : z.number();
}

function bounded(schema: z.ZodInt, { min, max }: Definition): z.ZodInt {
  const from = min === undefined ? schema : schema.min(min);
  return max === undefined ? from : from.max(max);
}

/** Lists are cut for assistants, whose context they fill. */
function defaultsOf(fields: readonly Field[]): UnknownRecord {
  const given = fields.flatMap(({ name, definition }) => {
    const { toolDefault } = namingOf(definition);
    return toolDefault === undefined ? [] : [[name, toolDefault] as const];
  });
  return Object.fromEntries(given);
}

/** Writes an input as words of the command; no value is taken for a flag. */
function toArguments(fields: readonly Field[], values: UnknownRecord): string[] {
  const flags = Object.entries(toFlags(fields, values)).flatMap(([key, value]) => {
    if (typeof value === 'boolean') return value ? [`--${key}`] : [];
    return textsOf(value).map((text) => `--${key}=${text}`);
  });
  const args = fields.filter(({ isArg }) => isArg).flatMap(({ name }) => textsOf(values[name]));
  return args.length === 0 ? flags : [...flags, '--', ...args];
}

function toFlags(fields: readonly Field[], values: UnknownRecord): UnknownRecord {
  const flags = fields.filter(({ isArg, name }) => !isArg && values[name] !== undefined);
  return Object.fromEntries(
    flags.map(({ key, name, definition }) => {
      const value = values[name];
      const { isList, unit } = namingOf(definition);
      // Commands read both from text: a list of names, and a number with a unit.
      return [key, isList || unit !== undefined ? textsOf(value).join(',') : value];
    }),
  );
}

function textsOf(value: unknown): string[] {
  return [value ?? []].flat().map(String);
}

/** Refuses files of evidence in the place of evaluations. Replaces the name of a test set by its id where the command would also read a file of that name. */
async function withStoredRecords(
  fields: readonly Field[],
  values: UnknownRecord,
  { client, app }: ToolContext,
): Promise<UnknownRecord> {
  const file = fields
    .filter(({ definition }) => namingOf(definition).names === 'evaluation')
    .flatMap(({ name }) => textsOf(values[name]))
    .find(isFileOfEvidence);
  if (file !== undefined) throw usageError(`A tool reads no files: name a stored evaluation in the place of ${file}.`);
  const { testset } = values;
  if (typeof testset !== 'string' || !fields.some(isTestsetOrFile)) return values;
  const appId = await resolveAppId({ client, app: typeof values['app'] === 'string' ? values['app'] : app });
  return { ...values, testset: (await resolveTestset(client, testset, appId)).id };
}

function isTestsetOrFile({ definition }: Field): boolean {
  const { names, allowsPath } = namingOf(definition);
  return names === 'testset' && allowsPath === true;
}
