/** The arguments of commands: oclif's, imported without the rest of oclif. */
export { string } from '@oclif/core/args';
