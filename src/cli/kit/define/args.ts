import { custom } from '@oclif/core/args';
import type { Naming } from './naming.ts';

/** An argument of text: oclif's, which may also declare what it names. */
export const string = custom<string, Naming>({});
