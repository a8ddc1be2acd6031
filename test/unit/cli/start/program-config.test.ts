import { expect, test } from 'vitest';
import { ProgramConfig } from '../../../../src/cli/start/program-config.ts';

test('the program is called wf, and its words are separated by spaces', () => {
  const { bin, name, version, topicSeparator } = new ProgramConfig('1.2.3');
  expect({ bin, name, version, topicSeparator }).toEqual({
    bin: 'wf',
    name: 'wf',
    version: '1.2.3',
    topicSeparator: ' ',
  });
});
