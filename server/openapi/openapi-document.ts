import { pathNames } from '@eupnea/contract/call.ts'
import { csvEnding, takesCsv } from '@eupnea/contract/csv.ts'
import { portalVersion, productName } from '@eupnea/contract/product.ts'
import { m } from '@eupnea/texts'
import { sessionCookie } from '../platform/session-cookie.ts'
import {
  type Described,
  describeCall,
  describeCsv,
  errorAnswers,
  errorName,
  errorShapes,
  type Json,
  type Shapes,
  schemaOf,
} from './describe-call.ts'
import { nameShapes } from './name-shapes.ts'

/** The OpenAPI 3.1 document of these calls, in their order (AP-1). The same calls always produce the same document. */
export function openapiDocument(described: readonly Described[]): Json {
  const paths: Record<string, Json> = {}
  const shapes: Shapes = new Map()
  nameShapes(described.map(({ call }) => call))
  const templateOf = templatesOf(described)
  for (const one of described) {
    const path = templateOf(one.call.path)
    const operation = describeCall(one, pathNames(path), shapes)
    paths[path] = { ...paths[path], [one.call.method.toLowerCase()]: operation }
    if (takesCsv(one.call)) paths[`${path}${csvEnding}`] = { get: describeCsv(operation) }
  }
  const used = JSON.stringify(paths)
  return {
    openapi: '3.1.1',
    info: {
      title: m.openapi_title({ product: productName }),
      version: portalVersion,
      description: m.openapi_description(),
      license: { name: m.openapi_license(), identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/api' }],
    tags: [...new Set(described.map(({ noun }) => noun))].map((name) => ({
      name,
      description: m.openapi_tag({ noun: name }),
    })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: m.openapi_bearer() },
        cookie: { type: 'apiKey', in: 'cookie', name: sessionCookie(false), description: m.openapi_cookie() },
      },
      schemas: Object.fromEntries([
        ...errorShapes.map(({ name, shape }) => [name, schemaOf(shape, 'output', shapes)]),
        ...[...shapes].toSorted(([a], [b]) => (a < b ? -1 : 1)),
      ]),
      responses: Object.fromEntries(
        errorShapes.flatMap(({ name, mediaType }) =>
          Object.entries(errorAnswers)
            .map(([status, description]) => ({ key: errorName(name, status), description: description() }))
            .filter(({ key }) => used.includes(`/${key}"`))
            .map(({ key, description }) => [
              key,
              { description, content: { [mediaType]: { schema: { $ref: `#/components/schemas/${name}` } } } },
            ]),
        ),
      ),
    },
  }
}

/**
 * To OpenAPI, paths that differ only in parameter names are one path with one name per parameter: `/notes/{patient_id}`
 * and `/notes/{note_id}` become `/notes/{patient_id_or_note_id}`.
 */
function templatesOf(described: readonly Described[]): (path: string) => string {
  const shapeOf = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')
  const names = new Map<string, Set<string>[]>()
  for (const { path } of described.map(({ call }) => call)) {
    const places = names.get(shapeOf(path)) ?? pathNames(path).map(() => new Set<string>())
    pathNames(path).forEach((name, place) => void places[place]!.add(name))
    names.set(shapeOf(path), places)
  }
  return (path) => {
    const places = names.get(shapeOf(path))!.values()
    return path.replaceAll(/\{\w+\}/g, () => `{${[...places.next().value!].join('_or_')}}`)
  }
}
