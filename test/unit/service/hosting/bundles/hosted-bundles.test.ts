import { expect, onTestFinished, test } from 'vitest';
import { createHostedBundles } from '../../../../../src/service/hosting/bundles/hosted-bundles.ts';
import { HOSTING_LIMITS } from '../../../../../src/service/hosting/bundles/hosting-options.ts';
import type { HostedDeployment, HostingBackend } from '../../../../../src/service/hosting/hosting.ts';

const DEPLOYMENT: HostedDeployment = {
  id: 'd',
  app_id: 'a',
  app_name: 'support',
  artifact_sha256: 'sha',
  url: null,
};

/** Bundles of which none is called, so that no process starts. */
function openBundles() {
  const bundles = createHostedBundles({
    hostScript: new URL('file:///none'),
    dataDir: '/none',
    backend: {} as HostingBackend,
    limits: HOSTING_LIMITS,
  });
  onTestFinished(() => bundles.stop());
  return bundles;
}

test('a bundle is named by its app, or as it is called', () => {
  const { of } = openBundles();
  expect(of(DEPLOYMENT, 'sha').subject).toBe('the workflow of app "support"');
  expect(of({ ...DEPLOYMENT, app_id: 'b', subject: 'the evaluators' }, 'sha').subject).toBe('the evaluators');
});

test('each app, bundle and set of variables has a process of its own', () => {
  const { of } = openBundles();
  const environment = (variablesId: string | null, isProtected = false) => ({
    ...DEPLOYMENT,
    environment: { variablesId, isProtected },
  });
  const own = [
    of(DEPLOYMENT, 'sha'),
    of(DEPLOYMENT, 'other'),
    of({ ...DEPLOYMENT, app_id: 'b' }, 'sha'),
    of(environment('x'), 'sha'),
    of(environment('y'), 'sha'),
    of(environment('x', true), 'sha'),
    of(environment(null, true), 'sha'),
  ];
  expect(new Set(own.map(({ process }) => process)).size).toBe(own.length);
  expect(of(environment(null), 'sha')).toBe(own[0]);
  expect(of({ ...environment('x'), id: 'e' }, 'sha')).toBe(own[3]);
  expect(of({ ...DEPLOYMENT, variables_version: 3 }, 'sha')).toBe(own[0]);
});
