/** What a command line does at a service. */
export interface Expected {
  /** @defaultValue 0 */
  readonly exitCode?: number;
  /** Lines that the service's state gains and loses, as `+ app spare`. @defaultValue none */
  readonly changes?: readonly string[];
  /** A part of stdout, or of stderr if the command fails. */
  readonly says?: string;
}

export interface LineOptions {
  readonly stdin?: string;
  /** What the folder has: a project, perhaps with the same workflow served at `$ADDRESS`, or the archive of an app. */
  readonly setUp?: 'project' | 'address' | 'archive';
  /** Whether the command asks no service. @defaultValue false */
  readonly isLocal?: boolean;
}

/** A command line without the command's own words. */
export interface CommandLine extends LineOptions {
  readonly words: string;
  readonly seed: Expected;
  readonly public: Expected;
}

/** Describes a line that does something else at each service. */
export function line(words: string, seed: Expected, publicLike: Expected, options: LineOptions = {}): CommandLine {
  return { words, seed, public: publicLike, ...options };
}

/** Describes a line that does the same at both. */
export function both(words: string, expected: Expected, options?: LineOptions): CommandLine {
  return line(words, expected, expected, options);
}

export const LOCAL = { isLocal: true };
/** Serves until it is stopped, and asks no other service. */
export const SERVES: readonly CommandLine[] = [];
