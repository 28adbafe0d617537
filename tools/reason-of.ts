/** Why a tool has failed, in words. @param place whose disk it writes to: the system doesn't say which one is full */
export function reasonOf(error: unknown, place: string): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || /no space left on device/i.test(message)
    ? `The disk of ${place} is full. Make room there, or name a place on another disk`
    : message
}
