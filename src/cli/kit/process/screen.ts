import type { Io } from './io.ts';
import type { OutputStream } from './output-stream.ts';

/** Answers whether a stream is a terminal that can be drawn on. */
export function isDrawable(stream: OutputStream, env: Io['env']): boolean {
  return stream.isTTY === true && env['TERM'] !== 'dumb';
}

/** Answers whether a question can be asked: stdin and stderr are terminals, and this is not CI, which may have terminals. */
export function isInteractive({ stdin, stderr, env }: Io): boolean {
  return stdin.isTTY === true && stderr.isTTY === true && !isCi(env);
}

/** Answers whether this runs in CI, where animated output would fill the log. */
export function isCi(env: Io['env']): boolean {
  return isSet(env['CI']);
}

/** Answers whether a stream gets colours. @source https://no-color.org, https://force-color.org */
export function hasColor(stream: OutputStream, env: Io['env']): boolean {
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return isSet(forced) || forced === '';
  return isDrawable(stream, env);
}

/**
 * Measures a stream: the window where there is one, else what the environment says, else 80 by 24. A terminal that nobody
 * gave a size, as `script` and some build machines make them, says 0.
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
