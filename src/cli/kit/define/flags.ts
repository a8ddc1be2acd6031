/** The flags of commands: oclif's, imported without the rest of oclif. */
export { boolean, integer, string } from '@oclif/core/flags';
