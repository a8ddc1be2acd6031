import { expect, test } from 'vitest';
import { publishSchema, RESULT_SCHEMAS } from '../../../../src/use-cases/scripts/publish-schema.ts';

test.each(Object.keys(RESULT_SCHEMAS))('the schema of wf %s can be written', (command) => {
  expect(publishSchema(command)).toMatchObject({
    title: `wf ${command} --json`,
    version: '1',
    $schema: 'https://json-schema.org/draft/2020-12/schema',
  });
});

test('an unknown command is rejected with a suggestion', () => {
  expect(() => publishSchema('variant list')).toThrow(
    expect.objectContaining({ message: 'No command is called "variant list". Did you mean variants list?' }),
  );
  expect(() => publishSchema('toString')).toThrow(expect.objectContaining({ code: 'WF_NOT_FOUND' }));
});
