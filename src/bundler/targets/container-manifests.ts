/** A workflow that was built. */
interface BuiltWorkflow {
  readonly app: string;
  readonly sha256: string;
}

/** Names the image, the same in every command and manifest: its tag changes with the code. */
export function imageOf({ app, sha256 }: BuiltWorkflow): string {
  return `${toKubernetesName(app)}:${sha256.slice(0, 12)}`;
}

/** Creates the Kubernetes manifests that run a workflow's image, by file name. */
export function containerManifests({ app, sha256 }: BuiltWorkflow) {
  const name = toKubernetesName(app);
  const image = imageOf({ app, sha256 });
  const labels = { 'app.kubernetes.io/name': name, 'app.kubernetes.io/managed-by': 'wf' };
  const selector = { 'app.kubernetes.io/name': name };
  const metadata = { name, labels };
  return {
    deployment: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata,
      // The autoscaler sets the number of replicas.
      spec: {
        selector: { matchLabels: selector },
        template: { metadata: { labels }, spec: podSpec(name, image, selector) },
      },
    },
    service: {
      apiVersion: 'v1',
      kind: 'Service',
      metadata,
      spec: { selector, ports: [{ name: 'http', port: 80, targetPort: 'http' }] },
    },
    autoscaler: {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata,
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
        minReplicas: 2,
        maxReplicas: 10,
        metrics: [
          { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } } },
        ],
      },
    },
    'disruption-budget': {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata,
      spec: { maxUnavailable: 1, selector: { matchLabels: selector } },
    },
    'network-policy': {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata,
      spec: {
        podSelector: { matchLabels: selector },
        policyTypes: ['Ingress', 'Egress'],
        ingress: [{ ports: [{ port: 'http', protocol: 'TCP' }] }],
        // Not the machine's own metadata service, which hands out credentials of the cloud.
        egress: [
          {
            to: [
              { namespaceSelector: {} },
              { ipBlock: { cidr: '0.0.0.0/0', except: ['169.254.0.0/16'] } },
              { ipBlock: { cidr: '::/0', except: ['fd00:ec2::254/128', 'fe80::/10'] } },
            ],
          },
        ],
      },
    },
    kustomization: {
      apiVersion: 'kustomize.config.k8s.io/v1beta1',
      kind: 'Kustomization',
      resources: [
        'deployment.yaml',
        'service.yaml',
        'autoscaler.yaml',
        'disruption-budget.yaml',
        'network-policy.yaml',
      ],
    },
  };
}

function podSpec(name: string, image: string, selector: Readonly<Record<string, string>>) {
  const probe = { httpGet: { path: '/health', port: 'http' } };
  return {
    ...confinedPod(selector),
    // Longer than the server's grace period for calls in flight.
    terminationGracePeriodSeconds: 30,
    containers: [
      {
        name: 'workflow',
        image,
        ports: [{ name: 'http', containerPort: 8080 }],
        // Provider keys, and WF_BASE_URL with WF_API_KEY for stored configurations.
        envFrom: [{ secretRef: { name, optional: true } }],
        startupProbe: { ...probe, periodSeconds: 1, failureThreshold: 30 },
        readinessProbe: { ...probe, periodSeconds: 5 },
        livenessProbe: { ...probe, periodSeconds: 10, failureThreshold: 3, timeoutSeconds: 3 },
        // Requests that were routed before the endpoint was removed still arrive.
        lifecycle: { preStop: { sleep: { seconds: 3 } } },
        resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '512Mi' } },
        securityContext: CONFINED_CONTAINER,
        volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }],
      },
    ],
    volumes: [{ name: 'tmp', emptyDir: { sizeLimit: '64Mi' } }],
  };
}

/** Returns what every pod of ours has: no rights in the cluster, no root, and a place on a machine of its own if possible. */
export function confinedPod(selector: Readonly<Record<string, string>>) {
  return {
    automountServiceAccountToken: false,
    topologySpreadConstraints: ['kubernetes.io/hostname', 'topology.kubernetes.io/zone'].map((topologyKey) => ({
      maxSkew: 1,
      topologyKey,
      // A cluster of one machine runs it, too.
      whenUnsatisfiable: 'ScheduleAnyway',
      labelSelector: { matchLabels: selector },
    })),
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 1000,
      runAsGroup: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    },
  };
}

export const CONFINED_CONTAINER = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};

/** Converts a name to a label of RFC 1123. */
function toKubernetesName(app: string): string {
  const name = app
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 63);
  return name === '' ? 'workflow' : name;
}
