import { type Call, errorAnswer, pathNames } from '@eupnea/contract/call.ts'
import { errorStandardOf, oauthError, operationOutcome, statusByStandard } from '@eupnea/contract/standard-errors.ts'
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
  406: m.openapi_error_406,
  409: m.openapi_error_409,
  413: m.openapi_error_413,
  415: m.openapi_error_415,
  422: m.openapi_error_422,
  429: m.openapi_error_429,
  503: m.openapi_error_503,
} as const

/** Shapes of errors by the standard of a call's path; null: the portal's own. */
export const errorShapes = [
  { standard: null, name: 'Error', mediaType: 'application/json', shape: errorAnswer },
  { standard: 'fhir', name: 'OperationOutcome', mediaType: 'application/fhir+json', shape: operationOutcome },
  { standard: 'oauth', name: 'OauthError', mediaType: 'application/json', shape: oauthError },
] as const

/** Entry of the document's `components.responses`. */
export const errorName = (shape: string, status: string): string => `${shape}${status}`

function errorsOf(call: Call, hasInput: boolean): [status: string, answer: Json][] {
  const standard = errorStandardOf(call.path)
  const { name } = errorShapes.find((one) => one.standard === standard)!
  return Object.keys(errorAnswers)
    .filter((status) => mayAnswer(status, call, hasInput))
    .filter((status) => !standard || statusByStandard(Number(status)) === Number(status))
    .map((status) => [status, { $ref: `#/components/responses/${errorName(name, status)}` }])
}

/** Bytes; of a file, the call's summary says which types are accepted. */
const anyFile = { '*/*': {} }

const contentOf = ({ carries }: Call, schema: Json): Json =>
  carries === 'signed'
    ? anyFile
    : {
        'application/json': { schema },
        ...(carries === 'form' ? { 'application/x-www-form-urlencoded': { schema } } : {}),
      }

/** Entries of `components.schemas`, by name. */
export type Shapes = Map<string, Json>

/**
 * One operation of the document.
 * @param names of the parameters in its path, in order
 * @param shapes takes those that it refers to
 */
export function describeCall({ noun, call, status }: Described, names: readonly string[], shapes: Shapes): Json {
  const { properties = {}, required = [], ...rest } = schemaOf(call.input, 'input', shapes) as InputSchema
  const inPath = new Map(pathNames(call.path).map((name, place) => [name, names[place]!]))
  const inEither = new Set(call.queried === 'all' ? Object.keys(properties) : call.queried)
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
                [call.mediaType?.split(';')[0] ?? 'application/json']: {
                  schema: schemaOf(call.output, 'output', shapes),
                },
              },
      },
      ...(call.answersLater ? { 202: { description: m.openapi_later() } } : {}),
      ...Object.fromEntries(errorsOf(call, Object.keys(properties).length > 0)),
    },
  }
}

/** The same list as a CSV file, on a path of its own, so that each answer has one type. */
export function describeCsv(operation: Json): Json {
  const { operationId, responses } = operation as { operationId: string; responses: Record<string, Json> }
  const ok = { ...responses[200], content: { 'text/csv': { schema: { type: 'string' } } } }
  return { ...operation, operationId: `${operationId}AsCsv`, responses: { ...responses, 200: ok } }
}

interface InputSchema extends Json {
  readonly properties?: Record<string, Json>
  readonly required?: readonly string[]
}

/** @param io `input` for what a caller sends, `output` for the answer: defaults and transforms make them differ */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output', shapes: Shapes): Json {
  const json = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => spellOut(jsonSchema),
  })
  const { $schema: _dialect, $defs = {}, id, ...rest } = refer(json) as Json & { $defs?: Record<string, Json> }
  for (const [name, { id: _, ...shape }] of Object.entries($defs)) shapes.set(name, shape)
  if (typeof id !== 'string') return rest
  shapes.set(id, rest)
  return refTo(id)
}

const refTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

/** References lead to the document's components instead of to the schema's own. */
const refer = (json: unknown): unknown =>
  Array.isArray(json)
    ? json.map(refer)
    : json !== null && typeof json === 'object'
      ? Object.fromEntries(
          Object.entries(json).map(([key, value]) =>
            key === '$ref' ? ['$ref', String(value).replace('#/$defs/', '#/components/schemas/')] : [key, refer(value)],
          ),
        )
      : json

/** What generators of clients understand better: each key of a map whose keys are known, and no choice of anything. */
function spellOut(json: Json): void {
  const { propertyNames, additionalProperties, required, anyOf } = json as {
    propertyNames?: { enum?: string[] }
    additionalProperties?: Json
    required?: string[]
    anyOf?: Json[]
  }
  if (propertyNames?.enum && required) {
    json.properties = Object.fromEntries(propertyNames.enum.map((key) => [key, additionalProperties]))
    json.additionalProperties = false
    delete json.propertyNames
  }
  if (anyOf?.some((option) => Object.keys(option).length === 0)) {
    const [only, ...others] = anyOf.filter((option) => Object.keys(option).length > 0)
    delete json.anyOf
    Object.assign(json, others.length > 0 ? { anyOf: [only, ...others] } : only)
  }
}

/** Who may make the call, from the same declaration that guards it (AP-2). */
const accessOf = ({ access }: Call): Json =>
  access === 'public'
    ? { public: true }
    : {
        roles: [...access.roles],
        adminFeature: access.adminFeature === true,
        clinicAdmin: access.clinicAdmin === true,
      }

function mayAnswer(status: string, call: Call, hasInput: boolean): boolean {
  if (status === '401') return call.access !== 'public' || /^\/(auth|oauth)\//.test(call.path)
  if (status === '422') return hasInput
  // What is the caller's own needs no input, and may be missing too.
  if (status === '404') return hasInput || call.access !== 'public'
  if (status === '406') return call.mediaType !== undefined
  // The body of a DELETE is read too, if one comes.
  if (status === '409' || status === '413' || status === '415') return call.method !== 'GET'
  return true
}
