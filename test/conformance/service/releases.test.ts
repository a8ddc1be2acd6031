import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MIGRATIONS } from '../../../src/service/store/migrate.ts';
import { type Answers, readAnswer } from '../../helpers/all-records/read-every-record.ts';
import { testedDatabase } from '../../helpers/tested-database.ts';
import { openRelease } from '../open-release.ts';

const RELEASES = readdirSync(new URL('../../fixtures/db', import.meta.url)).filter((name) =>
  name.startsWith('release-'),
);

test('there are databases of a release', () => {
  expect(RELEASES).toContain('release-0.1.0');
});

/** Fields that the statistical methods of a release decide: of a comparison its metrics, of a summary these. */
const OF_SUMMARIES = ['method', 'interval', 'range'];

function withoutMethods(answers: Answers): object {
  // An evaluation is no longer compared with itself.
  const comparable = Object.entries(answers).filter(([path]) => !/\/([^/]+)\/comparison\?baseline_id=\1$/.test(path));
  const entries = comparable.map(([path, answer]) => {
    const left = path.includes('/comparison?') ? ['metrics'] : /\/(summary|groups)\b/.test(path) ? OF_SUMMARIES : [];
    return [path, withoutFields(answer, left)] as const;
  });
  return Object.fromEntries(entries);
}

function withoutFields(value: unknown, left: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutFields(each, left));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !left.includes(name));
  return Object.fromEntries(kept.map(([name, each]) => [name, withoutFields(each, left)]));
}

describe.each(RELEASES)('%s', (name) => {
  const open = () => openRelease(name, testedDatabase());

  test('is migrated and gives the same answers', async () => {
    await using opened = await open();
    const applied = await opened.store.db.selectFrom('wf_migrations').select('number').orderBy('number').execute();
    expect(applied.map(({ number }) => number)).toEqual(MIGRATIONS.map(({ number }) => number));
    const answers: Record<string, unknown> = {};
    for (const path of Object.keys(opened.release.answers)) answers[path] = await readAnswer(opened, path);
    // A later release may answer more of a record, but never less. Its methods may differ.
    expect(answers).toMatchObject(withoutMethods(opened.release.answers));
  });

  test('is writable afterwards', async () => {
    await using opened = await open();
    const { body } = await readAnswer(opened, '/apps');
    const [app] = body as { readonly app_id: string }[]; // as the list answers
    const changed = await opened.send('PATCH', `/apps/${app?.app_id}`, { body: { app_name: 'renamed' } });
    expect([changed.status, await changed.json()]).toEqual([200, { app_id: app?.app_id, app_name: 'renamed' }]);
  });
});
