import { expect, test } from 'vitest';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import { UserError } from '../../../../src/errors/wf-error.ts';
import { readBack } from '../../../../src/use-cases/records/read-back.ts';

test('what the service stored is shown', async () => {
  expect(await readBack(async () => 'stored', 'written')).toEqual({ record: 'stored', warning: null });
});

test('a failure to read shows what was written, with a warning', async () => {
  const failure = new ServiceError({ code: 'WF_TIMEOUT', message: 'It took 3 s.', status: null });
  expect(await readBack(() => Promise.reject(failure), 'written')).toEqual({
    record: 'written',
    warning: 'The change was made, but reading it back failed, so this shows what was written. It took 3 s.',
  });
});

test('what we find about the record is thrown', async () => {
  const finding = new UserError({ code: 'WF_UNEXPECTED_ANSWER', message: 'It is another.' });
  await expect(readBack(() => Promise.reject(finding), 'written')).rejects.toBe(finding);
});
