// Makes the three documents by which clients learn what the service can do (RFC 7643, 5 to 7).
import { CURSOR_SECONDS, DEFAULT_COUNT, MAX_COUNT } from './list.ts';
import { type Attribute, type Part, RESOURCE_TYPES, type ResourceType, type Schema } from './schema.ts';

type Json = Record<string, unknown>;
const CORE = 'urn:ietf:params:scim:schemas:core:2.0';

const metaOf = (resourceType: string, location: string): Json => ({ meta: { resourceType, location } });

/** Returns what the service supports. `base`: the address of the connection. */
export const serviceProviderConfig = (base: string): Json => ({
  schemas: [`${CORE}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_COUNT },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  // RFC 9865, 4.
  pagination: {
    cursor: true,
    index: true,
    defaultPaginationMethod: 'index',
    defaultPageSize: DEFAULT_COUNT,
    maxPageSize: MAX_COUNT,
    cursorTimeout: CURSOR_SECONDS,
  },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Token of the connection',
      description: 'The token that was shown when the connection was made, as a bearer token (RFC 6750).',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
    {
      type: 'oauth2',
      name: 'OAuth client credentials',
      description:
        'An access token for the connection: the client id is that of the connection, and the secret its token (RFC 6749, 4.4).',
      specUri: 'https://www.rfc-editor.org/info/rfc6749',
      primary: false,
    },
  ],
  ...metaOf('ServiceProviderConfig', `${base}/ServiceProviderConfig`),
});

const typeDocument = ({ name, endpoint, description, core, extensions }: ResourceType, base: string): Json => ({
  schemas: [`${CORE}:ResourceType`],
  id: name,
  name,
  endpoint,
  description,
  schema: core.id,
  schemaExtensions: extensions.map(({ id }) => ({ schema: id, required: false })),
  ...metaOf('ResourceType', `${base}/ResourceTypes/${name}`),
});

/** Returns the types of resources. */
export const resourceTypes = (base: string): Json[] => RESOURCE_TYPES.map((each) => typeDocument(each, base));

const traitsOf = ({ name, kind, description, mutability, returned, isExact, isRequired, isUnique }: Part): Json => ({
  name,
  type: kind,
  description,
  mutability,
  returned,
  required: isRequired,
  ...(kind !== 'boolean' && kind !== 'complex' && { caseExact: isExact }),
  ...(kind === 'reference' && { referenceTypes: ['external'] }),
  uniqueness: isUnique ? 'server' : 'none',
});

const attributeDocument = (attribute: Attribute): Json => ({
  ...traitsOf(attribute),
  multiValued: attribute.isMultiple,
  ...(attribute.parts.size > 0 && {
    subAttributes: [...attribute.parts.values()].map((each) => ({ ...traitsOf(each), multiValued: false })),
  }),
});

const schemaDocument = ({ id, name, description, attributes }: Schema, base: string): Json => ({
  schemas: [`${CORE}:Schema`],
  id,
  name,
  description,
  attributes: attributes.map(attributeDocument),
  ...metaOf('Schema', `${base}/Schemas/${id}`),
});

/** Returns the schemas. */
export const schemas = (base: string): Json[] =>
  RESOURCE_TYPES.flatMap(({ core, extensions }) => [core, ...extensions]).map((each) => schemaDocument(each, base));
