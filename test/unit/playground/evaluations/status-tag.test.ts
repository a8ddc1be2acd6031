import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EVALUATION_STATUSES } from '../../../../src/contract/evaluations/result.ts';
import { StatusTag } from '../../../../src/playground/evaluations/status-tag.tsx';

const TONES: Record<(typeof EVALUATION_STATUSES)[number], string> = {
  EVALUATION_INITIALIZED: 'tag busy',
  EVALUATION_STARTED: 'tag busy',
  EVALUATION_FINISHED: 'tag good',
  EVALUATION_FINISHED_WITH_ERRORS: 'tag bad',
  EVALUATION_FAILED: 'tag bad',
  EVALUATION_AGGREGATION_FAILED: 'tag bad',
  EVALUATION_CANCELLED: 'tag ',
  EVALUATION_INTERRUPTED: 'tag ',
};

test.each(EVALUATION_STATUSES)('%s has its colour', (value) => {
  const html = renderToStaticMarkup(createElement(StatusTag, { status: { type: 'status', value } }));
  expect(/class="([^"]*)"/.exec(html)?.[1]).toBe(TONES[value]);
});
