/** SQLSTATE classes that a retry can't fix: data exceptions and integrity violations. */
export const isDataFault = (code: string | undefined): boolean => code !== undefined && /^(22|23)/.test(code)

/** It lies in the data or in our code, and would happen again: it says nothing of the database's health. */
export const isOwnFault = (error: Error): boolean =>
  error instanceof TypeError || error instanceof RangeError || isDataFault((error as { code?: string }).code)
