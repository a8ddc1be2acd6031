import type { App } from '../../contract/apps/app.ts';
import type { RecordFacts } from '../records/narrow/record-facts.ts';

/** What a list of apps is searched and sorted by. Services list them in the order of their creation. */
export const APP_FACTS: RecordFacts<App> = {
  createdAt: () => null,
  names: ({ app_name }) => [app_name],
  fields: {
    created: () => null,
    updated: ({ updated_at }) => updated_at ?? null,
    name: ({ app_name }) => app_name,
  },
};

/** Fields that apps can be sorted by. */
export const APP_FIELDS = Object.keys(APP_FACTS.fields);
