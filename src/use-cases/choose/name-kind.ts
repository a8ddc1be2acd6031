/** Names that only the service, or this machine, knows. */
export type NameKind =
  | 'app'
  | 'variant'
  | 'revision'
  | 'base'
  | 'environment'
  | 'evaluator'
  | 'stored evaluator'
  | 'route'
  | 'testset'
  | 'evaluation'
  | 'human evaluation'
  | 'variable'
  | 'key'
  | 'setting'
  | 'profile';
