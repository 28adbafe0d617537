/** HL7 v2 messages as text (EH-5): segments of fields of components. */

/** Those that we write. */
const separators = '^~\\&'

/** A text within a field: what separates is escaped, and line breaks, which would end the segment, become spaces. */
export const escaped = (text: string): string =>
  text
    .replace(/[\\|^~&]/g, (one) => `\\${{ '\\': 'E', '|': 'F', '^': 'S', '~': 'R', '&': 'T' }[one]}\\`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not reach the frame
    .replace(/[\x00-\x1f\x7f]+/g, ' ')

/** `20261123183000+0000` */
export const hl7Time = (at: Temporal.Instant): string =>
  `${at.toString({ smallestUnit: 'second' }).replace(/\D/g, '')}+0000`

export interface Header {
  readonly type: string
  /** MSH-10 */
  readonly controlId: string
  readonly at: Temporal.Instant
  /** MSH-4 */
  readonly clinic?: string
  /** MSH-21, written as it is */
  readonly profile?: string
  /** MSH-15: whether it is to be acknowledged */
  readonly isAcknowledged: boolean
}

/** MSH, version 2.6, in UTF-8. */
export function headerOf({ type, controlId, at, clinic = '', profile = '', isAcknowledged }: Header): string {
  const [accept, application] = isAcknowledged ? ['AL', 'NE'] : ['NE', 'NE']
  const from = ['EUPNEA', escaped(clinic), '', '']
  const fields = [separators, ...from, hl7Time(at), '', type, controlId, 'P', '2.6', '', '', accept, application]
  return ['MSH', ...fields, '', 'UNICODE UTF-8', '', '', profile].join('|').replace(/\|+$/, '')
}

export const messageOf = (segments: readonly string[]): string => segments.map((segment) => `${segment}\r`).join('')

export interface Hl7Message {
  /** MSH-9.1 and 9.2: `ORA^R41` */
  readonly type: string
  /** MSH-10 */
  readonly controlId: string
  /** of the segments with this name: the field (of MSH as HL7 counts), with its separators as they are in ours */
  fields(segment: string, field: number): readonly string[]
}

/** @throws Error for what doesn't begin with a header */
export function parseHl7(text: string): Hl7Message {
  const segments = text.split(/[\r\n]+/).filter(Boolean)
  const header = segments[0] ?? ''
  const between = header[3]
  if (!header.startsWith('MSH') || !between || header.length < 8) throw new Error('not an HL7 v2 message')
  const theirs = header.slice(4, 8)
  const ours = (field: string): string =>
    theirs === separators ? field : [...field].map((one) => separators[theirs.indexOf(one)] ?? one).join('')
  const rows = segments.map((segment) => segment.split(between))
  const fields = (name: string, field: number) =>
    rows.filter(([first]) => first === name).map((row) => ours(row[name === 'MSH' ? field - 1 : field] ?? ''))
  const [type = '', event = ''] = (fields('MSH', 9)[0] ?? '').split('^')
  return { type: event ? `${type}^${event}` : type, controlId: fields('MSH', 10)[0] ?? '', fields }
}

/** What a field says in its first component. */
export const firstOf = (field: string): string => field.split(/[~^&]/)[0]!.trim()

/** An acknowledgement of theirs. @param text why it is refused; for people */
export const acknowledgement = (
  { type, controlId }: Pick<Hl7Message, 'type' | 'controlId'>,
  { code, text = '', ownId }: { readonly code: 'AA' | 'AE' | 'AR'; readonly text?: string; readonly ownId: string },
): string =>
  messageOf([
    headerOf({
      type: `ACK^${type.split('^')[1] ?? ''}^ACK`,
      controlId: ownId,
      at: Temporal.Now.instant(),
      isAcknowledged: false,
    }),
    `MSA|${code}|${controlId}${text && `|${escaped(text)}`}`,
    ...(text ? [`ERR|||207|E||||${escaped(text)}`] : []),
  ])
