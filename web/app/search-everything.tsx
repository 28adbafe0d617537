import type { Session } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import { useNavigate } from '@tanstack/react-router'
import { SearchDialog } from '../search/search-dialog.tsx'
import type { SearchEntry, SearchGroup } from '../search/search-entry.ts'
import { type Icon, IconHelpCircle, IconLogout, IconPencilPlus, IconPlus, IconUserCircle } from '../shared/icons.tsx'
import { isClinicAdmin } from '../shared/session.ts'
import { saveSettings } from '../shared/settings.ts'
import { menuOf } from './menu-entries.ts'
import { type GuardedPage, mayOpen } from './page-access.ts'
import { themes, useTheme } from './themes.ts'
import type { TypedAhead } from './typed-ahead.ts'
import { useSignOut } from './use-sign-out.ts'

interface SearchEverythingProps {
  readonly session: Session
  readonly typed: TypedAhead
  readonly onClose: () => void
  readonly onKeys: () => void
}

/** The search with this person's pages and acts (EA-1). */
export function SearchEverything({ session, typed, onClose, onKeys }: SearchEverythingProps) {
  const navigate = useNavigate()
  const signOut = useSignOut()
  const theme = useTheme()
  const closing = (open: () => void) => () => {
    onClose()
    open()
  }

  const onPage = (key: string, to: GuardedPage, label: string, act?: string, Icon: Icon = IconPlus): SearchEntry[] =>
    mayOpen(to, session)
      ? [{ key, label, Icon, open: closing(() => void navigate({ to, search: act ? { act } : {} } as never)) }]
      : []

  const groups = menuOf(session)
  const devices = isClinicAdmin(session) ? '/clinic/inventory' : '/devices/manage'
  const pages = groups.flatMap(({ label: group, entries }) =>
    entries.map(({ key, to, label, Icon }) => ({
      key: `page ${key}`,
      label,
      ...(groups.length > 1 && { detail: group }),
      Icon,
      open: closing(() => void navigate({ to })),
    })),
  )
  const own: readonly SearchGroup[] = [
    {
      key: 'pages',
      label: m.search_pages(),
      entries: [...pages, ...onPage('page account', '/account', m.account_menu(), undefined, IconUserCircle)],
    },
    {
      key: 'acts',
      label: m.search_acts(),
      entries: [
        ...onPage('act add-resident', '/clinic/residents', m.search_act_add_resident(), 'add'),
        ...onPage('act write-note', '/clinic/notes', m.search_act_write_note(), 'write', IconPencilPlus),
        ...onPage('act take-duty', '/clinic/duty', m.search_act_take_duty(), 'take'),
        ...onPage('act add-phone', '/clinic/alerts', m.search_act_add_phone(), 'add'),
        ...onPage('act add-user', '/users/add', m.search_act_add_user()),
        ...onPage('act add-clinic', '/facility/add', m.search_act_add_clinic()),
        ...onPage('act add-group', '/group/add', m.search_act_add_group()),
        ...onPage('act add-device', devices, m.search_act_add_device(), 'add'),
        ...onPage('act add-devices', devices, m.search_act_add_devices(), 'add-many'),
        ...themes()
          .filter(({ id }) => id !== theme)
          .map(({ id, label, Icon, settings }) => ({
            key: `act theme ${id}`,
            label,
            Icon,
            open: closing(() => saveSettings(settings)),
          })),
        { key: 'act keys', label: m.search_act_keys(), Icon: IconHelpCircle, open: onKeys },
        { key: 'act sign-out', label: m.app_logout(), Icon: IconLogout, open: closing(() => void signOut()) },
      ],
    },
  ]
  return <SearchDialog session={session} takeTyped={typed.take} own={own} onClose={onClose} />
}
