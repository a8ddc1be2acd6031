import type { ColumnTypes, Migration } from './migration.ts';

/**
 * Stores with each evaluation the bundle and the route that it called. Before, the route was stored only where it was
 * named: without a name, it is the entrypoint or the only route.
 */
export const evaluationSubjects: Migration = {
  number: 2,
  name: 'evaluation subjects',
  statements: (types) => [
    `alter table evaluations add column bundle_sha256 ${types.text}`,
    `update evaluations set bundle_sha256 =
      (select artifact_sha256 from deployments where deployments.id = evaluations.deployment_id)`,
    `update evaluations set route =
      (select case when count(case when ${pathIn(types)} = '/' then 1 end) = 1 then '/'
        when count(*) = 1 then min(${pathIn(types)}) end
        from deployments, ${routesIn(types)} where deployments.id = evaluations.deployment_id)
      where route is null`,
    'create index evaluations_by_route on evaluations (app_id, route, id)',
  ],
};

function routesIn({ dialect }: ColumnTypes): string {
  return dialect === 'sqlite'
    ? 'json_each(deployments.routes) as listed'
    : 'json_array_elements(deployments.routes::json) as listed(value)';
}

function pathIn({ dialect }: ColumnTypes): string {
  return dialect === 'sqlite' ? `json_extract(listed.value, '$.path')` : `(listed.value ->> 'path')`;
}
