import { resolve } from 'node:path';
import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { PORT, serverFlags, serverOptions } from '../../src/cli/kit/define/server-flags.ts';
import { aborted } from '../../src/foundation/abort.ts';
import { KEEP_ALIVE_SECONDS } from '../../src/foundation/keep-alive.ts';
import { openVariables } from '../../src/use-cases/serve/read-variables.ts';
import { startServer } from '../../src/use-cases/serve/start-server.ts';
import { updateSchema } from '../../src/use-cases/serve/update-schema.ts';
import { parseAge } from '../../src/use-cases/arguments/parse-timestamp.ts';
import { SERVE_PORT } from '../../src/use-cases/serve/default-ports.ts';

export default class Serve extends BaseCommand {
  static override summary = 'Serve the interface and the deployed routes.';
  static override description =
    "Stores its data in the project's .wf folder, unless --data-dir or --database-url is given; outside of a project, where wf config get data_dir says. Stores a key where wf on this machine finds it. On Ctrl-C or SIGTERM it reports that it is not ready and finishes calls in flight; a second signal ends it immediately.";
  static override examples = [
    'wf serve',
    'wf serve --port 8700 --host 0.0.0.0',
    'wf serve --database-url postgres://wf@db/wf',
    'wf serve --migrate --database-url postgres://wf@db/wf',
    'wf serve --database-url postgres://wf@db/wf --artifacts s3://my-bucket/wf',
    'wf serve --host 0.0.0.0 --database-url postgres://wf@db/wf --public-url https://wf.example.com --drain-delay 5',
  ];
  static override flags = {
    port: Flags.integer({
      summary: 'Port to listen on; 0 picks a free one.',
      ...PORT,
      default: SERVE_PORT,
    }),
    host: Flags.string({ summary: 'Address to listen on.', helpValue: 'H', default: '127.0.0.1' }),
    'data-dir': Flags.string({
      summary: 'Folder of the database, bundles and the key; with --database-url, of cached bundles and the key.',
      helpValue: 'D',
      allowsPath: true,
    }),
    'database-url': Flags.string({ summary: 'PostgreSQL database.', helpValue: 'URL', env: 'WF_DATABASE_URL' }),
    migrate: Flags.boolean({
      summary: 'Update the schema of the database and exit, instead of serving. Replicas also do it when they start.',
    }),
    artifacts: Flags.string({
      summary: 'Bucket for new bundles instead of the database, for example s3://bucket/prefix.',
      helpValue: 'S3',
      env: 'WF_ARTIFACTS',
    }),
    'public-url': Flags.string({
      summary: 'Address that callers use, for example that of a load balancer.',
      helpValue: 'URL',
      env: 'WF_PUBLIC_URL',
    }),
    keep: Flags.string({
      summary:
        'Prune what is older, at quiet times, as wf prune does: a duration such as 90d. Default: only what a rule names.',
      helpValue: 'AGE',
      env: 'WF_KEEP',
    }),
    'keep-alive': Flags.integer({
      summary: 'Seconds that an idle connection stays open: more than at the load balancer, which reuses it.',
      helpValue: 'S',
      min: 1,
      max: 86_400,
      default: KEEP_ALIVE_SECONDS,
      env: 'WF_KEEP_ALIVE',
    }),
    'drain-delay': Flags.integer({
      summary: 'Seconds to keep accepting calls after /health/ready fails, so that load balancers notice.',
      helpValue: 'S',
      min: 0,
      max: 600,
      default: 0,
    }),
    'drain-timeout': Flags.integer({
      summary: 'Seconds that calls in flight may then take to finish.',
      helpValue: 'S',
      min: 0,
      max: 3600,
      default: 5,
    }),
    ...serverFlags('requests and failures'),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Serve);
    const { signal } = this;
    const settings = await this.settings();
    const { dataDir: ownDir, configDir } = settings;
    const dataDir = flags['data-dir'] === undefined ? ownDir : resolve(this.folder, flags['data-dir']);
    const databaseUrl = flags['database-url'] ?? null;
    if (flags.migrate) {
      const { label, schema } = await updateSchema({ dataDir, databaseUrl });
      return await this.show({ json: { schema }, line: `${label} has schema ${schema}, the newest of this wf.` });
    }
    const server = await startServer({
      // What is not a terminal is a file, a collector of logs, or the service manager's journal.
      hidesLink: this.ports.io.stdout.isTTY !== true,
      ...serverOptions(flags, this.ports.io),
      host: flags.host,
      port: flags.port,
      dataDir,
      databaseUrl,
      artifacts: flags.artifacts ?? null,
      variableSource: openVariables(settings),
      configDir,
      publicUrl: flags['public-url'] ?? null,
      keepSeconds: flags.keep === undefined ? null : parseAge(flags.keep, '--keep'),
      keepAliveMs: flags['keep-alive'] * 1000,
      drainDelayMs: flags['drain-delay'] * 1000,
      drainTimeoutMs: flags['drain-timeout'] * 1000,
    });
    try {
      const { url, pageUrl, pageUrlFile, keyFile } = server;
      const link = pageUrlFile === null ? '' : ` The link that signs you in is in ${pageUrlFile}.`;
      const line = `Serving on ${url}. The key is in ${keyFile}.${link}`;
      const json = { url, page_url: pageUrl, page_url_file: pageUrlFile, key_file: keyFile };
      await this.show({ json, line, next: `open ${pageUrl}` });
      await aborted(signal);
    } finally {
      await server.close();
    }
  }
}
