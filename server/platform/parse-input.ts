import type { Call } from '@eupnea/contract/call.ts'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { PortalError } from './errors.ts'

/** 400 for what is malformed (missing, wrong type), 422 for what is well formed and breaks a rule. */
export function parseInput({ input: schema, method, carries, queried = [] }: Call, request: FastifyRequest): unknown {
  const isInQuery = method === 'GET' || method === 'DELETE' || carries === 'upload'
  const carried = isInQuery ? request.query : (request.body ?? {})
  if (typeof carried !== 'object' || Array.isArray(carried))
    throw new PortalError(400, 'malformed_body', 'The body must be a JSON object')
  const query = request.query as Record<string, unknown>
  const named = Object.fromEntries(queried.filter((name) => name in query).map((name) => [name, query[name]]))
  const given = { ...named, ...(carried as object), ...(request.params as object) }
  const result = schema.safeParse(given, { reportInput: true })
  if (result.success) return result.data
  const issue = result.error.issues[0]!
  const malformed = isMalformed(issue)
  const field = issue.path.join('.')
  throw new PortalError(malformed ? 400 : 422, malformed ? 'malformed_input' : 'refused_input', issue.message, {
    field,
  })
}

function isMalformed(issue: z.core.$ZodIssue): boolean {
  // One of a few values: another one of their type is refused, another type is none of them.
  if (issue.code === 'invalid_value') return !issue.values.some((value) => typeof value === typeof issue.input)
  // One of a few forms: malformed when it has the type of none.
  if (issue.code === 'invalid_union') return issue.errors.every((issues) => issues.some(isMalformed))
  return issue.code === 'invalid_type' || issue.code === 'invalid_key'
}
