import { resolve } from 'node:path';
import { Flags } from '@oclif/core';
import { BaseCommand } from '../src/cli/base-command.ts';
import { untilAborted } from '../src/cli/until-aborted.ts';
import { showLine } from '../src/ui/show-line.ts';
import { startServer } from '../src/use-cases/start-server.ts';

export default class Serve extends BaseCommand {
  static override summary = 'Serve the interface and the deployed routes.';
  static override description =
    "Keeps its data in the project's .wf folder, or where --data-dir or --database-url says. Leaves a key where wf on this machine finds it. Ends on Ctrl-C.";
  static override examples = [
    'wf serve',
    'wf serve --port 8700 --host 0.0.0.0',
    'wf serve --database-url postgres://wf@db/wf',
  ];
  static override flags = {
    port: Flags.integer({
      summary: 'Port to listen on; 0 takes a free one.',
      helpValue: 'P',
      min: 0,
      max: 65535,
      default: 8700,
    }),
    host: Flags.string({ summary: 'Address to listen on.', helpValue: 'H', default: '127.0.0.1' }),
    'data-dir': Flags.string({ summary: 'Folder of the database.', helpValue: 'D', exclusive: ['database-url'] }),
    'database-url': Flags.string({ summary: 'PostgreSQL database.', helpValue: 'URL', env: 'WF_DATABASE_URL' }),
    'bundle-users': Flags.string({
      summary: 'Users, by number, that deployed code runs as, one per app. Needs root on Linux.',
      helpValue: 'FIRST-LAST',
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Serve);
    const { signal } = this;
    const { dataDir, configDir, project } = await this.settings();
    const server = await startServer({
      host: flags.host,
      port: flags.port,
      dataDir: flags['data-dir'] === undefined ? dataDir : resolve(this.folder, flags['data-dir']),
      databaseUrl: flags['database-url'] ?? null,
      projectRoot: project?.root ?? null,
      bundleUsers: flags['bundle-users'] ?? null,
      configDir,
    });
    try {
      const line = `Serving on ${server.url}. The key is in ${server.keyFile}.`;
      const json = { url: server.url, page_url: server.pageUrl, key_file: server.keyFile };
      await this.show({ json, view: showLine(line, `open ${server.pageUrl}`) });
      await untilAborted(signal);
    } finally {
      await server.close();
    }
  }
}
