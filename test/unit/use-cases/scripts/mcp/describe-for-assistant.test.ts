import { expect, test } from 'vitest';
import { UserError } from '../../../../../src/errors/wf-error.ts';
import { describeForAssistant } from '../../../../../src/use-cases/scripts/mcp/describe-for-assistant.ts';

test('an error of ours has its code and next steps', () => {
  const error = new UserError({ code: 'WF_NOT_FOUND', message: 'No app.', nextSteps: ['wf apps list', 'wf deploy'] });
  expect(describeForAssistant(error)).toBe('WF_NOT_FOUND: No app.\nTry: wf apps list\nTry: wf deploy');
});

test.each([
  [new TypeError('Boom'), 'Boom'],
  ['text', 'text'],
])('%o is described as it is', (error, text) => {
  expect(describeForAssistant(error)).toBe(text);
});
