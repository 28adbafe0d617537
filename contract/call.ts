import { z } from 'zod'
import type { Access } from './access.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * One call of the API, declared once and read by the routes, the guard, the ACL calls, the OpenAPI document, the web
 * client and the access tests.
 * `path` is below `/api`; names in braces are filled from `input`. The rest of `input` goes in the query for GET and
 * DELETE, as JSON for POST and PUT.
 */
export interface Call<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> {
  readonly name: string
  readonly method: Method
  readonly path: string
  readonly access: Access
  readonly input: I
  readonly output: O
  /** What the call does, in one line, for the OpenAPI document. */
  readonly summary: string
  /**
   * upload: the body is one file, and the rest of `input` goes in the query. download: the answer is a file, and
   * `output` is unused. form: the body may also be a form, as other services send. signed: the body may be anything; it
   * is only what is signed. Absent: JSON both ways.
   */
  readonly carries?: 'upload' | 'download' | 'form' | 'signed'
  /** names of `input` that a POST or PUT also accepts in the query, as the specification requires; all: each of them */
  readonly queried?: readonly string[] | 'all'
  /** repeated under the same `Idempotency-Key`, it runs once, so that nothing is created twice */
  readonly once?: true
  /**
   * A sensitive act: whoever calls must have proved within the last ten minutes who they are, otherwise it is refused with
   * `proof_due` and may be sent again after that (DO-5)
   */
  readonly fresh?: true
  /** until there is an answer, 202 without one says to ask again */
  readonly answersLater?: true
  /** media type of the answer, if it isn't plain JSON */
  readonly mediaType?: string
}

export type CallInput<C> = C extends Call<infer I, z.ZodType> ? z.output<I> : never
export type CallArguments<C> = C extends Call<infer I, z.ZodType> ? z.input<I> : never
export type CallOutput<C> = C extends Call<z.ZodObject, infer O> ? z.output<O> : never

export function call<I extends z.ZodObject, O extends z.ZodType>(declaration: Call<I, O>): Call<I, O> {
  return declaration
}

/** Names in braces of a path: `/residents/{patient_id}` → `['patient_id']`. */
export function pathNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
}

/** A rule broken by a field. */
const fieldError = z.object({
  /** `room`, or `data.3.device_uid` for a field of a list item */
  field: z.string(),
  /** index of the list item, from 0 */
  line: z.number().optional(),
  code: z.string(),
  message: z.string(),
})
export type FieldError = z.output<typeof fieldError>

/** An error answer, the same for every call. */
export const errorAnswer = z.object({
  code: z.string(),
  title: z.string(),
  message: z.string(),
  field: z.string().optional(),
  /** all broken rules of an input; the first is also given as `field` and `message` */
  errors: z.array(fieldError).optional(),
  request_id: z.string(),
})
export type ErrorAnswer = z.output<typeof errorAnswer>
