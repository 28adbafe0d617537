import { z } from 'zod'
import { errorAnswer } from './call.ts'

/** Errors as the standards have them whose paths the portal serves; all others are `errorAnswer` (AP-1). */

export type ErrorStandard = 'fhir' | 'oauth'

/** @param path of a call, or of a request below /api. @returns null: the portal's own shape */
export const errorStandardOf = (path: string): ErrorStandard | null =>
  /^\/fhir(?:[/?]|$)/.test(path) ? 'fhir' : path.startsWith('/oauth/') ? 'oauth' : null

/** FHIR R4, one issue per error. */
export const operationOutcome = z.object({
  resourceType: z.literal('OperationOutcome'),
  /** the request's */
  id: z.string(),
  issue: z
    .array(
      z.object({
        severity: z.enum(['fatal', 'error']),
        /** IssueType */
        code: z.string(),
        details: z.object({ coding: z.array(z.object({ code: z.string() })), text: z.string() }),
        /** the parameter */
        diagnostics: z.string().optional(),
      }),
    )
    .min(1),
})
export type OperationOutcome = z.output<typeof operationOutcome>

/** RFC 6749, section 5.2, beside the portal's own; `temporarily_unavailable` is of section 4.1.2.1. */
export const oauthError = errorAnswer.extend({
  error: z.enum([
    'invalid_request',
    'invalid_client',
    'invalid_scope',
    'unsupported_grant_type',
    'temporarily_unavailable',
  ]),
  error_description: z.string(),
})
export type OauthError = z.output<typeof oauthError>

/** A search or an assertion that can't be used is malformed to them. */
export const statusByStandard = (status: number): number => (status === 422 ? 400 : status)
