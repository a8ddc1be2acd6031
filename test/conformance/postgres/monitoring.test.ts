import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { load } from 'js-yaml';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import * as z from 'zod';
import { noteBackup } from '../../../src/service/archives/backup/queries.ts';
import { createMetrics } from '../../../src/service/serve/metrics.ts';
import { createWorkerMetrics } from '../../../src/service/serve/serve-worker.ts';
import type { ServedRequest } from '../../../src/service/observe/served-request.ts';
import { createWorld, type World } from '../../helpers/service-world.ts';
import { startService } from '../../helpers/start-service.ts';

const FOLDER = new URL('../../../docs/monitoring/', import.meta.url);
/** What Prometheus adds itself, for every target. */
const OF_PROMETHEUS = ['up{}'];
const TARGET_LABELS = ['job', 'instance'];

const Alerts = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.strictObject({
          alert: z.string(),
          expr: z.string(),
          for: z.string().optional(),
          labels: z.object({ severity: z.enum(['critical', 'warning', 'info']) }),
          annotations: z.object({ summary: z.string(), description: z.string().optional() }),
        }),
      ),
    }),
  ),
});

const Dashboard = z.object({
  panels: z.array(
    z.object({ id: z.int(), title: z.string(), targets: z.array(z.object({ expr: z.string() })).optional() }),
  ),
  templating: z.object({ list: z.array(z.object({ name: z.string(), query: z.string() })) }),
});

describe('the alert rules and the dashboard', () => {
  let texts: readonly string[];
  beforeAll(async () => void (texts = await printTexts()));

  test('name only metrics and labels that a replica or a worker prints', async () => {
    const printed = readPrinted([...OF_PROMETHEUS, ...texts.join('\n').split('\n')]);
    const expressions = [
      ...(await readAlerts()).map(({ expr }) => expr),
      ...(await readDashboard()).panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ];
    const used = expressions.flatMap(readUsed);
    expect(used.length).toBeGreaterThan(20);
    expect(used.filter(({ metric, labels }) => !labels.every((label) => printed.get(metric)?.has(label)))).toEqual([]);
    expect([...new Set(used.map(({ metric }) => metric))].toSorted()).toEqual(
      [...printed.keys()].filter((metric) => !UNUSED.has(metric)).toSorted(),
    );
  });

  test('read what Prometheus can parse: families declared once, and buckets that grow up to their count', async () => {
    for (const text of texts) {
      const lines = text.trimEnd().split('\n');
      const types = lines.filter((line) => line.startsWith('# TYPE ')).map((line) => line.split(' ').slice(2));
      expect(new Set(types.map(([family]) => family)).size).toBe(types.length);
      let family = '';
      let below = 0;
      for (const line of lines) {
        if (line.startsWith('#')) [, , family = ''] = line.split(' ');
        else {
          const [, name = '', labels = '', value] = SAMPLE.exec(line) ?? [];
          expect(name.replace(/_(bucket|sum|count)$/, ''), line).toBe(family);
          expect(Number(value), line).not.toBeNaN();
          if (!name.endsWith('_bucket')) continue;
          if (labels.includes(`le="${FIRST_BOUNDS[family]}"`)) below = 0;
          expect(Number(value), line).toBeGreaterThanOrEqual(below);
          below = Number(value);
          const count = line.replace('_bucket{', '_count{').replace(',le="+Inf"', '');
          if (labels.includes('le="+Inf"')) expect(lines).toContain(count);
        }
      }
    }
  });

  test('are documented, each metric in one row of the page', async () => {
    const [replica = '', worker = ''] = texts;
    const page = await readFile(new URL('../operating.md', FOLDER), 'utf8');
    const [, table = ''] = /\n\| Metrics \|.+\n\|[-|]+\|\n((?:\|.+\n)+)/.exec(page) ?? [];
    const rows = table
      .trimEnd()
      .split('\n')
      .map((row) => {
        const [, names = ''] = row.split('|');
        return [...names.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name);
      });
    const familiesOf = (text: string) => [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name);
    expect(rows.flat().toSorted()).toEqual([...new Set(familiesOf(replica + worker))].toSorted());
    // As the page says.
    expect(familiesOf(worker).toSorted()).toEqual(rows.slice(3).flat().toSorted());
    expect(familiesOf(replica)).toEqual(expect.arrayContaining(rows.slice(0, 3).flat()));
  });

  test('name only labels that their expression keeps', async () => {
    for (const { alert, expr, annotations } of await readAlerts()) {
      const named = [...JSON.stringify(annotations).matchAll(/\$labels\.(\w+)/g)].map(([, label]) => label ?? '');
      const grouped = /\bby \(([^)]*)\)/.exec(expr)?.[1]?.split(/,\s*/);
      const kept = grouped ?? readUsed(expr).flatMap(({ labels }) => [...labels, ...TARGET_LABELS]);
      expect([alert, named.filter((label) => !kept.includes(label))]).toEqual([alert, []]);
    }
  });

  test('find their variables and panels by names of their own', async () => {
    const { panels, templating } = await readDashboard();
    const names = templating.list.map(({ name }) => name);
    const named = panels.flatMap(({ targets = [] }) =>
      targets.flatMap(({ expr }) => [...expr.matchAll(/\$(\w+)/g)].map(([, name]) => name ?? '')),
    );
    expect(new Set(named.filter((name) => name !== '__rate_interval'))).toEqual(new Set(['app', 'environment']));
    expect(names).toEqual(['datasource', 'app', 'environment']);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });
});

