import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { expect, test } from 'vitest';
import { containerManifests } from '../../../../src/bundler/targets/container-manifests.ts';

const SHA256 = 'ab'.repeat(32);
const manifests = containerManifests({ app: 'support', sha256: SHA256 });

test.each([
  ['deployment', Deployment],
  ['service', Service],
  ['autoscaler', HorizontalPodAutoscaler],
  ['disruption-budget', PodDisruptionBudget],
] as const)('%s is valid by the published Kubernetes schema', (name, Kind) => {
  const manifest = structuredClone(manifests[name]);
  // The classes want their own precise types, and their check is of the value.
  expect(() => new Kind(manifest as never).validate()).not.toThrow();
  expect(() =>
    new Kind({ ...manifest, spec: { selector: 'none', scaleTargetRef: 1, ports: 1 } } as never).validate(),
  ).toThrow();
});

test('the resources refer to each other', () => {
  const { deployment, service, autoscaler, 'disruption-budget': budget, kustomization } = manifests;
  const { labels } = deployment.spec.template.metadata;
  expect(labels).toMatchObject(deployment.spec.selector.matchLabels);
  expect(labels).toMatchObject(service.spec.selector);
  expect(labels).toMatchObject(budget.spec.selector.matchLabels);
  expect(autoscaler.spec.scaleTargetRef.name).toBe(deployment.metadata.name);
  expect(kustomization.resources).toEqual(
    Object.keys(manifests).flatMap((name) => (name === 'kustomization' ? [] : [`${name}.yaml`])),
  );
});

test.each([
  ['Support Desk', 'support-desk'],
  ['-ünder_score-', 'nder-score'],
  ['?', 'workflow'],
  ['x'.repeat(80), 'x'.repeat(63)],
])('the app %j gets the name %j', (app, name) => {
  const { deployment } = containerManifests({ app, sha256: SHA256 });
  expect(deployment.metadata.name).toBe(name);
  expect(deployment.spec.template.spec.containers[0]?.image).toBe(`${name}:abababababab`);
});
