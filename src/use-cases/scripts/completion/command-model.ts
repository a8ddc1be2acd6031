/** A command as completion, the reference and the manual page see it; made from the classes when wf is built. */
export interface CommandModel {
  /** Its words, as in `variants list`. */
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly examples: readonly string[];
  readonly args: readonly ArgModel[];
  readonly flags: readonly FlagModel[];
}

export interface ArgModel {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly multiple: boolean;
  readonly options: readonly string[];
}

export interface FlagModel {
  readonly name: string;
  readonly char: string | null;
  readonly summary: string;
  /** What stands for its value in help; `null`: a switch. */
  readonly value: string | null;
  readonly required: boolean;
  readonly multiple: boolean;
  readonly options: readonly string[];
  /** Whether every command has it. */
  readonly isGlobal: boolean;
}
