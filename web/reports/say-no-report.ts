import { m } from '@eupnea/texts'
import { ApiError, describeError } from '../shared/api-error.ts'
import { sayFailed } from '../shared/say-done.tsx'

/** There is no report to save or send (RP-7). @param why what the page says of it */
export const sayNoReport = (why: Error | null): void =>
  sayFailed(new ApiError(0, { title: m.report_data_missing_title(), message: describeError(why).message }))
