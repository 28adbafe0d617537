import { type Call, pathNames } from '@eupnea/contract/call.ts'
import { calls } from '@eupnea/contract/calls.ts'
import { csvEnding, takesCsv } from '@eupnea/contract/csv.ts'
import { m } from '@eupnea/texts'
import { expect, it } from 'vitest'
import type { Json } from './describe-call.ts'
import { readOpenapi } from './read-openapi.ts'

interface Operation {
  operationId: string
  summary: string
  tags: string[]
  security: Json[]
  parameters?: { name: string; description?: string; in: string; required: boolean; schema: Json }[]
  requestBody?: { required: boolean; content: { 'application/json'?: { schema: { properties: Json } } } }
  responses: Record<string, Json>
  'x-access': { public?: true; roles?: string[]; adminFeature?: boolean }
}

const made = new Map(calls.filter(({ name }) => name.startsWith('create')).map(({ name }) => [name, 201]))
const document = (await readOpenapi(made)()) as { paths: Record<string, Record<string, Operation>> } & Json
const everyOperation = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)
/** A list as CSV is on a path of its own, which is no call's. */
const operations = everyOperation.filter(({ path }) => !path.endsWith(csvEnding))
const shapeOf = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')
const operationOf = ({ name, path, method }: Call): Operation => {
  const found = operations.find(({ operation }) => operation.operationId === name)!
  expect([found.method, shapeOf(found.path)], name).toEqual([method.toLowerCase(), shapeOf(path)])
  return found.operation
}
/** The contract's name of a parameter; the description has it if the path uses another. */
const contractName = ({ name, description }: { name: string; description?: string }) =>
  description?.replace(m.openapi_parameter({ name: '' }), '') ?? name

it('holds each call of the contract once, under a name of its own [AP-1]', () => {
  expect(operations.map(({ operation }) => operation.operationId).sort()).toEqual(calls.map(({ name }) => name).sort())
  for (const call of calls)
    expect(operationOf(call), call.name).toMatchObject({ operationId: call.name, summary: call.summary })
  const tags = (document.tags as { name: string }[]).map(({ name }) => name)
  for (const { operation } of operations) expect(tags).toContain(operation.tags[0])
})

it('says that a body may be refused wherever one is read [AP-1]', () => {
  for (const call of calls)
    for (const status of ['413', '415'])
      expect(status in operationOf(call).responses, call.name).toBe(call.method !== 'GET')
})

it('says of every field where it travels [AP-1]', () => {
  for (const call of calls) {
    const { parameters = [], requestBody } = operationOf(call)
    const inPath = parameters.filter((parameter) => parameter.in === 'path')
    expect(inPath.map(contractName).sort(), call.name).toEqual(pathNames(call.path).sort())
    for (const { name, required } of inPath) expect(required, `${call.name} ${name}`).toBe(true)
    const body = Object.keys(requestBody?.content['application/json']?.schema.properties ?? {})
    const inHeader = parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name)
    expect(inHeader, call.name).toEqual(call.once ? ['Idempotency-Key'] : [])
    const ofInput = parameters.filter((parameter) => parameter.in !== 'header').map(contractName)
    const inBoth = ofInput.filter((name) => body.includes(name))
    expect(inBoth, call.name).toEqual(call.queried === 'all' ? Object.keys(call.input.shape) : (call.queried ?? []))
    const asked = parameters.filter((parameter) => parameter.required && inBoth.includes(contractName(parameter)))
    expect(asked, call.name).toEqual([])
    expect([...new Set([...ofInput, ...body])].sort(), call.name).toEqual(Object.keys(call.input.shape).sort())
    expect(requestBody !== undefined, call.name).toBe(call.method === 'POST' || call.method === 'PUT')
  }
})

it('names the roles of a call as its access declares them [AP-1] [AP-2]', () => {
  for (const call of calls) {
    const { security, responses, 'x-access': declared } = operationOf(call)
    if (call.access === 'public') expect([declared, security], call.name).toEqual([{ public: true }, []])
    else {
      expect(declared, call.name).toEqual({
        roles: call.access.roles,
        adminFeature: call.access.adminFeature === true,
        clinicAdmin: call.access.clinicAdmin === true,
      })
      expect(security, call.name).toEqual([{ bearer: [] }, { cookie: [] }])
      expect(Object.keys(responses), call.name).toEqual(expect.arrayContaining(['401', '403']))
    }
  }
})

it('answers with a schema, by 201 where something is made [AP-1]', () => {
  for (const call of calls) {
    const answer = operationOf(call).responses[made.get(call.name) ?? 200]
    const type = call.mediaType?.split(';')[0] ?? 'application/json'
    const content = call.carries === 'download' ? { '*/*': {} } : { [type]: { schema: {} } }
    expect(answer, call.name).toMatchObject({ content })
  }
})

