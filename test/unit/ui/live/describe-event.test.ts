import { expect, test } from 'vitest';
import {
  describeBuildEvent,
  describeDeployEvent,
  describeEvaluationEvent,
  describeHumanEvaluationEvent,
  formatBytes,
} from '../../../../src/ui/live/describe-event.ts';

test.each([
  [{ type: 'bundle-start', entry: 'src/workflow.ts' }, 'Bundling src/workflow.ts'],
  [{ type: 'bundle-end', size: 1536, gzip_size: 512 }, 'Bundled: 1.5 KB, 512 B gzipped'],
  [{ type: 'packages-install', packages: ['sharp 0.34.0', 'zod 4.0.0'] }, 'Installing sharp 0.34.0, zod 4.0.0'],
  [{ type: 'routes-read', routes: ['/', '/explain'] }, 'Read 2 routes: /, /explain'],
] as const)('a build reports %j', (event, line) => {
  expect(describeBuildEvent(event)).toBe(line);
  expect(describeDeployEvent(event)).toBe(line);
});

test.each([
  [{ type: 'routes-compare', changes: [] }, null],
  [{ type: 'routes-compare', changes: [{}] }, 'Found 1 change in the routes'],
  [{ type: 'configurations-check', compatibility: { breaks: [], migrated: [] } }, null],
  [
    { type: 'configurations-check', compatibility: { breaks: [{}], migrated: [{}, {}] } },
    'Found 2 configurations to migrate and 1 stored value that the new code rejects',
  ],
  [{ type: 'upload-start', size: 5 * 1024 * 1024, parts: 1 }, 'Uploading 5 MB'],
  [{ type: 'upload-start', size: 2048, parts: 3 }, 'Uploading 2 KB in 3 parts'],
  [{ type: 'upload-end' }, 'Uploaded'],
  [{ type: 'upload-skip' }, 'The service already has this bundle'],
] as const)('a deploy reports %j', (event, line) => {
  expect(describeDeployEvent(event)).toBe(line);
});

test.each([
  [{ type: 'testset-store', testset: { name: 'cases', revision: 2, created: true } }, 'Stored test set cases@2'],
  [{ type: 'testset-store', testset: { name: 'cases', revision: 1, created: false } }, 'Found test set cases@1'],
  [{ type: 'evaluation-start', evaluation_id: 'e1', variant: 'formal' }, 'Evaluating formal (e1)'],
  [{ type: 'evaluation-end', variant: 'formal', status: 'EVALUATION_FINISHED', error: null }, 'formal: ✓ finished'],
  [
    { type: 'evaluation-end', variant: 'formal', status: 'EVALUATION_FAILED', error: 'The disk is full.' },
    'formal: ✗ failed: The disk is full.',
  ],
] as const)('an evaluation reports %j', (event, line) => {
  expect(describeEvaluationEvent(event)).toBe(line);
});

test.each([
  [{ type: 'address-check', url: 'http://wf.example' }, 'Checking health and schemas of http://wf.example'],
  [{ type: 'configurations-check', compatibility: { breaks: [], migrated: [{}] } }, 'Found 1 configuration to migrate'],
  [
    { type: 'configurations-check', compatibility: { breaks: [{}, {}], migrated: [] } },
    'Found 2 stored values that the new code rejects',
  ],
] as const)('a deploy reports %j, too', (event, line) => {
  expect(describeDeployEvent(event)).toBe(line);
});

test.each([
  [{ type: 'testset-store', testset: { name: 'cases', revision: null, created: true } }, 'Stored test set cases'],
  [{ type: 'outputs-start', evaluation_id: 'h1' }, 'Generating the outputs to vote on (h1)'],
  [{ type: 'outputs-end', variant: 'formal', status: 'EVALUATION_FINISHED' }, 'formal: ✓ finished'],
] as const)('a human evaluation reports %j', (event, line) => {
  expect(describeHumanEvaluationEvent(event)).toBe(line);
});

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1 KB'],
  [1024 ** 2 - 1, '1024 KB'],
  [1024 ** 2, '1 MB'],
  [2.46 * 1024 ** 2, '2.5 MB'],
  [100 * 1024 ** 2, '100 MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
