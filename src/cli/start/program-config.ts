import { Config } from '@oclif/core/config';

/**
 * The program's configuration for oclif. Nothing is read from disk: wf has one compiled table of commands, and no
 * plugins or hooks.
 */
export class ProgramConfig extends Config {
  constructor(version: string) {
    super({ root: '' });
    this.bin = 'wf';
    this.name = 'wf';
    this.version = version;
    this.topicSeparator = ' ';
  }
}
