import { commandOf } from '../../helpers/run-line.ts';
import { COMMAND_FILES } from '../../../commands/index.ts';
import { VALUE_FORMS } from './value-forms.ts';

/** What the table reads of the definition of a flag or an argument. */
export interface Definition {
  readonly type?: 'boolean' | 'option';
  readonly char?: string;
  readonly aliases?: readonly string[];
  readonly allowNo?: boolean;
  readonly multiple?: boolean;
  readonly summary?: string;
  readonly description?: string;
  readonly helpValue?: string;
  readonly options?: readonly string[];
  readonly hidden?: boolean;
}

export interface CommandDefinition {
  readonly id: string;
  readonly flags: Readonly<Record<string, Definition>>;
  readonly args: Readonly<Record<string, Definition>>;
  readonly baseFlags: Readonly<Record<string, Definition>>;
}

/** Reads the flags and arguments of every command from its class. */
export async function readDefinitions(): Promise<CommandDefinition[]> {
  const ids = Object.keys(COMMAND_FILES);
  return await Promise.all(
    ids.map(async (id) => {
      // The static fields of a command's class, of which oclif's types say less.
      const { flags = {}, args = {}, baseFlags = {} } = (await commandOf(id)) as unknown as Partial<CommandDefinition>;
      return { id, flags, args, baseFlags };
    }),
  );
}

/** Lists the forms in which each flag and argument of a command must be typed, as in `variants create --set @FILE`. */
export function requiredForms({ id, flags, args }: CommandDefinition): string[] {
  const ofFlags = Object.entries(flags).flatMap(([name, flag]) => formsOf(`--${name}`, flag));
  const ofArgs = Object.entries(args).flatMap(([name, arg]) => formsOf(name.toUpperCase(), arg));
  return [...ofFlags, ...ofArgs].map((form) => `${id} ${form}`);
}

/** One choice of these is enough: `test/conformance/service` sorts and filters by each. */
const LISTED = ['--sort', '--status', '--kind'];

function formsOf(written: string, definition: Definition): string[] {
  const { char, aliases = [], allowNo = false, multiple = false, options = [], type, helpValue = '' } = definition;
  const help = `${helpValue} ${definition.summary ?? ''} ${definition.description ?? ''}`;
  // The forms of `--app` have lines of their own, since all commands share the definition.
  const hasOwnForms = type !== 'boolean' && written !== '--app';
  const values = hasOwnForms ? VALUE_FORMS.filter(({ named }) => named.test(help)).map(({ name }) => name) : [];
  return [
    written,
    ...(char === undefined ? [] : [`-${char}`]),
    ...aliases.map((alias) => `--${alias}`),
    ...(allowNo ? [written.replace('--', '--no-')] : []),
    ...(multiple ? [`${written} repeated`] : []),
    ...[...(LISTED.includes(written) ? [] : options), ...values].map((form) => `${written} ${form}`),
  ];
}
