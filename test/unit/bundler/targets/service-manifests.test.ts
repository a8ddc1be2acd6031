import { readdir } from 'node:fs/promises';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Job } from 'kubernetes-models/batch/v1';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { expect, test } from 'vitest';
import { serviceManifests, toYaml } from '../../../../bin/service-manifests.ts';
import { containerManifests } from '../../../../src/bundler/targets/container-manifests.ts';

const FOLDER = 'docs/service/kubernetes';
const files = serviceManifests();
const [job] = files['migrate.yaml'].manifests;
const [serve, service, budget] = files['serve.yaml'].manifests;
const [worker] = files['worker.yaml'].manifests;
const [ingress] = files['ingress.yaml'].manifests;
const [kustomization] = files['kustomization.yaml'].manifests;
const pods = [job, serve, worker].map((workload) => workload?.spec.template.spec);

test('the files of the page are what the generator writes: update them with --update', async () => {
  for (const [name, file] of Object.entries(files))
    await expect(toYaml(file)).toMatchFileSnapshot(`../../../../${FOLDER}/${name}`);
  expect(await readdir(FOLDER)).toEqual(Object.keys(files).toSorted());
  expect(['kustomization.yaml', ...(kustomization?.resources ?? [])].toSorted()).toEqual(Object.keys(files).toSorted());
});

test.each([
  ['job', Job, job],
  ['replicas', Deployment, serve],
  ['workers', Deployment, worker],
  ['service', Service, service],
  ['disruption budget', PodDisruptionBudget, budget],
  ['ingress', Ingress, ingress],
] as const)('the %s is valid by the published Kubernetes schema', (_, Kind, manifest) => {
  // The classes want their own precise types, and their check is of the value.
  expect(() => new Kind(structuredClone(manifest) as never).validate()).not.toThrow();
  const wrong = { ...manifest, spec: { selector: 'none', template: 1, ports: 1, rules: 1 } };
  expect(() => new Kind(wrong as never).validate()).toThrow();
});

test('the pods have the restrictions of a workflow, and secrets by reference alone', () => {
  const workflow = containerManifests({ app: 'support', sha256: 'ab' }).deployment.spec.template.spec;
  for (const pod of pods) {
    expect(pod).toMatchObject({
      automountServiceAccountToken: workflow.automountServiceAccountToken,
      securityContext: workflow.securityContext,
      containers: [{ image: 'wf', securityContext: workflow.containers[0]?.securityContext }],
      enableServiceLinks: false,
    });
    expect(pod?.topologySpreadConstraints).toHaveLength(2);
  }
  const url = { secretKeyRef: { name: 'wf', key: 'WF_DATABASE_URL' } };
  expect(pods.map((pod) => pod?.containers[0])).toMatchObject([
    { env: [{ name: 'WF_DATABASE_URL', valueFrom: url }] },
    { envFrom: [{ secretRef: { name: 'wf' } }] },
    { envFrom: [{ secretRef: { name: 'wf' } }] },
  ]);
});

test('the resources refer to each other', () => {
  for (const workload of [serve, worker]) {
    expect(workload?.spec.template.metadata.labels).toEqual(workload?.spec.selector.matchLabels);
    expect(workload?.spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
  }
  const labels = serve?.spec.selector.matchLabels;
  expect([service?.spec.selector, budget?.spec.selector.matchLabels]).toEqual([labels, labels]);
  expect(worker?.spec.selector.matchLabels).not.toEqual(labels);
  const backend = ingress?.spec.rules[0]?.http.paths[0]?.backend.service;
  expect(backend).toEqual({ name: service?.metadata.name, port: { name: service?.spec.ports[0]?.name } });
  expect(serve?.spec.template.spec.containers[0]).toMatchObject({
    ports: [{ name: service?.spec.ports[0]?.targetPort }],
    env: [{ name: 'WF_PUBLIC_URL', value: `https://${ingress?.spec.rules[0]?.host}` }],
  });
});

test('a replica drains after its balancer has noticed, and before it is killed', () => {
  const container = serve?.spec.template.spec.containers[0] as { command?: string[]; readinessProbe?: Probe };
  const { command = [], readinessProbe: { periodSeconds, failureThreshold } = NEVER } = container;
  const secondsOf = (flag: string) => Number(command[command.indexOf(flag) + 1]);
  expect(secondsOf('--drain-delay')).toBeGreaterThan(periodSeconds * failureThreshold);
  expect(serve?.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(
    secondsOf('--drain-delay') + secondsOf('--drain-timeout'),
  );
  // ingress-nginx keeps idle connections to a pod for 60 seconds.
  expect(secondsOf('--keep-alive')).toBeGreaterThan(60);
});

interface Probe {
  readonly periodSeconds: number;
  readonly failureThreshold: number;
}

const NEVER: Probe = { periodSeconds: Infinity, failureThreshold: 1 };
