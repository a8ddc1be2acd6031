import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient, type Client } from '../../src/client/create-client.ts';
import { adaptClient } from '../../src/client/public/adapt-client.ts';
import { httpTransport } from '../../src/client/transport/http-transport.ts';
import { deployWorkflow } from '../../src/use-cases/deployments/deploy-workflow.ts';
import { startServer } from '../../src/use-cases/serve/start-server.ts';
import { linkPackages, tempProject } from './temp-project.ts';
import { extended } from './extended.ts';

/** A server with the page, over a project whose workflow is deployed as app `support`, variant `default`. */
export interface PageServer extends AsyncDisposable {
  readonly url: string;
  /** The project's folder. */
  readonly folder: string;
  /** Signs in once. */
  readonly pageUrl: string;
  readonly key: string;
  readonly client: Client;
  readonly appId: string;
  readonly variantId: string;
  readonly baseId: string;
  /** Ends the server. */
  stop(): Promise<void>;
  /** Starts the server again, at the same address. */
  start(): Promise<void>;
  /** Deploys other code to the app, as a variant of a separate base. */
  deployBase(base: string, source: string): Promise<void>;
  /** Creates a finished evaluation with a number of rows and returns its id. @param evaluator - name of the evaluator */
  makeEvaluation(rows: number, evaluator?: string): Promise<string>;
}

export async function startPageServer(): Promise<PageServer> {
  const stack = new AsyncDisposableStack();
  const project = stack.use(
    await tempProject({ 'workflow.ts': await readFile(resolve('test/fixtures/playground/workflow.ts'), 'utf8') }),
  );
  await linkPackages(project.root, ['zod']);
  const dataDir = project.path('.wf');
  const serve = async (port: number) =>
    await startServer({
      dataDir,
      databaseUrl: null,
      host: '127.0.0.1',
      port,
      variableSource: null,
      allowEgress: [],
      configDir: project.path('.config'),
    });
  let server = await serve(0);
  stack.defer(() => server.close());
  const key = (await readFile(server.keyFile, 'utf8')).trim();
  const client = adaptClient(
    createClient({
      transport: httpTransport(),
      baseUrl: server.url,
      credential: { form: 'apikey', key },
    }),
  );
  stack.defer(() => client.close());
  const where = { client, root: project.root, app: 'support', dataDir } as const;
  const { deployment } = await deployWorkflow({
    ...where,
    entry: 'workflow.ts',
    base: 'main',
    variant: 'default',
    environment: 'production',
  });
  if (deployment === null) throw new Error('It was only planned');
  const { app_id: appId, base_id: baseId } = deployment.deployment;
  const { url, pageUrl } = server;
  const variantId = deployment.variant_id;
  const csvdata = [{ text: 'the first row', correct_answer: 'no such answer' }];
  // Only evaluations on the same test set are compared.
  let testset: ReturnType<Client['createTestset']> | null = null;
  return {
    url,
    folder: project.root,
    pageUrl,
    key,
    client,
    appId,
    variantId,
    baseId,
    stop: async () => await server.close(),
    start: async () => void (server = await serve(Number(new URL(url).port))),
    deployBase: async (base, source) => {
      await writeFile(project.path(`${base}.ts`), source);
      await deployWorkflow({ ...where, entry: `${base}.ts`, base, variant: base, environment: null });
    },
    makeEvaluation: async (rows, evaluator = 'exact match') => {
      testset ??= client.createTestset({ body: { name: `cases ${crypto.randomUUID()}`, csvdata } });
      const { id: testset_id } = await testset;
      const id = await evaluateOneRow(client, { appId, variantId, testset_id, evaluator });
      addRows(join(dataDir, 'wf.db'), id, rows - 1);
      return id;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

interface OneRow {
  readonly appId: string;
  readonly variantId: string;
  readonly testset_id: string;
  readonly evaluator: string;
}

async function evaluateOneRow(
  client: Client,
  { appId, variantId, testset_id, evaluator: name }: OneRow,
): Promise<string> {
  const body = { app_id: appId, name, evaluator_key: 'auto_exact_match', settings_values: {} };
  const evaluator = await client.createEvaluatorConfig({ body });
  const [evaluation] = await (
    await extended(client)
  ).createEvaluations({
    body: {
      app_id: appId,
      variant_ids: [variantId],
      evaluators_configs: [evaluator.id],
      testset_id,
      route: '/summarise',
      rate_limit: { batch_size: 10, max_retries: 0, retry_delay: 0, delay_between_batches: 0 },
    },
  });
  const id = evaluation?.id ?? '';
  const isFinished = async () =>
    (await client.getEvaluationStatus({ evaluation_id: id })).status.value === 'EVALUATION_FINISHED';
  // Hooks call this, too: only tests can poll by `expect`.
  while (!(await isFinished())) await delay(20);
  return id;
}

/** Copies the only row in the database: calling a route that often would take a minute. */
function addRows(file: string, evaluationId: string, count: number): void {
  using database = new DatabaseSync(file);
  const numbers = `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})`;
  const [scenario, outcome] = ['evaluation_scenarios', 'evaluation_outcomes'];
  const id = "old.evaluation_id || '-' || n";
  database.exec(`BEGIN; PRAGMA busy_timeout = 5000;
    ${numbers} INSERT INTO ${scenario} (id, evaluation_id, position, cells)
      SELECT ${id}, old.evaluation_id, n, json_set(old.cells, '$.text', 'row number ' || (n + 1)) FROM numbers, ${scenario} old
      WHERE old.evaluation_id = '${evaluationId}' AND old.position = 0;
    ${numbers} INSERT INTO ${outcome} (scenario_id, evaluation_id, outputs, results, cost, latency)
      SELECT ${id}, old.evaluation_id, old.outputs, old.results, old.cost, old.latency FROM numbers, ${outcome} old
      WHERE old.evaluation_id = '${evaluationId}';
    COMMIT;`);
}
