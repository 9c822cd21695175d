// The fields of a tenant that are optional text.
import { tenantTexts } from '../../../../contract/texts/tenant.ts';
import { textsOf } from '../../kit.ts';

export const texts = textsOf('tenant', tenantTexts);
