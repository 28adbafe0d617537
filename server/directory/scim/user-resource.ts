import { email as emailField, line, phone as phoneField } from '@eupnea/contract/fields.ts'
import type { SentRow } from '../people.sql.ts'
import { entriesOf, type Resource } from './filter.ts'
import { ScimError } from './scim-error.ts'

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'

/** A person whom the directory has sent, as SCIM has them (RFC 7643, section 4.1). */
export const userResource = (row: SentRow, base: string): Resource => ({
  schemas: [userSchema],
  id: row.user_id,
  ...(row.external_id !== null && { externalId: row.external_id }),
  userName: row.user_name,
  name: { formatted: row.name, givenName: row.first_name, familyName: row.last_name },
  displayName: row.name,
  emails: [{ value: row.email, type: 'work', primary: true }],
  ...(row.contact !== null && { phoneNumbers: [{ value: row.contact, type: 'mobile' }] }),
  active: row.is_active,
  groups: row.sent_groups.map(({ id, name }) => ({ value: id, display: name, $ref: `${base}/Groups/${id}` })),
  meta: {
    resourceType: 'User',
    created: row.created_at.toString(),
    lastModified: row.updated_at.toString(),
    location: `${base}/Users/${row.user_id}`,
  },
})

/** What the portal keeps of a person whom the directory sends. undefined: not given, so a known person keeps it. */
export interface SentPerson {
  readonly user_name: string
  readonly external_id: string | null | undefined
  /** a new person is active unless it is given */
  readonly is_active: boolean | undefined
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  /** also undefined where none of the numbers could be called */
  readonly contact: string | null | undefined
}

const nameOf = line(100)

/** Reads a resource. @throws ScimError 400 `invalidValue` */
export function readUser(resource: Resource): SentPerson {
  const user_name = textOf(resource.userName).toLowerCase()
  if (user_name === '' || user_name.length > 254) throw wrong('userName is missing, or longer than 254 characters')
  const address = emailField.safeParse(addressOf(resource, user_name))
  if (!address.success) throw wrong('A person needs an e-mail address, in emails or as userName')
  const name = (resource.name ?? {}) as Resource
  const full = textOf(name.formatted) || textOf(resource.displayName) || user_name.split('@')[0]!
  const cut = full.lastIndexOf(' ')
  return {
    user_name,
    external_id: resource.externalId === undefined ? undefined : textOf(resource.externalId) || null,
    is_active: readActive(resource.active),
    email: address.data,
    first_name: cleaned(textOf(name.givenName) || (cut > 0 ? full.slice(0, cut) : full)),
    last_name: cleaned(textOf(name.familyName) || (cut > 0 ? full.slice(cut + 1) : '')),
    contact: phoneOf(resource.phoneNumbers),
  }
}

const wrong = (message: string) => new ScimError(400, message, 'invalidValue')

function cleaned(text: string): string {
  const name = nameOf.safeParse(text)
  if (!name.success) throw wrong('A name is longer than 100 characters, or has characters that can’t be shown')
  return name.data
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** The primary address, or the one for work, or the first; otherwise the user name. */
function addressOf({ emails }: Resource, user_name: string): string {
  const given = entriesOf(emails).filter((entry) => textOf(entry.value) !== '')
  const best =
    given.find(({ primary }) => primary === true || textOf(primary).toLowerCase() === 'true') ??
    given.find(({ type }) => textOf(type).toLowerCase() === 'work') ??
    given[0]
  return best ? textOf(best.value) : user_name
}

function phoneOf(numbers: unknown): string | null | undefined {
  if (numbers === undefined) return undefined
  const given = entriesOf(numbers).filter((entry) => textOf(entry.value) !== '')
  if (given.length === 0) return null
  const best = given.find(({ type }) => textOf(type).toLowerCase() === 'mobile') ?? given[0]
  const number = phoneField.safeParse(textOf(best?.value).replaceAll(/[\s().-]/g, ''))
  return number.success ? number.data : undefined
}

/** Entra writes booleans as strings. */
function readActive(active: unknown): boolean | undefined {
  if (active === undefined || active === null) return undefined
  const text = String(active).toLowerCase()
  if (text !== 'true' && text !== 'false') throw wrong('active is true or false')
  return text === 'true'
}
