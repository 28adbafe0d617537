import type { Call, CallArguments, ErrorAnswer } from '@eupnea/contract/call.ts'
import { m } from '@eupnea/texts'
import { ApiError, requestOf } from './api.ts'
import { isProvedNow } from './proof.ts'

/**
 * Downloads a file under a name.
 * @param path below the portal's address
 * @throws ApiError with the portal's message, or `Error Saving Report` if there is none (RP-7)
 */
export async function saveFile(path: string, name: string): Promise<void> {
  const response = await fetch(path, { credentials: 'same-origin' }).catch(() => null)
  if (!response?.ok) {
    const said = (await response?.json().catch(() => undefined)) as Partial<ErrorAnswer> | undefined
    if (await isProvedNow(said?.code)) return saveFile(path, name)
    throw new ApiError(
      response?.status ?? 0,
      said ?? { title: m.report_save_failed_title(), message: m.report_save_failed({ page: 1 }) },
    )
  }
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers only start to read it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Path of a call that answers with a file. */
export const fileUrl = <C extends Call>(call: C, input: CallArguments<C>): string => requestOf(call, input).url
