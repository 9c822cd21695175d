// The function behind the authorizer of REST APIs. It is bundled with those of the service (infra/bundling).
import { policyAuthorizer } from '../server/authorizer.ts';
import { createVerifier } from '../server/verifier.ts';

const { GATEHOUSE_ISSUER: issuer = '', GATEHOUSE_AUDIENCE: audience = '' } = process.env;

export const handler = policyAuthorizer(createVerifier({ issuer, audience }));
