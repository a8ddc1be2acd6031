import type { Interfaces } from '@oclif/core';
import { beforeDoubleDash } from './switches.ts';

type Deprecation = Interfaces.Deprecation;

/** What a command declares as deprecated, by oclif's own properties; fields of `--json` are ours. */
export interface DeprecatingCommand {
  readonly state?: string | undefined;
  readonly deprecationOptions?: Deprecation | undefined;
  readonly deprecatedFields?: Readonly<Record<string, Deprecation>>;
}

/** The parts of a command line that may be deprecated. */
export interface UsedArguments {
  /** The command's words: `variants list`. */
  readonly command: string;
  readonly argv: readonly string[];
  readonly definitions: Interfaces.FlagInput;
  /** Fields that `--json=FIELDS` names; `null`: none. */
  readonly fields: readonly string[] | null;
}

/** Describes what a command line uses and a later version removes, one sentence each. */
export function describeDeprecations(
  { state, deprecationOptions, deprecatedFields = {} }: DeprecatingCommand,
  { command, argv, definitions, fields }: UsedArguments,
): string[] {
  const typed = listTyped(argv);
  return [
    ...(state === 'deprecated' ? [describe(`wf ${command}`, deprecationOptions)] : []),
    ...Object.entries(definitions).flatMap(([name, { deprecated, deprecateAliases, aliases = [], char }]) => {
      const old = deprecateAliases === true ? aliases.filter((alias) => typed.has(`--${alias}`)) : [];
      const names = [`--${name}`, `--no-${name}`, `-${char}`, ...aliases.map((alias) => `--${alias}`)];
      const isUsed = deprecated !== undefined && names.some((one) => typed.has(one));
      return [
        ...(isUsed ? [describe(`--${name}`, deprecated === true ? {} : deprecated)] : []),
        ...old.map((alias) => describe(`--${alias}`, { to: name })),
      ];
    }),
    ...(fields ?? []).flatMap((field) =>
      Object.hasOwn(deprecatedFields, field) ? [describe(`The field ${field}`, deprecatedFields[field])] : [],
    ),
  ];
}

function describe(what: string, { message, to, version }: Deprecation = {}): string {
  if (message !== undefined) return message;
  const when = version === undefined ? 'in a later version' : `in ${version}`;
  const instead = to === undefined ? '' : ` Use ${what.startsWith('--') ? `--${to.replace(/^--/, '')}` : to} instead.`;
  return `${what} is deprecated and will be removed ${when}.${instead}`;
}

/** Lists the flags that were typed: `--limit` of `--limit=3`. */
function listTyped(argv: readonly string[]): ReadonlySet<string> {
  return new Set(
    beforeDoubleDash(argv).map((word) => (word.startsWith('--') ? word.replace(/=.*$/s, '') : word.slice(0, 2))),
  );
}
