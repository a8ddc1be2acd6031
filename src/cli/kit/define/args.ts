import { custom } from '@oclif/core/args';
import type { Naming } from './flags.ts';

/** A text argument of oclif, which may also declare what it names. */
export const string = custom<string, Naming>({});
