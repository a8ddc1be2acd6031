import type { Display } from '../../../ui/layout/view.ts';
import { wantsJson } from '../arguments/switches.ts';
import type { Io, OutputStream } from './io.ts';

/** Returns whether a stream is a terminal that supports drawing. */
export function isDrawable(stream: OutputStream, env: Io['env']): boolean {
  return stream.isTTY === true && env['TERM'] !== 'dumb';
}

/** Returns whether prompts work: stdin and stderr are terminals, and this is not CI, which may have terminals too. */
export function isInteractive({ stdin, stderr, env }: Io): boolean {
  return stdin.isTTY === true && stderr.isTTY === true && !isCi(env);
}

/**
 * Returns whether to ask for a missing flag or argument: the user is at a terminal and will read the result. A script
 * that reads the result, even if started on a terminal, gets an error instead of a prompt.
 */
export function canAsk(argv: readonly string[], io: Io): boolean {
  return io.stdout.isTTY === true && isInteractive(io) && !wantsJson(argv);
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

/** Measures a terminal, and publishes its size to Ink, which would otherwise run `tput` eighty times per table. */
export function openScreen(stream: OutputStream, env: Io['env']): Display {
  const { columns, rows } = measureScreen(stream, env);
  env['COLUMNS'] = String(columns);
  env['LINES'] = String(rows);
  return { form: 'terminal', columns, rows, color: hasColor(stream, env), now: new Date() };
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
