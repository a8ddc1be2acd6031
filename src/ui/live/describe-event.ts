import { isStoredAs } from '../../contract/evaluators/stored-name.ts';
import { countOf } from '../../foundation/numbers.ts';
import { formatSettings } from '../evaluators/format-settings.ts';
import { endLine, startLine } from '../evaluations/describe-watch-event.ts';
import { formatShort } from '../layout/text/format-value.ts';
import { toStatus } from '../layout/text/status.ts';
import type {
  EvaluationEvent,
  HumanEvaluationEvent,
  SettingsCompleted,
} from '../../contract/evaluations/evaluation-progress.ts';
import type { BuildEvent, DeployEvent } from '../../contract/develop/deploy-result.ts';

export function describeBuildEvent(event: BuildEvent): string | null {
  switch (event.type) {
    case 'bundle-start':
      return `Bundling ${event.entry}`;
    case 'bundle-end':
      return `Bundled: ${formatBytes(event.size)}, ${formatBytes(event.gzip_size)} gzipped`;
    case 'packages-install':
      return `Installing ${event.packages.join(', ')}`;
    case 'routes-read':
      return `Read ${countOf(event.routes.length, 'route')}: ${event.routes.join(', ')}`;
    case 'types-check':
    case 'warning-found':
      return null;
  }
}

export function describeDeployEvent(event: DeployEvent): string | null {
  switch (event.type) {
    case 'variables-found':
      return `Uploading the values of ${event.variables.join(', ')}: the schemas contain them`;
    case 'routes-compare':
      return event.changes.length === 0 ? null : `Found ${countOf(event.changes.length, 'change')} in the routes`;
    case 'configurations-check':
      return describeCheck(event.compatibility);
    case 'address-check':
      return `Checking health and schemas of ${event.url}`;
    case 'upload-start':
      return `Uploading ${formatBytes(event.size)}${event.parts === 1 ? '' : ` in ${event.parts} parts`}`;
    case 'upload-end':
      return 'Uploaded';
    case 'upload-skip':
      return 'The service already has this bundle';
    default:
      return describeBuildEvent(event);
  }
}

function describeCheck({ breaks, migrated }: Extract<DeployEvent, { type: 'configurations-check' }>['compatibility']) {
  const parts = [
    ...(migrated.length === 0 ? [] : [`${countOf(migrated.length, 'configuration')} to migrate`]),
    ...(breaks.length === 0 ? [] : [`${countOf(breaks.length, 'stored value')} that the new code rejects`]),
  ];
  return parts.length === 0 ? null : `Found ${parts.join(' and ')}`;
}

export function describeEvaluationEvent(event: EvaluationEvent): string | null {
  switch (event.type) {
    case 'testset-store':
      return describeTestset(event.testset);
    case 'settings-complete':
      return describeSettings(event);
    case 'evaluation-start':
      return startLine(event);
    case 'evaluation-progress':
      return null;
    case 'evaluation-end':
      return endLine(event);
  }
}

export function describeHumanEvaluationEvent(event: HumanEvaluationEvent): string | null {
  switch (event.type) {
    case 'testset-store':
      return describeEvaluationEvent(event);
    case 'outputs-start':
      return `Generating the outputs to vote on (${event.evaluation_id})`;
    case 'outputs-end':
      return `${event.variant}: ${toStatus(event.status).text}`;
  }
}

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 ** 2 ? `${tenths(bytes / 1024)} KB` : `${tenths(bytes / 1024 ** 2)} MB`;
}

function tenths(value: number): string {
  return formatShort('score', Math.round(value * 10) / 10);
}

function describeTestset({ name, revision, created }: Extract<EvaluationEvent, { type: 'testset-store' }>['testset']) {
  return `${created ? 'Stored' : 'Found'} test set ${name}${revision === null ? '' : `@${revision}`}`;
}

/** As `exact_match: completed with correct_answer_key=answer`. */
function describeSettings({ evaluator, settings, name }: SettingsCompleted): string {
  const stored = isStoredAs(name, evaluator) ? '' : `, as ${name}`;
  return `${evaluator}: completed with ${formatSettings(settings)}${stored}`;
}
