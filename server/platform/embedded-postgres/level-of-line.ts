/**
 * How much a line of the launcher's log matters: what it says itself is for whoever waits for a start, what ends the
 * server or a connection is for whoever asks why. The rest of PostgreSQL's own lines is for looking closely.
 */
export function levelOfLine(line: string): 'warn' | 'info' | 'debug' {
  // A connection that is refused or cut while the server starts or ends is no news.
  if (/^(PANIC|FATAL): (?!.*(administrator command|the database system is))/.test(line)) return 'warn'
  return /^([A-Z]+\d?: |\s|$)/.test(line) ? 'debug' : 'info'
}
