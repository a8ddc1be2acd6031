import { BlockList } from 'node:net';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { expect, test } from 'vitest';
import { containerTarget } from '../../../../src/bundler/targets/targets.ts';
import { containerManifests } from '../../../../src/bundler/targets/container-manifests.ts';

const SHA256 = 'ab'.repeat(32);
const manifests = containerManifests({ app: 'support', sha256: SHA256 });

test.each([
  ['deployment', Deployment],
  ['service', Service],
  ['autoscaler', HorizontalPodAutoscaler],
  ['disruption-budget', PodDisruptionBudget],
  ['network-policy', NetworkPolicy],
] as const)('%s is valid by the published Kubernetes schema', (name, Kind) => {
  const manifest = structuredClone(manifests[name]);
  // The classes want their own precise types, and their check is of the value.
  expect(() => new Kind(manifest as never).validate()).not.toThrow();
  expect(() =>
    new Kind({
      ...manifest,
      spec: { selector: 'none', scaleTargetRef: 1, ports: 1, podSelector: 1 },
    } as never).validate(),
  ).toThrow();
});

test('a pod runs without rights that a workflow does not need', () => {
  const { spec } = manifests.deployment.spec.template;
  expect(spec).toMatchObject({
    automountServiceAccountToken: false,
    securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
    containers: [
      {
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        resources: { limits: { memory: '512Mi' } },
        volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }],
      },
    ],
    volumes: [{ name: 'tmp', emptyDir: { sizeLimit: '64Mi' } }],
  });
});

test('a pod is asked for its health, and drains before it ends', () => {
  const { spec } = manifests.deployment.spec.template;
  const health = { httpGet: { path: '/health', port: 'http' } };
  expect(spec).toMatchObject({
    terminationGracePeriodSeconds: 30,
    containers: [
      {
        startupProbe: health,
        readinessProbe: health,
        livenessProbe: health,
        lifecycle: { preStop: { sleep: { seconds: 3 } } },
      },
    ],
  });
  expect([manifests.autoscaler.spec.minReplicas, manifests['disruption-budget'].spec.maxUnavailable]).toEqual([2, 1]);
  expect(manifests.service.spec.ports).toEqual([{ name: 'http', port: 80, targetPort: 'http' }]);
});

test('the resources refer to each other', () => {
  const { deployment, service, autoscaler, kustomization } = manifests;
  const { 'disruption-budget': budget, 'network-policy': policy } = manifests;
  const { labels } = deployment.spec.template.metadata;
  expect(labels).toMatchObject(deployment.spec.selector.matchLabels);
  expect(labels).toMatchObject(service.spec.selector);
  expect(labels).toMatchObject(budget.spec.selector.matchLabels);
  expect(labels).toMatchObject(policy.spec.podSelector.matchLabels);
  const { containers, topologySpreadConstraints: spreads } = deployment.spec.template.spec;
  expect(spreads.map(({ topologyKey }) => topologyKey)).toEqual([
    'kubernetes.io/hostname',
    'topology.kubernetes.io/zone',
  ]);
  for (const { labelSelector } of spreads) expect(labels).toMatchObject(labelSelector.matchLabels);
  expect(containers[0]?.ports.map(({ name }) => name)).toEqual(
    policy.spec.ingress.flatMap(({ ports }) => ports.map(({ port }) => port)),
  );
  expect(autoscaler.spec.scaleTargetRef.name).toBe(deployment.metadata.name);
  expect(kustomization.resources).toEqual(
    Object.keys(manifests).flatMap((name) => (name === 'kustomization' ? [] : [`${name}.yaml`])),
  );
});

test('the pods reach everything but the metadata service of their machine', () => {
  const blocks = manifests['network-policy'].spec.egress.flatMap(({ to }) =>
    to.flatMap((peer) => ('ipBlock' in peer ? [peer.ipBlock] : [])),
  );
  const reaches = (address: string, family: 'ipv4' | 'ipv6') =>
    blocks.some(({ cidr, except }) => {
      const [allowed, refused] = [listOf([cidr]), listOf(except)];
      // A list of Node takes IPv4 addresses for IPv6 ones; a cluster does not.
      const isOfFamily = cidr.includes(':') === (family === 'ipv6');
      return isOfFamily && allowed.check(address, family) && !refused.check(address, family);
    });
  expect(['93.184.216.34', '10.0.0.1', '169.254.169.254'].map((one) => reaches(one, 'ipv4'))).toEqual([
    true,
    true,
    false,
  ]);
  expect(['2606:2800::1', 'fd00::1', 'fd00:ec2::254', 'fe80::1'].map((one) => reaches(one, 'ipv6'))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

function listOf(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [address = '', length] = cidr.split('/');
    list.addSubnet(address, Number(length), address.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}

test('the image that is built is the one that runs', () => {
  const built = { app: 'Support Desk', sha256: SHA256 };
  const image = containerManifests(built).deployment.spec.template.spec.containers[0]?.image ?? '';
  expect(containerTarget.nextSteps('out', built)[0]).toBe(`docker build --tag ${image} out`);
});

test.each([
  ['Support  Bot_2', 'support-bot-2'],
  ['-ünder_score-', 'nder-score'],
  ['--x--', 'x'],
  ['?', 'workflow'],
  ['', 'workflow'],
  ['x'.repeat(80), 'x'.repeat(63)],
])('the app %j is called %j in a cluster', (app, name) => {
  const { deployment } = containerManifests({ app, sha256: SHA256 });
  expect(deployment.metadata.name).toBe(name);
  expect(deployment.spec.template.spec.containers[0]?.image).toBe(`${name}:abababababab`);
});
