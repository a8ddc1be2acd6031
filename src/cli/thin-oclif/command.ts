import type { Config } from '@oclif/core';

/** The part of oclif's `Command` that commands of ours use. */
export abstract class Command {
  static id = '';
  static args = {};
  static flags = {};
  static baseFlags = {};
  static examples: unknown[] = [];
  static aliases: string[] = [];
  static strict = true;

  id: string;
  parsed = false;
  argv: string[];
  config: Config;

  constructor(argv: string[], config: Config) {
    this.argv = argv;
    this.config = config;
    this.id = this.ctor.id;
  }

  protected get ctor(): typeof Command {
    // An instance's constructor is the class it was made of.
    return this.constructor as typeof Command;
  }

  abstract run(): Promise<unknown>;
  protected abstract init(): Promise<void>;
  protected abstract catch(error: unknown): Promise<unknown>;
  protected abstract finally(): Promise<void>;

  protected async _run(): Promise<unknown> {
    try {
      await this.init();
      return await this.run();
    } catch (error) {
      return await this.catch(error);
    } finally {
      await this.finally();
    }
  }
}
