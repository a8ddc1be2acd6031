import { expect, test } from 'vitest';
import { checkProjectConfig } from '../../../src/project/check-project-config.ts';
import { ProjectConfig } from '../../../src/contract/settings/project-config.ts';

test('the settings of a project file are returned', () => {
  const config = { app: 'support', timeout: 5, base_url: 'http://h' };
  expect(checkProjectConfig('/p/.wfrc', config)).toEqual(config);
});

test.each([
  [[1], ['it must contain an object with settings']],
  ['text', ['it must contain an object with settings']],
  [{ ap: 'x' }, ['"ap" is not a setting (did you mean app?)']],
  [{ zzzzzzzz: 'x' }, ['"zzzzzzzz" is not a setting']],
  [{ ap: 1, zzzzzzzz: 2 }, ['"ap" is not a setting (did you mean app?); "zzzzzzzz" is not a setting']],
  [{ timeout: '5', app: 1 }, ['app: expected string, received number', 'timeout: expected number, received string']],
])('%j is refused with every problem', (value, problems) => {
  const message = `Invalid project file /p/.wfrc: ${problems.join('; ')}.`;
  expect(() => checkProjectConfig('/p/.wfrc', value)).toThrow(
    expect.objectContaining({
      code: 'WF_INVALID_INPUT',
      message,
      nextSteps: [`Settings are: ${Object.keys(ProjectConfig.shape).join(', ')}.`],
      details: { file: '/p/.wfrc', problems },
    }),
  );
});
