import { expect, test } from 'vitest';
import { appendLogs } from '../../../src/service/deployments/queries/deployments.ts';
import { makeJudgedEvaluation } from '../../helpers/judged-evaluation.ts';
import { openWorld } from '../../helpers/open-world.ts';
import { runAgainst } from '../../helpers/other-services/run-against.ts';

/** More than any page has, or any terminal shows. */
const MANY = 1003;

test('a long list is whole in a pipe, as a table and as a document', async () => {
  await using world = await openWorld({ transport: 'socket' });
  const { db } = world.running.store;
  await makeJudgedEvaluation(world, { variantId: world.variantId, verdicts: Array.from({ length: MANY }, () => true) });
  const lines = Array.from({ length: MANY }, (_, index) => `line ${index}`);
  const at = '2026-01-01T00:00:00.000Z';
  await appendLogs(
    db,
    world.appId,
    lines.map((text) => ({ at, stream: 'stdout' as const, text })),
    new Date(at),
  );
  const entry = await db.selectFrom('audit_log').selectAll().executeTakeFirstOrThrow();
  for (let index = 0; index < MANY; index += 1)
    await db
      .insertInto('audit_log')
      .values({ ...entry, id: `zz${index}`, kind: 'voter' })
      .execute();
  const env = { WF_BASE_URL: world.running.baseUrl, WF_API_KEY: world.running.keys.operator, WF_APP: 'support' };
  const wf = async (line: string) => {
    const { stdout, stderr } = await runAgainst(world.running.baseUrl)(line, { env: { ...env, HOME: '/nowhere' } });
    expect(stderr).toBe('');
    return stdout;
  };
  for (const list of ['eval rows default', 'log --kind voter', 'logs']) {
    expect([list, (JSON.parse(await wf(`${list} --json`)) as unknown[]).length]).toEqual([list, MANY]); // a list
    const heads = list === 'logs' ? 0 : 1;
    expect([list, (await wf(`${list} --tsv`)).trimEnd().split('\n').length - heads]).toEqual([list, MANY]);
  }
});
