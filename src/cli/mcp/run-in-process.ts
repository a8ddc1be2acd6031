import { Readable } from 'node:stream';
import { parseJson } from '../../contract/validation/parse-json.ts';
import type { SettingsSources } from '../../project/resolve-settings.ts';
import { ShownFailure, type ToolContext } from '../../use-cases/scripts/mcp/tool.ts';
import type { Session } from '../../use-cases/session/session.ts';
import type { BaseCommand } from '../kit/command/base-command.ts';
import type { CommandPorts } from '../kit/command/command-ports.ts';
import type { OutputStream } from '../kit/process/io.ts';
import type { CommandTable } from '../start/program.ts';

export interface RunInProcessOptions {
  readonly commands: CommandTable;
  readonly config: BaseCommand['config'];
  readonly ports: CommandPorts;
  /** Flags of this process that apply to each command, unless the command has its own. */
  readonly flags: NonNullable<SettingsSources['flags']>;
  /** Opens the session that all commands share. */
  readonly session: () => Promise<Session>;
}

/** Creates the function that runs a command in this process and returns the document that it prints. */
export function runInProcess({ commands, config, ports, flags, session }: RunInProcessOptions): ToolContext['run'] {
  const inherited = definedOf(flags);
  const resolveSettings: CommandPorts['resolveSettings'] = ({ flags: own = {}, ...sources }) =>
    ports.resolveSettings({ ...sources, flags: { ...inherited, ...definedOf(own) } });
  const openSession = async (): Promise<Session> => ({ ...(await session()), close: async () => undefined });
  return async (id, words, input = '') => {
    const module = await commands[id]?.();
    if (module === undefined) throw new Error(`There is no command ${id}.`);
    module.default.id = id;
    const command = new module.default(['--json', ...words], config);
    const [written, stderr] = [collect(), collect()];
    const { env, cwd } = ports.io;
    const io = { stdin: Readable.from([input]), stdout: written, stderr, env: { ...env }, cwd };
    command.ports = { ...ports, io, resolveSettings, openSession };
    try {
      await command.execute();
    } catch (error) {
      const document = parseJson(written.text);
      throw document === undefined ? error : new ShownFailure(document, error);
    }
    return { document: parseJson(written.text), remarks: stderr.text };
  };
}

function definedOf<Flags extends object>(flags: Flags): Partial<Flags> {
  // Only entries without a value are left out.
  return Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined)) as Partial<Flags>;
}

function collect(): OutputStream & { readonly text: string } {
  const parts: string[] = [];
  return {
    get text() {
      return parts.join('');
    },
    write(text, done) {
      parts.push(typeof text === 'string' ? text : Buffer.from(text).toString());
      done?.();
      return true;
    },
  };
}