test.each([
  [
    'sum by (a, b) (rate(wf_x_total{c=~"5..",d="{e}"}[5m])) > 1',
    [{ metric: 'wf_x_total', labels: ['c', 'd', 'a', 'b'] }],
  ],
  ['up == 0', [{ metric: 'up', labels: [] }]],
  ['topk(5, wf_a / wf_b)', ['wf_a', 'wf_b'].map((metric) => ({ metric, labels: [] }))],
])('the metrics of %s are read', (expression, used) => {
  expect(readUsed(expression)).toEqual(used);
});

/** Printed, and in neither file: a dashboard of everything shows nothing. */
const UNUSED: ReadonlySet<string> = new Set([]);

async function readAlerts() {
  const alerts = Alerts.parse(load(await readFile(new URL('alerts.yaml', FOLDER), 'utf8')));
  return alerts.groups.flatMap(({ rules }) => rules);
}

async function readDashboard() {
  return Dashboard.parse(JSON.parse(await readFile(new URL('dashboard.json', FOLDER), 'utf8')));
}

const SAMPLE = /^([a-z_]+)(?:\{((?:[a-z_]+="(?:[^"\\]|\\.)*",?)*)\})? (\S+)$/;
const FIRST_BOUNDS: Readonly<Record<string, string>> = { wf_request_seconds: '0.005', wf_hosted_call_seconds: '0.05' };

/** What a replica and a worker on PostgreSQL print after some work. */
async function printTexts(): Promise<string[]> {
  const served: ServedRequest[] = [];
  const onServed = (request: ServedRequest) => void served.push(request);
  await using running = await startService({ database: { adminUrl: inject('postgresUrl') }, onServed });
  const world: World = await createWorld(running);
  await running.send('POST', `/services/${world.appId}/${world.variantId}/run`, { body: { text: 'a' } });
  await noteBackup(running.store.db, new Date().toISOString());
  const now = () => new Date();
  const metrics = createMetrics({ store: running.store, now, dataDir: tmpdir() });
  for (const request of served) metrics.note(request);
  const worker = createWorkerMetrics({ store: running.store, now, dataDir: tmpdir() });
  worker.note({ end: 'done', ms: 5 } as Parameters<typeof worker.note>[0]); // the other fields are for the log
  const headers = { authorization: `Bearer ${running.keys.viewer}` };
  const request = new Request('http://wf.test/metrics', { headers });
  const answers = [await metrics.fetch(request), await worker.fetch(request)];
  return await Promise.all(answers.map(async (answer) => (await answer?.text()) ?? ''));
}

/** Reads each metric's labels from what is printed. */
function readPrinted(lines: readonly string[]): Map<string, Set<string>> {
  const printed = new Map<string, Set<string>>();
  for (const line of lines) {
    const [, metric, labels = ''] = /^([a-z_]+)(?:\{(.*)\})?/.exec(line) ?? [];
    if (metric === undefined) continue;
    const known = printed.get(metric) ?? new Set(TARGET_LABELS);
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
    printed.set(metric, known);
  }
  return printed;
}

interface UsedMetric {
  readonly metric: string;
  readonly labels: readonly string[];
}

/** Reads the metrics of a PromQL expression, with the labels that it matches or groups by. */
function readUsed(expression: string): UsedMetric[] {
  const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/));
  const bare = expression.replaceAll(/\bby \([^)]*\)/g, '');
  const selectors = bare.matchAll(/\b(up|(?:wf|process)_[a-z_]+)(\{(?:[^"}]|"[^"]*")*\})?/g);
  return [...selectors].map(([, metric = '', matchers = '']) => ({
    metric,
    labels: [
      ...new Set([...[...matchers.matchAll(/(\w+)\s*(?:=~|!=|!~|=)\s*"/g)].map(([, label = '']) => label), ...grouped]),
    ],
  }));
}
