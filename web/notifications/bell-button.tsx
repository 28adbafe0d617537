import { m } from '@eupnea/texts'
import type { ComponentProps } from 'react'
import { IconBell } from '../shared/icons.tsx'
import './notification-bell.css'

/** The bell counts no further. */
const most = 99

/** The bell itself, without the panel it opens. */
export function BellButton({
  unseen,
  className = '',
  ...props
}: ComponentProps<'button'> & { readonly unseen: number }) {
  const count = unseen > most ? `${most}+` : String(unseen)
  return (
    <button
      type="button"
      {...props}
      className={`notification-bell ${className}`}
      aria-label={unseen === 0 ? m.notification_list_title() : m.notification_unseen_label({ count })}
    >
      <IconBell size={20} stroke={1.7} aria-hidden />
      {unseen > 0 && (
        <span className="notification-count tabular" aria-hidden>
          {count}
        </span>
      )}
    </button>
  )
}
