/**
 * Stands in for `@oclif/core` in what is published: the same classes run, and oclif's 340 KB stay out of every start.
 * Real oclif still reads the same classes at build time, for help pages, and in the tests, which hold the two together.
 */
export * as Args from './args.ts';
export { Command } from './command.ts';
export * as Flags from './flags.ts';
