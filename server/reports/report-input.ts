import type { CallInput } from '@eupnea/contract/call.ts'
import type { readReport } from '@eupnea/contract/reports.ts'

export type ReportInput = CallInput<typeof readReport>
