import type { Interfaces } from '@oclif/core';

/** The flags and arguments that a command line is read by. */
export interface Definitions {
  readonly flags: Interfaces.FlagInput;
  readonly args: Interfaces.ArgInput;
}
