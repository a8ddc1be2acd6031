import type { Io } from './io.ts';
import type { OutputStream } from './output-stream.ts';

/** Returns whether a stream is a terminal that supports drawing. */
export function isDrawable(stream: OutputStream, env: Io['env']): boolean {
  return stream.isTTY === true && env['TERM'] !== 'dumb';
}

/** Returns whether prompts work: stdin and stderr are terminals, and this is not CI, which may have terminals too. */
export function isInteractive({ stdin, stderr, env }: Io): boolean {
  return stdin.isTTY === true && stderr.isTTY === true && !isCi(env);
}

/** Returns whether this runs in CI, where animated output would fill the log. */
export function isCi(env: Io['env']): boolean {
  return isSet(env['CI']);
}

/**
 * Returns whether to use colours on a stream.
 *
 * @source https://no-color.org, https://force-color.org, https://bixense.com/clicolors
 */
export function hasColor(stream: OutputStream, env: Io['env']): boolean {
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return isSet(forced) || forced === '';
  if (isSet(env['CLICOLOR_FORCE'])) return true;
  if (env['CLICOLOR'] === '0') return false;
  return isDrawable(stream, env);
}

/**
 * Measures a stream: the window, otherwise the environment's values, otherwise 80 by 24. A terminal without a size, as
 * `script` and some build machines create it, reports 0.
 */
export function measureScreen(stream: OutputStream, env: Io['env']): { columns: number; rows: number } {
  return {
    columns: positive(stream.columns) ?? positive(env['COLUMNS']) ?? 80,
    rows: positive(stream.rows) ?? positive(env['LINES']) ?? 24,
  };
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}

function positive(value: string | number | undefined): number | undefined {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 ? number : undefined;
}
