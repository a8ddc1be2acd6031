import type { EndpointName } from '../../contract/endpoints.ts';
import type { UnknownRecord } from '../../foundation/record.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { ELSEWHERE, ON_ITS_PAGES } from './lacking.ts';

/** Returns what to do where a service has no endpoint of the interface. */
export function insteadOf(name: EndpointName, input: UnknownRecord): readonly string[] {
  return INSTEAD[name]?.((parameter) => shellWord(String(input[parameter]))) ?? [ELSEWHERE];
}

/** What works at a service with the endpoints of the seed alone. */
const INSTEAD: Partial<Record<EndpointName, (named: (parameter: string) => string) => readonly string[]>> = {
  createKey: () => ON_ITS_PAGES,
  deleteKey: () => ON_ITS_PAGES,
  getProfile: () => ['Set WF_API_KEY to the key: the service does not report whose it is'],
  getVariantRevision: (named) => [`wf variants show ${named('variant_id')}`, ELSEWHERE],
  listAppEnvironments: () => ['Name an environment: wf env show ENVIRONMENT', ELSEWHERE],
  listApps: () => ['Name an app by its id: wf variants list --app APP', ELSEWHERE],
  listEvaluationScenarios: (named) => [`wf eval show ${named('evaluation_id')}`, ELSEWHERE],
  listEvaluations: () => ['Name an evaluation by its id: wf eval show EVALUATION', ELSEWHERE],
  getEvaluationStatus: (named) => [`wf eval show ${named('evaluation_id')}`, ELSEWHERE],
  listHumanEvaluationScenarios: (named) => [`wf human-eval show ${named('evaluation_id')}`, ELSEWHERE],
  listKeys: () => ON_ITS_PAGES,
  listVariantRevisions: (named) => [`wf variants show ${named('variant_id')}`, ELSEWHERE],
  updateVariantParameters: (named) => [
    `Add a variant instead: wf variants create NAME --from ${named('variant_id')} --set KEY=VALUE`,
    ELSEWHERE,
  ],
};
