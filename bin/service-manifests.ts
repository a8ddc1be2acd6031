import { dump } from 'js-yaml';
import { CONFINED_CONTAINER, confinedPod } from '../src/bundler/targets/container-manifests.ts';
import { KEEP_ALIVE_SECONDS } from '../src/foundation/keep-alive.ts';

type Component = 'serve' | 'worker' | 'migrate';

/** Longer than it takes to notice that a replica is not ready. */
const DRAIN_DELAY = 5;
const DRAIN_TIMEOUT = 25;
const PORT = 8700;
const VOLUME = '/var/lib/wf';
/** Created by wf for itself alone: the volume is open to all users of its pod. */
const DATA = `${VOLUME}/data`;
const HOST = 'wf.example.com';
const SECRET = 'wf';

/** Creates the Kubernetes manifests of `wf serve` and `wf worker`, by the file of docs/service/kubernetes that has them. */
export function serviceManifests() {
  return {
    'migrate.yaml': {
      about: 'Updates the schema of the database, then ends. Delete the old job before each update.',
      manifests: [job()] as const,
    },
    'serve.yaml': {
      about: 'Replicas of wf serve. Set WF_PUBLIC_URL to the address of your load balancer.',
      manifests: [serveDeployment(), service(), disruptionBudget()] as const,
    },
    // A worker that is evicted returns its rows: it needs no budget.
    'worker.yaml': { about: 'Workers, which run evaluations.', manifests: [workerDeployment()] as const },
    'ingress.yaml': {
      about: 'An example for ingress-nginx, which keeps idle connections for 60 seconds: less than --keep-alive.',
      manifests: [ingress()] as const,
    },
    'kustomization.yaml': {
      about: 'Name the image that you built and pushed. Each update needs a new tag.',
      manifests: [kustomization()] as const,
    },
  };
}

/** Writes manifests as one file of YAML. */
export function toYaml({
  about,
  manifests,
}: {
  readonly about: string;
  readonly manifests: readonly object[];
}): string {
  return `# ${about}\n${manifests.map((manifest) => dump(manifest, { noRefs: true, lineWidth: 120 })).join('---\n')}`;
}

function job() {
  const command = ['wf', 'serve', '--migrate', '--data-dir', DATA];
  // It needs no other secret.
  const env = [{ name: 'WF_DATABASE_URL', valueFrom: { secretKeyRef: { name: SECRET, key: 'WF_DATABASE_URL' } } }];
  const resources = { requests: { cpu: '100m', memory: '256Mi' }, limits: { memory: '1Gi' } };
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: metadataOf('migrate'),
    spec: {
      backoffLimit: 4,
      template: {
        metadata: { labels: labelsOf('migrate') },
        spec: { ...podOf('migrate', { command, env, resources }), restartPolicy: 'Never' },
      },
    },
  };
}

function serveDeployment() {
  const listen = ['--host', '0.0.0.0', '--port', String(PORT), '--data-dir', DATA];
  const keepAlive = ['--keep-alive', String(KEEP_ALIVE_SECONDS)];
  const drain = ['--drain-delay', String(DRAIN_DELAY), '--drain-timeout', String(DRAIN_TIMEOUT)];
  const container = {
    command: ['wf', 'serve', ...listen, ...keepAlive, ...drain],
    env: [{ name: 'WF_PUBLIC_URL', value: `https://${HOST}` }],
    ...probed(),
    resources: { requests: { cpu: '250m', memory: '512Mi' }, limits: { memory: '2Gi' } },
  };
  return deployment('serve', container, DRAIN_DELAY + DRAIN_TIMEOUT);
}

function workerDeployment() {
  const listen = ['--host', '0.0.0.0', '--port', String(PORT), '--data-dir', DATA];
  const container = {
    command: ['wf', 'worker', ...listen, '--drain-timeout', String(DRAIN_TIMEOUT)],
    ...probed(),
    resources: { requests: { cpu: '500m', memory: '512Mi' }, limits: { memory: '2Gi' } },
  };
  return deployment('worker', container, DRAIN_TIMEOUT);
}

/** Ports and probes. `/health/ready` asks the database, and must not restart a process when that is down. */
function probed() {
  const alive = { httpGet: { path: '/health', port: 'http' } };
  return {
    ports: [{ name: 'http', containerPort: PORT }],
    envFrom: [{ secretRef: { name: SECRET } }],
    startupProbe: { ...alive, periodSeconds: 1, failureThreshold: 60 },
    readinessProbe: {
      httpGet: { path: '/health/ready', port: 'http' },
      periodSeconds: 2,
      failureThreshold: 2,
      timeoutSeconds: 2,
    },
    livenessProbe: { ...alive, periodSeconds: 10, failureThreshold: 3, timeoutSeconds: 5 },
  };
}

function deployment(component: Component, container: object, drainSeconds: number) {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: metadataOf(component),
    spec: {
      replicas: 2,
      selector: { matchLabels: labelsOf(component) },
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      template: {
        metadata: { labels: labelsOf(component) },
        spec: { ...podOf(component, container), terminationGracePeriodSeconds: drainSeconds + 10 },
      },
    },
  };
}

function podOf(component: Component, container: object) {
  const pod = confinedPod(labelsOf(component));
  return {
    ...pod,
    // Otherwise a Service of the namespace that is called wf sets variables such as WF_PORT.
    enableServiceLinks: false,
    securityContext: { ...pod.securityContext, fsGroup: 1000 },
    containers: [
      {
        name: component,
        image: 'wf',
        ...container,
        securityContext: CONFINED_CONTAINER,
        volumeMounts: [
          { name: 'data', mountPath: VOLUME },
          { name: 'tmp', mountPath: '/tmp' },
        ],
      },
    ],
    // Records are in the database: these are caches, and go with the pod.
    volumes: [
      { name: 'data', emptyDir: { sizeLimit: '4Gi' } },
      { name: 'tmp', emptyDir: { sizeLimit: '1Gi' } },
    ],
  };
}

function service() {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: metadataOf('serve'),
    spec: { selector: labelsOf('serve'), ports: [{ name: 'http', port: 80, targetPort: 'http' }] },
  };
}

function disruptionBudget() {
  return {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: metadataOf('serve'),
    spec: { maxUnavailable: 1, selector: { matchLabels: labelsOf('serve') } },
  };
}

/** Sets what nginx.conf sets. */
function ingress() {
  const annotations = {
    'nginx.ingress.kubernetes.io/proxy-body-size': '64m',
    'nginx.ingress.kubernetes.io/proxy-buffering': 'off',
    'nginx.ingress.kubernetes.io/proxy-read-timeout': '3600',
  };
  const backend = { service: { name: metadataOf('serve').name, port: { name: 'http' } } };
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { ...metadataOf('serve'), annotations },
    spec: {
      ingressClassName: 'nginx',
      tls: [{ hosts: [HOST], secretName: 'wf-tls' }],
      rules: [{ host: HOST, http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }],
    },
  };
}

function kustomization() {
  return {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    resources: ['migrate.yaml', 'serve.yaml', 'worker.yaml', 'ingress.yaml'],
    images: [{ name: 'wf', newName: 'registry.example.com/wf', newTag: 'v1' }],
  };
}

function metadataOf(component: Component) {
  return { name: `wf-${component}`, labels: labelsOf(component) };
}

function labelsOf(component: Component) {
  return { 'app.kubernetes.io/name': 'wf', 'app.kubernetes.io/component': component };
}
