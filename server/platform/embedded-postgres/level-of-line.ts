/**
 * Log level of a line: the launcher's own lines are info, lines about the end of the server or of a connection are
 * warnings, and the rest of PostgreSQL's output is debug.
 */
export function levelOfLine(line: string): 'warn' | 'info' | 'debug' {
  // Connections refused or cut while the server starts or stops are normal.
  if (/^(PANIC|FATAL): (?!.*(administrator command|the database system is))/.test(line)) return 'warn'
  return /^([A-Z]+\d?: |\s|$)/.test(line) ? 'debug' : 'info'
}
