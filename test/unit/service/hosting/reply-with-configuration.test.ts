import { expect, test } from 'vitest';
import { UserError } from '../../../../src/errors/wf-error.ts';
import {
  type ConfigurationReply,
  replyWithConfiguration,
} from '../../../../src/service/hosting/reply-with-configuration.ts';

const deployment = { id: 'd', app_id: 'a', app_name: 'support', artifact_sha256: 'x', url: null };
const reference = { application: null, variant: 'v', environment: null, version: null, revision: null };

/** Returns what the process is told when its configuration resolves so. */
async function replyTo(resolveConfiguration: () => Promise<Record<string, unknown>>): Promise<ConfigurationReply[]> {
  const replies: ConfigurationReply[] = [];
  const question = { type: 'fetch-configuration', id: 7, reference } as const;
  await replyWithConfiguration({ resolveConfiguration }, deployment, question, (reply) => replies.push(reply));
  return replies;
}

test('a process gets the parameters of a call', async () => {
  expect(await replyTo(() => Promise.resolve({ words: 3 }))).toEqual([
    { type: 'configuration', id: 7, params: { words: 3 } },
  ]);
});

test.each([
  [
    new UserError({ code: 'WF_NOT_FOUND', message: 'No variant is called v.' }),
    'WF_NOT_FOUND',
    'No variant is called v.',
  ],
  [new Error('The database is closed.'), 'WF_FAILED', 'The database is closed.'],
  ['text', 'WF_FAILED', 'text'],
])('a process learns why there are none: %s', async (error, code, message) => {
  expect(await replyTo(async () => await Promise.reject(error as Error))).toEqual([
    { type: 'configuration-failure', id: 7, code, message },
  ]);
});
