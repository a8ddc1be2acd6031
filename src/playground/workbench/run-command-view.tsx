import { textOf } from '../text/text-of.ts';
import { FoldedCommands } from '../elements/terminal-command.tsx';
import type { Trial } from './use-trial.ts';
import { parametersOfRoute } from '../../contract/variants/route-parameters.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { type Column, originOf } from '../drafts/draft.ts';
import { toConfig } from './read-values.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { toCommand } from '../text/to-command.ts';
import type { Parameters } from '../../contract/variants/variant.ts';

export function RunCommandView({ trial }: { readonly trial: Trial }) {
  const toRunCommand = useRunCommand(trial);
  return <FoldedCommands commands={[toRunCommand(trial.draft.columns)]} />;
}

/** Returns what writes the command that runs columns: under `wf dev` from source, otherwise as it is deployed. */
export function useRunCommand({ path, fields, inputs, configOf }: Trial) {
  const { appFlag, dev, variant: first } = useWorkspace();
  return (columns: readonly Column[], rows?: RunCommand['rows']): string => {
    const stored = columns[0]?.origin ?? (first === null ? null : originOf(first));
    const variant =
      dev !== null || stored === null
        ? null
        : { name: `${stored.variantName}@${stored.revision}`, parameters: parametersOfRoute(stored.parameters, path) };
    return toWfRun({
      appFlag,
      path,
      variant,
      defaults: toConfig(fields, variant?.parameters ?? {}),
      configs: columns.map(configOf),
      inputs,
      ...(rows === undefined ? {} : { rows }),
    });
  };
}

interface CommandCall {
  readonly path: string;
  readonly config: Parameters;
  readonly inputs: Parameters;
}

/** Writes a call as a curl command for a POSIX shell, which reads the key where `wf` stores it. */
export function toCurl(base: string, { path, config, inputs }: CommandCall): string {
  const url = `${base}/playground/run${path === '/' ? '' : path}`;
  const body = JSON.stringify({ ...inputs, ag_config: config });
  return [
    `curl ${shellWord(url)}`,
    `  -H "Authorization: ApiKey $WF_API_KEY"`,
    `  -H 'Content-Type: application/json'`,
    `  -d ${shellWord(body)}`,
  ].join(' \\\n');
}

export interface RunCommand {
  readonly appFlag: string;
  readonly path: string;
  /** The stored configuration that calls start from; `null`: the code's defaults, from source. */
  readonly variant: { readonly name: string; readonly parameters: Parameters } | null;
  /** What a call has that gives no values. */
  readonly defaults: Parameters;
  /** The whole configurations, one or more. */
  readonly configs: readonly Parameters[];
  readonly inputs: Parameters;
  /** The rows that run instead of the inputs. */
  readonly rows?: { readonly testset: string; readonly choice: string; readonly evaluators: string };
}

/** Writes a `wf run` command: text unchanged, anything else as JSON, and of configurations what differs. */
export function toWfRun({ appFlag, path, variant, defaults, configs, inputs, rows }: RunCommand): string {
  const [first = {}, ...others] = configs.map((config) => changesOf(config, defaults));
  return toCommand(['wf', 'run', path], {
    '--app': appFlag,
    '--variant': variant?.name ?? '',
    '--input': rows === undefined ? Object.entries(inputs).map(([name, value]) => `${name}=${textOf(value)}`) : [],
    '--testset': rows?.testset ?? '',
    '--rows': rows?.choice.replaceAll(/\s/g, '') ?? '',
    '--evaluators': rows?.evaluators ?? '',
    '--config': Object.entries(first).map(([name, value]) => toAssignment(name, value)),
    '--with': others.map((config) => JSON.stringify(config)),
  });
}

function changesOf(config: Parameters, defaults: Parameters): Parameters {
  const isChanged = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(defaults[name]);
  return Object.fromEntries(Object.entries(config).filter(isChanged));
}

/** Writes a value of `--set` or `--config`: a text that begins with `@` would name a file. */
export function toAssignment(name: string, value: unknown): string {
  const text = textOf(value);
  return `${name}=${text.startsWith('@') ? `@${text}` : text}`;
}
