import { variantEndpoints } from '../../contract/variants/endpoints.ts';
import { serveEndpoints } from '../operation/operation.ts';
import { getServiceUrl, listBases } from './operations/list-bases.ts';
import {
  getVariantRevision,
  listVariantRevisions,
  addVariantFromBase,
  deleteVariant,
  getVariant,
  listAppVariants,
  updateVariantMetadata,
  updateVariantParameters,
} from './operations/variants.ts';

/** The endpoints of variants, with what each does. One without an operation does not compile. */
export const variants = serveEndpoints(variantEndpoints, {
  listAppVariants,
  addVariantFromBase,
  getVariant,
  updateVariantParameters,
  updateVariantMetadata,
  deleteVariant,
  listVariantRevisions,
  getVariantRevision,
  getServiceUrl,
  listBases,
});
