import type { Session } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import { Link } from '@tanstack/react-router'
import styles from './bottom-bar.module.css'
import { openedMost, useSelectedEntry } from './menu.tsx'
import { menuOf } from './menu-entries.ts'

/** On a phone, what staff open most, within the thumb's reach; the rest is in the drawer. */
export function BottomBar({ session }: { readonly session: Session }) {
  const selected = useSelectedEntry(session)?.key
  const entries = menuOf(session).flatMap((group) => group.entries)
  return (
    <nav className={styles.bottomBar} aria-label={m.app_bottom_bar_label()}>
      {openedMost.flatMap((wanted) =>
        entries
          .filter(({ key }) => key === wanted)
          .map(({ key, to, label, Icon }) => (
            <Link key={key} to={to} className={styles.bottomLink} aria-current={key === selected ? 'page' : undefined}>
              <Icon size={22} stroke={1.6} aria-hidden />
              <span>{label}</span>
            </Link>
          )),
      )}
    </nav>
  )
}
