import { aborted } from '../../src/foundation/abort.ts';
import { countOf } from '../../src/foundation/numbers.ts';
import { resolve } from 'node:path';
import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { PORT, serverFlags, serverOptions } from '../../src/cli/kit/define/server-flags.ts';
import { openVariables } from '../../src/use-cases/serve/read-variables.ts';
import { startWorker } from '../../src/use-cases/serve/start-worker.ts';

export default class Worker extends BaseCommand {
  static override summary = 'Run evaluations for the replicas on a PostgreSQL database.';
  static override description =
    'Takes chunks of rows from `wf serve --database-url`, calls the workflow, judges the answers and stores them. Workers share the work, within the limits of each evaluation. On Ctrl-C or SIGTERM it takes no new rows, finishes those in progress and returns the rest to the queue; a second signal ends it immediately.';
  static override examples = [
    'wf worker --database-url postgres://wf@db/wf',
    'wf worker --database-url postgres://wf@db/wf --concurrency 8 --port 8701 --host 0.0.0.0',
  ];
  static override flags = {
    'database-url': Flags.string({
      summary: 'PostgreSQL database of the replicas.',
      helpValue: 'URL',
      env: 'WF_DATABASE_URL',
      required: true,
    }),
    concurrency: Flags.integer({
      summary: 'Chunks of rows processed at once; each has many calls in flight.',
      helpValue: 'N',
      min: 1,
      max: 64,
      default: 4,
    }),
    port: Flags.integer({
      summary: 'Port for health and metrics; 0 picks a free one. Default: none.',
      ...PORT,
    }),
    host: Flags.string({
      summary: 'With --port: address to listen on for health and metrics.',
      helpValue: 'H',
      default: '127.0.0.1',
    }),
    'data-dir': Flags.string({ summary: 'Folder of cached bundles.', helpValue: 'D', allowsPath: true }),
    'drain-timeout': Flags.integer({
      summary: 'Seconds that rows in progress may take to finish at shutdown.',
      helpValue: 'S',
      min: 0,
      max: 3600,
      default: 25,
    }),
    ...serverFlags('chunks and failures'),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Worker);
    const settings = await this.settings();
    const worker = await startWorker({
      ...serverOptions(flags, this.ports.io),
      address: flags.port === undefined ? null : { host: flags.host, port: flags.port },
      databaseUrl: flags['database-url'],
      dataDir: flags['data-dir'] === undefined ? settings.dataDir : resolve(this.folder, flags['data-dir']),
      variableSource: openVariables(settings),
      concurrency: flags.concurrency,
      drainTimeoutMs: flags['drain-timeout'] * 1000,
    });
    try {
      const chunks = `${countOf(flags.concurrency, 'chunk')} at a time`;
      const address = worker.url === null ? '' : ` Health and metrics: ${worker.url}.`;
      const json = { concurrency: flags.concurrency, url: worker.url };
      await this.show({ json, line: `Working, ${chunks}.${address}` });
      await aborted(this.signal);
    } finally {
      await worker.close();
    }
  }
}
