import type { OutboxMessage } from '@eupnea/contract/outbox.ts'
import { m } from '@eupnea/texts'
import { defaultLocale, type Formats, formatsOf } from '@eupnea/texts/locale.ts'

/** What the outbox needs to merge a message with others. */
export interface Notice {
  /** the sender in the text, such as the clinic's name */
  readonly from: string
  /** IANA zone for times in the text */
  readonly zone: string
  /** of the clinic; absent from messages queued before an upgrade */
  readonly locale?: string
  /** what happened, a line each, without links; the newest, where there were very many */
  readonly lines: readonly string[]
  /** number of notifications it covers */
  readonly count: number
  /** of all that it covers; absent from messages queued before an upgrade */
  readonly severity?: 'warning' | 'danger'
  /** first and last notification covered, ISO instants */
  readonly since: string
  readonly at: string
  /** where the receiver can see them */
  readonly link: string
}

export interface Merged {
  readonly subject: string
  readonly body: string
  readonly notice: Notice
}

/** Most lines of a merged mail; a merged SMS has none. */
const mostLines = 100

/** `03:12`, with the day if it isn't the last one's. */
function sinceText(since: string, { at, zone }: Notice, formats: Formats): string {
  return (formats.date(since, zone) === formats.date(at, zone) ? formats.clock : formats.dateTime)(since, zone)
}

/**
 * One message that says how many notifications it covers and since when, with the newest one's link.
 * @param notices oldest first
 */
export function mergeNotices(channel: OutboxMessage['kind'], notices: readonly Notice[]): Merged {
  const last = notices.at(-1)!
  const senders = new Set(notices.map(({ from }) => from)).size
  const from = senders === 1 ? last.from : m.outbox_notice_clinics({ count: senders })
  const count = notices.reduce((sum, notice) => sum + notice.count, 0)
  const since = notices[0]!.since
  const lines = notices.flatMap((notice) => notice.lines).slice(-mostLines)
  const notice = { ...last, lines, count, since }
  const formats = formatsOf((senders === 1 && last.locale) || defaultLocale)
  const about = { from, count: formats.number(count), time: sinceText(since, last, formats) }
  if (channel === 'sms') return { subject: '', body: m.outbox_notice_sms({ ...about, link: last.link }), notice }
  const earlier = count > lines.length ? [m.outbox_notice_earlier({ count: count - lines.length })] : []
  return {
    subject: m.outbox_notice_subject(about),
    body: [m.outbox_notice_head(about), '', ...earlier, ...lines, '', last.link].join('\n'),
    notice,
  }
}
