import { Config } from '@oclif/core/config';

/**
 * What oclif's commands know of the program. Nothing is read from the disk: wf has one compiled table of commands, and
 * neither plugins nor hooks.
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
