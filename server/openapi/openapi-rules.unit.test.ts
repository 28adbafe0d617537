import { calls } from '@eupnea/contract/calls.ts'
import { takesCsv } from '@eupnea/contract/csv.ts'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { readOpenapi } from './read-openapi.ts'

/** Checks the document against OpenAPI 3.1, limited to the parts it uses; anything else is an error. */

const text = z.string().min(1)
const map = <T extends z.ZodType>(value: T) => z.record(text, value)

/** Keywords of JSON Schema 2020-12 that Zod writes. */
const schema: z.ZodType = z.lazy(() =>
  z.union([
    z.boolean(),
    z.strictObject({
      $ref: z.templateLiteral(['#/components/schemas/', text]).optional(),
      type: z.union([jsonType, z.array(jsonType).min(1)]).optional(),
      properties: map(schema).optional(),
      required: z.array(text).refine(isUnique).optional(),
      additionalProperties: schema.optional(),
      propertyNames: schema.optional(),
      items: schema.optional(),
      anyOf: z.array(schema).min(1).optional(),
      oneOf: z.array(schema).min(1).optional(),
      enum: z.array(z.json()).min(1).refine(isUnique).optional(),
      const: z.json().optional(),
      default: z.json().optional(),
      format: text.optional(),
      pattern: text.refine((pattern) => new RegExp(pattern, 'u')).optional(),
      minLength: z.int().min(0).optional(),
      maxLength: z.int().min(0).optional(),
      minItems: z.int().min(0).optional(),
      maxItems: z.int().min(0).optional(),
      minimum: z.number().optional(),
      maximum: z.number().optional(),
    }),
  ]),
)
const jsonType = z.enum(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'])
const isUnique = (values: readonly unknown[]): boolean => new Set(values).size === values.length

const mediaType = z.templateLiteral([text, '/', text])
const content = z.record(mediaType, z.strictObject({ schema: schema.optional() }))
const ofResponse = z.strictObject({ description: text, content: content.optional() })
const response = z.union([z.strictObject({ $ref: z.templateLiteral(['#/components/responses/', text]) }), ofResponse])
const named = { name: text, description: text.optional(), schema }
const parameter = z.discriminatedUnion('in', [
  z.strictObject({ in: z.literal('path'), required: z.literal(true), ...named }),
  z.strictObject({ in: z.literal('query'), required: z.boolean(), ...named }),
  z.strictObject({ in: z.literal('header'), required: z.boolean(), ...named }),
])
const operation = z.strictObject({
  operationId: text,
  summary: text,
  tags: z.array(text),
  'x-access': z.json(),
  security: z.array(map(z.array(text))),
  parameters: z
    .array(parameter)
    .refine((parameters) => isUnique(parameters.map(({ in: place, name }) => `${place} ${name}`)))
    .optional(),
  requestBody: z.strictObject({ required: z.boolean(), content }).optional(),
  responses: z.record(z.string().regex(/^[1-5]\d\d$/), response),
})
const pathItem = z.strictObject({
  get: operation.optional(),
  put: operation.optional(),
  post: operation.optional(),
  delete: operation.optional(),
})
const document = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.strictObject({
    title: text,
    version: text,
    description: text,
    license: z.strictObject({ name: text, identifier: text }),
  }),
  servers: z.array(z.strictObject({ url: text })),
  tags: z
    .array(z.strictObject({ name: text, description: text }))
    .refine((tags) => isUnique(tags.map(({ name }) => name))),
  paths: z.record(z.string().regex(/^(\/[^/?#{}]+|\/\{\w+\})+(\.csv)?$/), pathItem),
  components: z.strictObject({
    securitySchemes: map(
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('http'), scheme: text, description: text }),
        z.strictObject({ type: z.literal('apiKey'), in: z.literal('cookie'), name: text, description: text }),
      ]),
    ),
    schemas: map(schema),
    responses: map(ofResponse),
  }),
})

const read = await readOpenapi(new Map(calls.map(({ name }) => [name, name.startsWith('create') ? 201 : 200])))()

it('is a document of OpenAPI 3.1 [AP-1]', () => {
  expect(document.safeParse(JSON.parse(JSON.stringify(read))).error).toBeUndefined()
})

it('has no two paths that are alike but for the names of their parameters [AP-1]', () => {
  const shapes = Object.keys(document.parse(read).paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'))
  expect(shapes.filter((shape, place) => shapes.indexOf(shape) !== place)).toEqual([])
})

it('has each name in a path as a parameter of each of its operations, and no other [AP-1]', () => {
  const { paths, components } = document.parse(read)
  const operationIds = new Set<string>()
  for (const [path, item] of Object.entries(paths)) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!)
    expect(isUnique(names), path).toBe(true)
    for (const one of Object.values(item)) {
      if (!one) continue
      const inPath = (one.parameters ?? []).filter((given) => given.in === 'path')
      expect(inPath.map(({ name }) => name).sort(), one.operationId).toEqual(names.toSorted())
      for (const scheme of one.security.flatMap(Object.keys))
        expect(Object.keys(components.securitySchemes)).toContain(scheme)
      expect(operationIds.has(one.operationId), one.operationId).toBe(false)
      operationIds.add(one.operationId)
    }
  }
  expect(operationIds.size).toBe(calls.length + calls.filter(takesCsv).length)
})
