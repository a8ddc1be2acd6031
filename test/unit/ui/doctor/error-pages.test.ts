import { expect, test } from 'vitest';
import { errorPage, errorsPage } from '../../../../src/ui/doctor/error-pages.ts';
import { drawnLines, outlineOf, writtenLines } from '../fixtures.ts';

const ERROR = {
  code: 'WF_BUG',
  exit_code: 1,
  summary: 'wf has a bug.',
  why: 'Something unexpected was thrown.',
  remedies: ['Report it.', 'Try again.'],
};

test('the codes are listed with exit status and meaning', () => {
  expect(writtenLines(errorsPage([ERROR]))).toEqual(['CODE    EXIT  MEANING', 'WF_BUG     1  wf has a bug.']);
  expect(drawnLines(errorsPage([ERROR]), 20)[0]).toBe('code    meaning');
  expect(outlineOf(errorsPage([]))).toEqual([
    'table',
    '  code | mark | 0',
    '  exit | integer | 1',
    '  meaning | prose | 0',
    '  There are no error codes.',
  ]);
});

test('one code shows why it happens and what to try', () => {
  expect(writtenLines(errorPage(ERROR))).toEqual([
    'code  WF_BUG',
    'exit  1',
    '',
    'wf has a bug.',
    'Something unexpected was thrown.',
    '',
    'Try: Report it.',
    'Try: Try again.',
  ]);
});
