import { dump } from 'js-yaml';
import { containerManifests, imageOf } from './container-manifests.ts';
import { nodeTarget } from './node.ts';
import { type BuiltFiles, FILES_ARE_CARRIED, type Target } from './target.ts';

/** The folder of a container image, with Kubernetes manifests that run it. */
export const containerTarget: Target = {
  ...nodeTarget,
  limits: {
    platform: 'A container',
    hasFiles: true,
    missing: {},
    limited: {
      fs: `may only write to /tmp if its root is read-only, and ${FILES_ARE_CARRIED}`,
      'fs/promises': `may only write to /tmp if its root is read-only, and ${FILES_ARE_CARRIED}`,
    },
    size: null,
  },
  files: (built) => ({
    ...nodeTarget.files(built),
    Dockerfile: toDockerfile(built),
    '.dockerignore': 'kubernetes\nDockerfile\n',
    ...Object.fromEntries(
      Object.entries(containerManifests(built)).map(([name, manifest]) => [`kubernetes/${name}.yaml`, dump(manifest)]),
    ),
  }),
  platform: (cpu) => ({ os: 'linux', cpu: cpu ?? (process.arch === 'arm64' ? 'arm64' : 'x64'), libc: 'glibc' }),
  nextSteps: (dir, built) => [
    `docker build --tag ${imageOf(built)} ${dir}`,
    `kubectl apply --kustomize ${dir}/kubernetes`,
  ],
};

/**
 * The user is numeric, because Kubernetes cannot verify that a named user is not root. Packages have a layer of their own,
 * which stays when only the code changes.
 */
function toDockerfile({ layers, cpu }: BuiltFiles): string {
  const from = cpu === null ? 'FROM ${BASE}' : `FROM --platform=linux/${cpu === 'x64' ? 'amd64' : cpu} \${BASE}`;
  const copies =
    layers === null
      ? ['COPY . .']
      : ['COPY node_modules ./node_modules', ...['package.json', 'manifest.json', ...layers].map(toCopy)];
  return `# A registry may move this tag. Pin the digest of the base that you have checked:
# docker build --build-arg BASE=node:24.21.0-slim@sha256:...
ARG BASE=node:24.21.0-slim
${from}
WORKDIR /app
${copies.join('\n')}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080
USER 1000:1000
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \\
  CMD ["node", "-e", "fetch(\`http://127.0.0.1:\${process.env.PORT}/health\`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "server.mjs"]
`;
}

/** The content of a folder, and not the folder, is what Docker copies. */
function toCopy(path: string): string {
  return `COPY ${path} ./${path}`;
}
