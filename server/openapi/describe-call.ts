import { type Call, pathNames } from '@eupnea/contract/call.ts'
import { takesCsv } from '@eupnea/contract/csv.ts'
import { m } from '@eupnea/texts'
import { z } from 'zod'

/** JSON of the document; its structure is defined by OpenAPI. */
export type Json = Record<string, unknown>

/** A call with the status of its answer. */
export interface Described {
  readonly noun: string
  readonly call: Call
  /** 201 for calls that create something, otherwise 200 */
  readonly status: number
}

/** Error answers by status; each is an entry of the document's `components.responses`. */
export const errorAnswers = {
  400: m.openapi_error_400,
  401: m.openapi_error_401,
  403: m.openapi_error_403,
  404: m.openapi_error_404,
  409: m.openapi_error_409,
  413: m.openapi_error_413,
  415: m.openapi_error_415,
  422: m.openapi_error_422,
  429: m.openapi_error_429,
  503: m.openapi_error_503,
} as const

export const errorName = (status: string): string => `Error${status}`

/** Bytes; of a file, the call's summary says which types are accepted. */
const anyFile = { '*/*': {} }

const contentOf = ({ carries }: Call, schema: Json): Json =>
  carries === 'signed'
    ? anyFile
    : {
        'application/json': { schema },
        ...(carries === 'form' ? { 'application/x-www-form-urlencoded': { schema } } : {}),
      }

/** One operation of the document. @param names of the parameters in its path, in order */
export function describeCall({ noun, call, status }: Described, names: readonly string[]): Json {
  const { properties = {}, required = [], ...rest } = schemaOf(call.input, 'input') as InputSchema
  const inPath = new Map(pathNames(call.path).map((name, place) => [name, names[place]!]))
  const inEither = new Set(call.queried)
  const takesFile = call.carries === 'upload'
  const takesBody = !takesFile && (call.method === 'POST' || call.method === 'PUT')
  const parameters = Object.entries(properties)
    .filter(([name]) => inPath.has(name) || inEither.has(name) || !takesBody)
    .map(([name, schema]) => ({
      name: inPath.get(name) ?? name,
      ...(inPath.has(name) && inPath.get(name) !== name ? { description: m.openapi_parameter({ name }) } : {}),
      in: inPath.has(name) ? 'path' : 'query',
      required: inPath.has(name) || (required.includes(name) && !inEither.has(name)),
      schema,
    }))
  if (call.once) parameters.push({ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } })
  const carried = Object.fromEntries(Object.entries(properties).filter(([name]) => !inPath.has(name)))
  const needed = required.filter((name) => !inPath.has(name) && !inEither.has(name))
  const body = { ...rest, properties: carried, ...(needed.length > 0 ? { required: needed } : {}) }
  return {
    operationId: call.name,
    summary: call.summary,
    tags: [noun],
    'x-access': accessOf(call),
    security: call.access === 'public' ? [] : [{ bearer: [] }, { cookie: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(takesBody ? { requestBody: { required: needed.length > 0, content: contentOf(call, body) } } : {}),
    ...(takesFile ? { requestBody: { required: true, content: anyFile } } : {}),
    responses: {
      [status]: {
        description: status === 201 ? m.openapi_created() : m.openapi_done(),
        content:
          call.carries === 'download'
            ? anyFile
            : {
                [call.mediaType?.split(';')[0] ?? 'application/json']: { schema: schemaOf(call.output, 'output') },
                ...(takesCsv(call) ? { 'text/csv': { schema: { type: 'string' } } } : {}),
              },
      },
      ...Object.fromEntries(
        Object.keys(errorAnswers)
          .filter((error) => mayAnswer(error, call, Object.keys(properties).length > 0, takesBody || takesFile))
          .map((error) => [error, { $ref: `#/components/responses/${errorName(error)}` }]),
      ),
    },
  }
}

interface InputSchema extends Json {
  readonly properties?: Record<string, Json>
  readonly required?: readonly string[]
}

/** @param io `input` for what a caller sends, `output` for the answer: defaults and transforms make them differ */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json
}

/** Who may make the call, from the same declaration that guards it (AP-2). */
const accessOf = ({ access }: Call): Json =>
  access === 'public' ? { public: true } : { roles: [...access.roles], adminFeature: access.adminFeature === true }

function mayAnswer(status: string, call: Call, hasInput: boolean, takesBody: boolean): boolean {
  if (status === '401') return call.access !== 'public' || call.path.startsWith('/auth/')
  if (status === '403') return call.access !== 'public'
  if (status === '404' || status === '422') return hasInput
  if (status === '409' || status === '413' || status === '415') return takesBody
  return true
}
