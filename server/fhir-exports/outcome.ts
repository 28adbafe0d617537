/** An OperationOutcome of one issue. */
export const outcome = (severity: 'information' | 'error', code: 'informational' | 'exception', text: string) => ({
  resourceType: 'OperationOutcome',
  issue: [{ severity, code, details: { text } }],
})
