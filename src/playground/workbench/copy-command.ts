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
    `curl ${quote(url)}`,
    `  -H "Authorization: ApiKey $WF_API_KEY"`,
    `  -H 'Content-Type: application/json'`,
    `  -d ${quote(body)}`,
  ].join(' \\\n');
}

/** Writes a call as a `wf run` command: text unchanged, anything else as JSON. */
export function toWfRun({ path, config, inputs }: CommandCall): string {
  const flags = [
    ...Object.entries(inputs).map(([name, value]) => `--input ${quote(`${name}=${toWord(value)}`)}`),
    ...Object.entries(config).map(([name, value]) => `--config ${quote(`${name}=${toWord(value)}`)}`),
  ];
  return [`wf run ${quote(path)}`, ...flags].join(' \\\n  ');
}

function toWord(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