it('says which errors may come: 403 for whoever calls from another site, 409 for every change [AP-1] [DO-9]', () => {
  for (const call of calls) {
    const statuses = Object.keys(operationOf(call).responses)
    expect(statuses, call.name).toContain('403')
    expect(statuses.includes('409'), call.name).toBe(call.method !== 'GET')
  }
})

it('has each list as CSV on a path of its own, so that each answer has one type [AP-1] [RP-8]', () => {
  const lists = everyOperation.filter(({ path }) => path.endsWith(csvEnding))
  const names = calls.filter(takesCsv).map(({ name }) => `${name}AsCsv`)
  expect(lists.map(({ operation }) => operation.operationId).sort()).toEqual(names.sort())
  for (const { operation } of lists)
    expect(operation.responses[200]).toMatchObject({ content: { 'text/csv': { schema: { type: 'string' } } } })
  for (const { operation } of everyOperation)
    for (const answer of Object.values(operation.responses))
      expect(Object.keys((answer.content as Json | undefined) ?? {}).length, operation.operationId).toBeLessThan(2)
})

it('names the records [AP-1]', () => {
  const { schemas } = document.components as { schemas: Record<string, { properties?: Json }> }
  for (const name of ['Resident', 'Device', 'Clinic', 'Note', 'Notification', 'User', 'Webhook', 'NurseCall', 'Error'])
    expect(Object.keys(schemas[name]?.properties ?? {}).length, name).toBeGreaterThan(2)
  const answer = operations.find(({ operation }) => operation.operationId === 'listResidents')!.operation.responses[200]
  expect(answer).toMatchObject({
    content: { 'application/json': { schema: { $ref: '#/components/schemas/ListResidentsAnswer' } } },
  })
  expect(schemas.ListResidentsAnswer?.properties).toMatchObject({
    items: { items: { $ref: '#/components/schemas/Resident' } },
  })
})

it('refers to nothing that is not in it, and is the same each time [AP-1]', async () => {
  const text = JSON.stringify(document)
  for (const [, pointer] of text.matchAll(/"\$ref":"#([^"]*)"/g)) {
    const target = pointer!
      .split('/')
      .slice(1)
      .reduce<unknown>((at, name) => (at as Json | undefined)?.[name], document)
    expect(target, pointer).toBeDefined()
  }
  expect(text).not.toMatch(/"\$ref":"[^#]/)
  expect(JSON.stringify(await readOpenapi(made)())).toBe(text)
})

it('tells apart what is sent and what is answered [AP-1]', () => {
  const list = operations.find(({ operation }) => operation.operationId === 'listUsers')!.operation
  expect(list.parameters!.find(({ name }) => name === 'page')).toMatchObject({
    in: 'query',
    required: false,
    schema: { type: 'integer', minimum: 1, default: 1 },
  })
  const otp = operations.find(({ operation }) => operation.operationId === 'confirmOtp')!.operation
  expect(otp.requestBody!.content['application/json']!.schema.properties.code).toMatchObject({ type: 'string' })
})

it('says which errors are those of a standard [AP-1] [FH-1] [FH-2]', () => {
  const { components } = document as unknown as {
    components: { responses: Record<string, { content: Json }>; schemas: Json }
  }
  const errorsOf = (id: string) => {
    const { responses } = operations.find(({ operation }) => operation.operationId === id)!.operation as {
      responses: Record<string, { $ref?: string }>
    }
    return Object.entries(responses).flatMap(([status, { $ref }]) =>
      $ref ? [`${status} ${$ref.split('/').at(-1)}`] : [],
    )
  }
  expect(errorsOf('readFhirPatient')).toEqual(
    [400, 401, 403, 404, 406, 429, 503].map((one) => `${one} OperationOutcome${one}`),
  )
  // Without input: whoever asks may have no record of a member.
  expect(errorsOf('readOwnRespiration')).toContain('404 Error404')
  expect(errorsOf('createServiceToken')).toContain('401 OauthError401')
  expect(errorsOf('createServiceToken').join()).not.toMatch(/422| Error/)
  expect(errorsOf('readResident')).toContain('422 Error422')
  const exported = operations.find(({ operation }) => operation.operationId === 'readFhirExport')!.operation.responses
  expect(Object.keys(exported)).toEqual(expect.arrayContaining(['200', '202']))
  expect(components.responses.OperationOutcome400!.content).toEqual({
    'application/fhir+json': { schema: { $ref: '#/components/schemas/OperationOutcome' } },
  })
  expect(components.schemas).toMatchObject({
    OperationOutcome: { properties: { resourceType: { const: 'OperationOutcome' } } },
    OauthError: { required: ['code', 'title', 'message', 'request_id', 'error', 'error_description'] },
  })
})
