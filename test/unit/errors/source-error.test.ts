import { expect, test } from 'vitest';
import { SourceError } from '../../../src/errors/source-error.ts';

const LOCATION = { sentence: 'Unexpected }', file: 'workflow.ts', line: 3, column: 7, frame: '3 | }\n    ^' };

test.each([
  [LOCATION, undefined, 'workflow.ts:3:7: Unexpected }\n\n3 | }\n    ^'],
  [{ ...LOCATION, frame: null }, 'Nothing changed.', 'workflow.ts:3:7: Unexpected }\n\nNothing changed.'],
  [{ ...LOCATION, column: null, frame: null }, undefined, 'workflow.ts:3: Unexpected }'],
  [{ ...LOCATION, file: null, line: null, column: null, frame: null }, undefined, 'Unexpected }'],
])('%j reads as a message', (location, remark, message) => {
  const error = new SourceError({ code: 'WF_BUILD_FAILED', location, remark });
  expect([error.name, error.message, error.location, error.code]).toEqual([
    'SourceError',
    message,
    location,
    'WF_BUILD_FAILED',
  ]);
});
