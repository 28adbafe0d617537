/** Names of attributes, which don't depend on case (RFC 7643, section 2.1). */

/** Attributes that have several entries. */
export const multiple = [
  'emails',
  'phoneNumbers',
  'members',
  'groups',
  'addresses',
  'roles',
  'photos',
  'ims',
  'entitlements',
]
const single = ['id', 'schemas', 'meta', 'userName', 'externalId', 'name', 'displayName', 'active', 'title', 'nickName']
const parts = ['value', 'type', 'primary', 'display', 'formatted', 'givenName', 'familyName']
const canonical = new Map([...multiple, ...single, ...parts].map((name) => [name.toLowerCase(), name]))

/** As we write it; a name that the portal doesn't know stays as it is. */
export const attributeName = (name: string): string => canonical.get(name.toLowerCase()) ?? name

/** Without the schema that may stand before it; a name of another schema stays as it is. */
export const withoutSchema = (name: string): string =>
  name.trim().replace(/^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/i, '')

/** What is nested deeper isn't kept. */
const deepest = 8

/** A body with the names of its attributes as we write them. */
export function withOurNames(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > deepest) return value
  if (Array.isArray(value)) return value.map((one) => withOurNames(one, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [attributeName(name), withOurNames(one, depth + 1)]),
  )
}
