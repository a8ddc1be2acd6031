import { dump } from 'js-yaml';
import { containerManifests, imageOf } from './container-manifests.ts';
import { nodeTarget } from './node.ts';
import { FILES_ARE_CARRIED, type Target } from './target.ts';

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
    Dockerfile: DOCKERFILE,
    '.dockerignore': 'kubernetes\nDockerfile\n',
    ...Object.fromEntries(
      Object.entries(containerManifests(built)).map(([name, manifest]) => [`kubernetes/${name}.yaml`, dump(manifest)]),
    ),
  }),
  nextSteps: (dir, built) => [
    `docker build --tag ${imageOf(built)} ${dir}`,
    `kubectl apply --kustomize ${dir}/kubernetes`,
  ],
};

/** The user is numeric, because Kubernetes cannot verify that a named user is not root. */
const DOCKERFILE = `# A registry may move this tag. Pin the digest of the base that you have checked:
# docker build --build-arg BASE=node:24.21.0-slim@sha256:...
ARG BASE=node:24.21.0-slim
FROM \${BASE}
WORKDIR /app
COPY . .
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080
USER 1000:1000
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \\
  CMD ["node", "-e", "fetch(\`http://127.0.0.1:\${process.env.PORT}/health\`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "server.mjs"]
`;
