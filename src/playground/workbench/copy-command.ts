import { quoteWord } from '../text/to-command.ts';
import type { Parameters } from '../../contract/variants/variant.ts';

export interface CommandCall {
  readonly path: string;
  readonly config: Parameters;
  readonly inputs: Parameters;
}

/** Writes a call as a curl command for a POSIX shell, which reads the key where `wf` stores it. */
export function toCurl(base: string, { path, config, inputs }: CommandCall): string {
  const url = `${base}/playground/run${path === '/' ? '' : path}`;
  const body = JSON.stringify({ ...inputs, ag_config: config });
  return [
    `curl ${quoteWord(url)}`,
    `  -H "Authorization: ApiKey $WF_API_KEY"`,
    `  -H 'Content-Type: application/json'`,
    `  -d ${quoteWord(body)}`,
  ].join(' \\\n');
}

/** Writes a call as a `wf run` command: text unchanged, anything else as JSON. */
export function toWfRun({ path, config, inputs }: CommandCall): string {
  const flags = [
    ...Object.entries(inputs).map(([name, value]) => `--input ${quoteWord(`${name}=${toWord(value)}`)}`),
    ...Object.entries(config).map(([name, value]) => `--config ${quoteWord(`${name}=${toWord(value)}`)}`),
  ];
  return [`wf run ${quoteWord(path)}`, ...flags].join(' \\\n  ');
}

export function toWord(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
