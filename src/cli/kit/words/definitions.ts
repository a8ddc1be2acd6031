import type { Interfaces } from '@oclif/core';

/** Definitions of a command's flags and arguments. */
export interface Definitions {
  readonly flags: Interfaces.FlagInput;
  readonly args: Interfaces.ArgInput;
}
