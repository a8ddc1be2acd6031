import { expect } from 'vitest';
import {
  APP_NAME_LENGTH,
  LABEL_VALUE_LENGTH,
  LIST_PAGE,
  NAME_LENGTH,
  RECORD_LABELS,
  SETTING_TEXT,
} from '../../../src/foundation/sizes.ts';
import type { World } from '../service-world.ts';
import { type Probe, refusedBy } from './probe.ts';

/** Limits on records and their lists. */
export const RECORD_PROBES = {
  async LIST_PAGE({ running }) {
    const list = async (limit: number) => await running.send('GET', `/testsets?limit=${limit}`);
    expect((await list(LIST_PAGE.most)).status).toBe(200);
    return await refusedBy(await list(LIST_PAGE.most + 1));
  },
  NAME_LENGTH: (world) =>
    tooMany(NAME_LENGTH.most, (length) =>
      world.running.send('POST', '/testsets', { body: { name: 'n'.repeat(length), csvdata: [{ a: 1 }] } }),
    ),
  APP_NAME_LENGTH: (world) =>
    tooMany(APP_NAME_LENGTH.most, (length) =>
      world.running.send('POST', '/apps', { body: { app_name: 'n'.repeat(length) } }),
    ),
  RECORD_LABELS: (world) =>
    tooMany(RECORD_LABELS.most, (count) =>
      setLabels(world, Object.fromEntries(Array.from({ length: count }, (_, index) => [`label-${index}`, 'a']))),
    ),
  LABEL_VALUE_LENGTH: (world) =>
    tooMany(LABEL_VALUE_LENGTH.most, (length) => setLabels(world, { 'label-0': 'v'.repeat(length) })),
  SETTING_TEXT: ({ running, appId, nextName }) =>
    tooMany(SETTING_TEXT.most, (length) => {
      const settings_values = { regex_pattern: 'r'.repeat(length) };
      const body = { app_id: appId, name: nextName(), evaluator_key: 'auto_regex_test', settings_values };
      return running.send('POST', '/evaluators/configs', { body });
    }),
} satisfies Record<string, Probe>;

async function tooMany(most: number, send: (count: number) => Promise<Response>) {
  expect((await send(most)).status).toBe(200);
  return await refusedBy(await send(most + 1));
}

const setLabels = async ({ running, variantId }: World, labels: Readonly<Record<string, string>>) =>
  await running.send('PATCH', `/variants/${variantId}/metadata`, { body: { labels } });
