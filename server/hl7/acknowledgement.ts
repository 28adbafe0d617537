import { randomUUID } from 'node:crypto'
import type { Header } from './message.ts'

export interface Verdict {
  readonly code: 'AA' | 'AE' | 'AR'
  /** why it was refused, for people to read; '' for AA */
  readonly reason: string
}

/** Text for a field: separators are escaped, and line breaks, which would end the segment, become spaces. */
export const escaped = (text: string): string =>
  text
    .replaceAll(/[\\|^&~]/g, (sign) => `\\${{ '\\': 'E', '|': 'F', '^': 'S', '&': 'T', '~': 'R' }[sign]}\\`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not reach the frame
    .replaceAll(/[\x00-\x1f\x7f]+/g, ' ')

/** In ASCII, which is part of every character set. */
const plain = (text: string): string => escaped(text.replaceAll('’', "'").replaceAll(/[^\x20-\x7e]/g, '?'))

/** HL7 table 0357: application error; unsupported event. */
const errors = { AE: '207^Application error^HL70357', AR: '201^Unsupported event code^HL70357' } as const

const stampOf = (at: Temporal.Instant): string => at.toString({ smallestUnit: 'second' }).replace(/\D/g, '')

/**
 * The acknowledgement of a message (HL7 v2, original mode).
 * @param header null: it could not be read
 */
export function acknowledgement(header: Header | null, { code, reason }: Verdict): string {
  const segments = [
    [
      ...['MSH', '^~\\&', 'EUPNEA', header?.receiver ?? '', header?.application ?? '', header?.sender ?? ''],
      ...[stampOf(Temporal.Now.instant()), '', header?.event ? `ACK^${plain(header.event)}^ACK` : 'ACK'],
      ...[randomUUID().replaceAll('-', '').slice(0, 20), 'P', header?.version || '2.5.1'],
    ].map((field, at) => (at < 2 || at === 8 ? field : plain(field))),
    ['MSA', code, plain(header?.controlId ?? ''), ...(reason ? [plain(reason)] : [])],
    ...(code === 'AA' ? [] : [['ERR', '', '', errors[code], 'E', '', '', '', plain(reason)]]),
  ]
  return `${segments.map((fields) => fields.join('|')).join('\r')}\r`
}

/** The answer to a batch: an acknowledgement for each of its messages. */
export const batchOf = (acknowledgements: readonly string[]): string =>
  ['BHS|^~\\&|EUPNEA\r', ...acknowledgements, `BTS|${acknowledgements.length}\r`].join('')
