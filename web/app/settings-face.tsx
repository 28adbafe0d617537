import type { Session } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import { IconChevronDown, IconUserCircle } from '../shared/icons.tsx'
import { useSettings } from '../shared/settings.ts'

/** The button's content: the greeting, and a dot while there is something to do. */
export function SettingsFace({ session }: { readonly session: Session }) {
  const { isMobileView } = useSettings()
  const greeting = m.app_greeting({ name: session.name || m.app_greeting_anonymous() })
  return (
    <>
      {isMobileView ? (
        <IconUserCircle size={22} stroke={1.6} aria-hidden />
      ) : (
        <span className="settings-greeting">{greeting}</span>
      )}
      {isMobileView && <span className="visually-hidden">{greeting}</span>}
      {!session.is_email_verified && <span className="settings-due" aria-hidden />}
      <IconChevronDown size={14} aria-hidden />
    </>
  )
}
