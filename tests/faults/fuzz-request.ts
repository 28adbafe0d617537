import { Agent, request as send } from 'node:http'
import { gzipSync } from 'node:zlib'
import { type Call, pathNames } from '@eupnea/contract/call.ts'
import fc from 'fast-check'
import { z } from 'zod'
import { type JsonSchema, type Known, ofLength, strange, strangeKey, validOf } from './fuzz-values.ts'

/** Fuzz requests: valid ones, changed in places and sent in ways no browser would. */

export interface FuzzRequest {
  readonly method: string
  /** as it is sent */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | null
}

type Input = Record<string, unknown>

/** One change of an input; `where` picks the place among those that there are. */
const change = fc.record({
  kind: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add', 'wrap', 'unwrap', 'length', 'length'),
  where: fc.nat(1_000),
  value: strange,
  key: strangeKey,
  length: fc.constantFrom<number | 'max' | 'over'>(0, 1, 'max', 'max', 'over', 'over', 100_000),
})
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

/** None for requests that reach the verbs, one for near misses, several for the rest. */
const changes = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Change[]>([]) },
  { weight: 4, arbitrary: fc.array(change, { minLength: 1, maxLength: 1 }) },
  { weight: 2, arbitrary: fc.array(change, { minLength: 2, maxLength: 3 }) },
)

/** Every changeable place in a value: an object or array with a key. */
function placesOf(value: unknown): [holder: Input, key: string][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [[value as Input, key] as [Input, string], ...placesOf(inner)])
}

function applyChange(input: Input, schema: JsonSchema, { kind, where, value, key, length }: Change): void {
  const places = placesOf(input)
  const [holder, at] = places[where % Math.max(places.length, 1)] ?? [input, key]
  const put = (of: Input, name: string, what: unknown) =>
    Object.defineProperty(of, name, { value: what, enumerable: true, configurable: true, writable: true })
  if (kind === 'remove') delete holder[at]
  else if (kind === 'add') put(input, key, value)
  else if (kind === 'wrap') put(holder, at, [holder[at], holder[at]])
  else if (kind === 'unwrap') put(holder, at, Object.values((holder[at] as Input | null) ?? {})[0] ?? value)
  else if (kind === 'replace') put(holder, at, value)
  else {
    const names = Object.keys(schema.properties ?? {})
    const name = names[where % Math.max(names.length, 1)] ?? at
    const { maxLength = 200 } = schema.properties?.[name] ?? {}
    const size = length === 'max' ? maxLength : length === 'over' ? maxLength + 1 : length
    put(input, name, fc.sample(ofLength(size), { numRuns: 1, seed: where })[0])
  }
}

