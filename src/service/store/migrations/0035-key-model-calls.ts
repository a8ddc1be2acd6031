import type { Migration } from './migration.ts';

/** Model calls that evaluators made for each key with the service's own provider keys, and a daily limit. */
export const keyModelCalls: Migration = {
  number: 35,
  name: 'key-model-calls',
  statements: ({ text }) => [
    'alter table keys add column model_call_limit integer',
    `alter table evaluations add column started_by_key ${text}`,
    `create table key_model_calls (key_id ${text} not null, day ${text} not null, calls integer not null,
      primary key (key_id, day))`,
  ],
};
