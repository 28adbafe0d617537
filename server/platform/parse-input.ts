import type { Call, FieldError } from '@eupnea/contract/call.ts'
import { ruleOf } from '@eupnea/contract/fields.ts'
import { m } from '@eupnea/texts'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { PortalError, refusedInput } from './errors.ts'

/** 400 for malformed input (missing, wrong type), 422 for well-formed input that breaks a rule. */
export function parseInput({ input: schema, method, carries, queried = [] }: Call, request: FastifyRequest): unknown {
  const isInQuery = method === 'GET' || method === 'DELETE' || carries === 'upload'
  const carried = isInQuery ? request.query : carries === 'signed' ? {} : (request.body ?? {})
  if (typeof carried !== 'object' || carried === null || Array.isArray(carried))
    throw new PortalError(400, 'malformed_body', m.platform_body_not_object())
  const query = request.query as Record<string, unknown>
  const named =
    queried === 'all'
      ? query
      : Object.fromEntries(queried.filter((name) => name in query).map((name) => [name, query[name]]))
  const twice = queried === 'all' ? Object.keys(query).find((name) => name in carried) : undefined
  if (twice !== undefined)
    throw new PortalError(400, 'given_twice', m.platform_given_twice({ name: twice }), { field: twice })
  const given = { ...named, ...carried, ...(request.params as object) }
  const result = schema.safeParse(given, { reportInput: true })
  if (result.success) return result.data
  const { issues } = result.error
  const [first, ...others] = issues.slice(0, mostErrors).map(fieldErrorOf)
  throw refusedInput([first!, ...others], isMalformed(issues[0]!))
}

/** The most lines that any list may have. */
const mostErrors = 5_000

/** @returns the issue, for programs and for people */
export function fieldErrorOf(issue: z.core.$ZodIssue): FieldError {
  const line = issue.path.find((step) => typeof step === 'number')
  return { field: issue.path.join('.'), ...(line !== undefined && { line }), ...ruleOf(issue) }
}

function isMalformed(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'unrecognized_keys') return true
  // One of a set of values: refused when it is another value of their type, malformed when of another type.
  if (issue.code === 'invalid_value') return !issue.values.some((value) => typeof value === typeof issue.input)
  // One of several forms: malformed when it has the type of none.
  if (issue.code === 'invalid_union') return issue.errors.every((issues) => issues.some(isMalformed))
  return issue.code === 'invalid_type' || issue.code === 'invalid_key'
}
