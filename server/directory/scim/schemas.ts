import { groupSchema } from './groups.ts'
import { userSchema } from './user-resource.ts'

/** What a directory asks first: what is supported, and which attributes are kept (RFC 7643, sections 5 to 7). */

export const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
export const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error'

/** Most resources in an answer. */
export const mostResources = 200

export const serviceProviderConfig = (base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: mostResources },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that a Superadmin makes on the page Directory',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

export const resourceTypes = (base: string) =>
  (
    [
      ['User', '/Users', userSchema],
      ['Group', '/Groups', groupSchema],
    ] as const
  ).map(([name, endpoint, schema]) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: name,
    name,
    endpoint,
    schema,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  }))

interface More {
  readonly type?: 'string' | 'boolean' | 'complex' | 'dateTime' | 'reference'
  readonly multiValued?: boolean
  readonly required?: boolean
  readonly caseExact?: boolean
  readonly mutability?: 'readOnly' | 'readWrite'
  readonly uniqueness?: 'none' | 'server'
  readonly subAttributes?: readonly object[]
}

const attribute = (name: string, more: More = {}) => ({
  ...{ name, type: 'string', multiValued: false, required: false, caseExact: false },
  ...{ mutability: 'readWrite', returned: 'default', uniqueness: 'none' },
  ...more,
})

const entries = (name: string, more: More = {}) =>
  attribute(name, {
    type: 'complex',
    multiValued: true,
    subAttributes: [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })],
    ...more,
  })

const references = (name: string, mutability: 'readOnly' | 'readWrite') =>
  entries(name, {
    mutability,
    subAttributes: [attribute('value', { mutability }), attribute('display', { mutability: 'readOnly' })],
  })

export const schemas = (base: string) =>
  [
    {
      id: userSchema,
      name: 'User',
      attributes: [
        attribute('userName', { required: true, uniqueness: 'server' }),
        attribute('externalId', { caseExact: true }),
        attribute('name', {
          type: 'complex',
          subAttributes: [attribute('formatted'), attribute('familyName'), attribute('givenName')],
        }),
        attribute('displayName'),
        attribute('active', { type: 'boolean' }),
        entries('emails'),
        entries('phoneNumbers'),
        references('groups', 'readOnly'),
      ],
    },
    {
      id: groupSchema,
      name: 'Group',
      attributes: [
        attribute('displayName', { required: true, uniqueness: 'server' }),
        attribute('externalId', { caseExact: true }),
        references('members', 'readWrite'),
      ],
    },
  ].map((schema) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    ...schema,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
  }))