const rawSegments = [
  '%00',
  '..',
  '.',
  '%2e%2e',
  '%2F',
  '%5c',
  '%',
  '%E0%A4%A',
  '%ff',
  ';x=1',
  '*',
  'x'.repeat(5_000),
  '',
]
const rawQueries = [
  'a[]=1',
  '%ZZ',
  '%00=%00',
  '__proto__[a]=1',
  'constructor=1',
  '&&==&',
  'page=1&page=2',
  `q=${'y'.repeat(6_000)}`,
]
const mediaTypes = [
  ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/html', ''],
  ...['application/json; charset=utf-16', 'application/json;;', 'application/jsonx', '*/*', 'application/xml'],
]
const brokenBodies: (string | Buffer)[] = [
  ...[
    '{',
    '{"a":',
    '[',
    ']',
    '{"a":1,}',
    "{'a':1}",
    'NaN',
    'undefined',
    '\ufeff{}',
    '{} {}',
    '"',
    '\u0000',
    'null',
    '0',
  ],
  ...['{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"isAdmin":true}}}', '{"a":1e999}'],
  Buffer.from([0xff, 0xfe, 0x7b, 0x00]),
  Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
  '['.repeat(100_000),
  `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
]
const strangeHeaders: Record<string, string>[] = [
  { authorization: 'Bearer' },
  { authorization: 'Bearer  ' },
  { authorization: `Bearer ${'t'.repeat(6_000)}` },
  { authorization: "Bearer ' or 1=1 --" },
  { authorization: 'Basic YTpi' },
  { cookie: 'eupnea_session=%ff; =;;; a' },
  { cookie: `eupnea_session=${'c'.repeat(6_000)}` },
  { 'x-forwarded-for': '<fuzz-markup>, ::::, 999.1.1.1' },
  { 'x-forwarded-for': ', ,' },
  { 'x-forwarded-for': 'f'.repeat(6_000) },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'javascript' },
  { host: '<fuzz-markup>' },
  { 'user-agent': `<fuzz-markup>${'u'.repeat(6_000)}` },
  { 'user-agent': '\u00ff\u00fe' },
  { accept: 'text/html', 'accept-encoding': '*;q=0', 'accept-language': '\u00ff' },
  { 'content-encoding': 'br' },
  { 'if-none-match': '*', range: 'bytes=0-0,5-' },
  { 'sec-fetch-site': 'cross-site' },
  { 'x-http-method-override': 'DELETE' },
  { 'transfer-encoding': 'chunked' },
  { connection: 'upgrade', upgrade: 'h2c' },
]

/** How it is sent; mostly correctly, so that the content gets checked. */
const travel = fc.oneof(
  { weight: 20, arbitrary: fc.constant({ by: 'as declared' } as const) },
  {
    weight: 1,
    arbitrary: fc.record({
      by: fc.constant('method' as const),
      method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'PROPFIND'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      by: fc.constant('segment' as const),
      segment: fc.constantFrom(...rawSegments),
      where: fc.nat(8),
    }),
  },
  { weight: 1, arbitrary: fc.record({ by: fc.constant('query' as const), query: fc.constantFrom(...rawQueries) }) },
  { weight: 1, arbitrary: fc.record({ by: fc.constant('type' as const), type: fc.constantFrom(...mediaTypes) }) },
  { weight: 1, arbitrary: fc.record({ by: fc.constant('body' as const), body: fc.constantFrom(...brokenBodies) }) },
  { weight: 1, arbitrary: fc.constant({ by: 'gzip' } as const) },
  {
    weight: 1,
    arbitrary: fc.record({ by: fc.constant('headers' as const), headers: fc.constantFrom(...strangeHeaders) }),
  },
)
type Travel = typeof travel extends fc.Arbitrary<infer T> ? T : never

const asText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
const encoded = (value: unknown): string => encodeURIComponent(asText(value).slice(0, 12_000).toWellFormed())

function requestOf(call: Call, input: Input, way: Travel): FuzzRequest {
  const inPath = pathNames(call.path)
  let path = `/api${call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(Object.hasOwn(input, name) ? input[name] : '') || '%20')}`
  const rest = Object.entries(input).filter(([name]) => !inPath.includes(name))
  let method: string = call.method
  if (way.by === 'method') method = way.method
  const takesBody = method !== 'GET' && method !== 'HEAD'
  let body: Buffer | null =
    takesBody && call.method !== 'DELETE' ? Buffer.from(JSON.stringify(Object.fromEntries(rest))) : null
  const query = body
    ? []
    : rest.flatMap(([name, value]) =>
        (Array.isArray(value) ? value : [value]).map((one) => `${encoded(name)}=${encoded(one)}`),
      )
  if (way.by === 'query') query.push(way.query)
  if (way.by === 'segment') {
    const segments = path.split('/')
    segments[2 + (way.where % Math.max(segments.length - 2, 1))] = way.segment
    path = segments.join('/')
  }
  if (way.by === 'body' && takesBody) body = Buffer.from(way.body)
  if (way.by === 'gzip' && body) body = gzipSync(body)
  const headers = {
    ...(body ? { 'content-type': 'application/json' } : {}),
    ...(way.by === 'type' && body ? { 'content-type': way.type } : {}),
    ...(way.by === 'gzip' && body ? { 'content-encoding': 'gzip' } : {}),
    ...(way.by === 'headers' ? way.headers : {}),
  }
  // 16 KiB is the longest head a server reads.
  const target = `${path}${query.length > 0 ? `?${query.join('&')}` : ''}`.slice(0, 14_000)
  return { method, path: target, headers, body }
}

/** Requests for one call: near misses and others. */
export function requestsFor(call: Call, known: Known): fc.Arbitrary<FuzzRequest> {
  const schema = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  return fc.tuple(validOf(schema, known), changes, travel).map(([valid, wanted, way]) => {
    const input = structuredClone(valid) as Input
    for (const one of wanted) applyChange(input, schema, one)
    return requestOf(call, input, way)
  })
}

const endsOfTime = ['0001-01-01T00:00:00Z', '1000-01-01T00:00:00Z', '9999-12-31T23:59:59Z']

/** Valid except for dates and instants, which are the first and last possible ones; null if the call has none. */
export function requestsOfAllTime(call: Call, known: Known): fc.Arbitrary<FuzzRequest> | null {
  const schema = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const fields = Object.entries(schema.properties ?? {}).filter(([, { format }]) => format?.startsWith('date'))
  if (fields.length === 0) return null
  const ends = fields.map(([name, { format }]) => {
    const written = endsOfTime.map((instant) => (format === 'date' ? instant.slice(0, 10) : instant))
    return [name, fc.constantFrom(...written)] as const
  })
  const times = fc.record<Input>(Object.fromEntries(ends), { requiredKeys: [] })
  return fc.tuple(validOf(schema, known), times).map(([valid, chosen]) => {
    const others = Object.entries(valid as Input).filter(([name]) => !ends.some(([field]) => field === name))
    return requestOf(call, { ...Object.fromEntries(others), ...chosen }, { by: 'as declared' })
  })
}

export interface FuzzAnswer {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly text: string
}

/** Sends requests as they are, without a client that would correct them. */
export function openFuzzClient(http: string, atOnce: number) {
  const { hostname, port } = new URL(http)
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  let nth = 0
  return {
    /** @throws Error when there is no answer within 20 s */
    send: ({ method, path, headers, body }: FuzzRequest, token: string | null): Promise<FuzzAnswer> =>
      new Promise((resolve, reject) => {
        // Each has its own client address, because throttling would hide what comes after it.
        const address = `10.${(++nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`
        const request = send({
          ...{ agent, hostname, port, method, path, timeout: 20_000 },
          headers: { 'x-forwarded-for': address, ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
        })
        request.on('response', (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(chunks).toString(),
            }),
          )
        })
        request.on('timeout', () => request.destroy(new Error('no answer within 20 s')))
        request.on('error', reject)
        request.end(body ?? undefined)
      }),
    close: () => agent.destroy(),
  }
}
