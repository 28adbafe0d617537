import { m } from '@eupnea/texts'
import { pageFormats } from '@eupnea/texts/locale.ts'

type TimeInputType = 'date' | 'time' | 'datetime-local'

/**
 * Type and value of a field for a date or time. The browser writes it in the browser's own language; while nobody types,
 * `data-shown` takes its place, as dates are written everywhere else on the page (theme.css).
 */
export const timeInput = (type: TimeInputType, value: string) => ({
  type,
  value,
  'data-shown': value === '' ? emptyText(type) : shownText(type, value),
  'data-empty': value === '' || undefined,
})

const emptyText = (type: TimeInputType): string => (type === 'time' ? m.common_choose_time() : m.common_choose_date())

function shownText(type: TimeInputType, value: string): string | undefined {
  const at = Date.parse(type === 'date' ? value : type === 'time' ? `2000-01-01T${value}Z` : `${value}Z`)
  if (Number.isNaN(at)) return
  const { date, clock, dateTime } = pageFormats()
  return { date, time: clock, 'datetime-local': dateTime }[type](at, 'UTC')
}
