import type { NameKind } from '../../choose/list-choices.ts';

/** A command as completion, the reference and the manual page see it; generated from the classes by the build. */
export interface CommandModel {
  /** Its id, as in `variants list`. */
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly examples: readonly string[];
  readonly args: readonly ArgModel[];
  readonly flags: readonly FlagModel[];
}

/** What a value names, as its flag or argument declares it. */
export interface NamingModel {
  /** `null`: nothing that could be looked up. */
  readonly names: NameKind | null;
  /** Whether one word holds several names, separated by commas. */
  readonly isList: boolean;
}

export interface ArgModel extends NamingModel {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly multiple: boolean;
  readonly options: readonly string[];
}

export interface FlagModel extends NamingModel {
  readonly name: string;
  readonly char: string | null;
  readonly summary: string;
  /** Placeholder for its value in help; `null`: a switch. */
  readonly value: string | null;
  readonly required: boolean;
  readonly multiple: boolean;
  readonly options: readonly string[];
  /** Whether every command has it. */
  readonly isGlobal: boolean;
}
