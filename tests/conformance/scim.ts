import { createDirectoryClient } from '@eupnea/contract/directory.ts'
import { outside } from './outside.ts'
import { createTally, type Suite } from './suite.ts'
import { openTrial } from './trial.ts'

/** What the portal answers over SCIM 2.0, read strictly by scimmy (SI-1). */

type Reader = new (body: unknown, direction?: string) => object
interface Scimmy {
  readonly Schemas: Readonly<Record<'User' | 'Group' | 'ServiceProviderConfig' | 'ResourceType', Reader>>
  readonly Messages: Readonly<Record<'ListResponse' | 'ErrorResponse', Reader>>
}
interface Answer {
  readonly status: number
  readonly body: { readonly id: string; readonly Resources?: readonly unknown[]; readonly [name: string]: unknown }
}

export const scimShapes: Suite = {
  name: 'SCIM 2.0: scimmy',
  async run() {
    const { note, check, verdict } = createTally()
    const { Schemas, Messages } = outside<Scimmy>('scimmy')
    const { portal } = await openTrial()
    const { token } = await portal.send(createDirectoryClient, { name: 'Conformance' })
    const send = async (method: string, path: string, body?: object): Promise<Answer> => {
      const answer = await fetch(`${portal.http}/scim/v2${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/scim+json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      return { status: answer.status, body: text ? JSON.parse(text) : {} }
    }
    const read = (what: string, Reader: Reader, body: unknown) => {
      try {
        new Reader(body, 'out')
        note(what, [])
      } catch (error) {
        note(what, [(error as Error).message])
      }
    }
    const user = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      ...{ userName: 'ada@maple.example', externalId: 'ext-ada', active: true },
      name: { formatted: 'Ada Byron', familyName: 'Byron', givenName: 'Ada' },
      emails: [{ primary: true, type: 'work', value: 'ada@maple.example' }],
    }
    const made = await send('POST', '/Users', user)
    check('a user is created', made.status === 201, made)
    read('the user', Schemas.User, made.body)
    const members = [{ value: made.body.id }]
    const group = await send('POST', '/Groups', {
      ...{ schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: 'Nurses', members },
    })
    check('a group is created', group.status === 201, group)
    read('the group', Schemas.Group, group.body)
    for (const [path, Reader] of [
      ['/Users', Schemas.User],
      ['/Groups', Schemas.Group],
      ['/ResourceTypes', Schemas.ResourceType],
    ] as const) {
      const { status, body } = await send('GET', path)
      check(`${path} is listed`, status === 200 && (body.Resources?.length ?? 0) > 0, body)
      read(`${path} as a list`, Messages.ListResponse, body)
      for (const [at, one] of (body.Resources ?? []).entries()) read(`${path} ${at}`, Reader, one)
    }
    read('ServiceProviderConfig', Schemas.ServiceProviderConfig, (await send('GET', '/ServiceProviderConfig')).body)
    const gone = await send('GET', '/Users/no-such-user')
    check('an unknown user is 404', gone.status === 404, gone)
    const off = await send('PATCH', `/Users/${made.body.id}`, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'Replace', path: 'active', value: 'False' }],
    })
    check('a user is deactivated', off.status === 200 && off.body.active === false, off)
    read('the deactivated user', Schemas.User, off.body)
    return verdict()
  },
}
