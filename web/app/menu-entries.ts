import type { Session } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import {
  IconAddressBook,
  IconBed,
  IconBell,
  IconBuilding,
  IconBuildingCommunity,
  IconChartBar,
  IconClipboardCheck,
  IconDatabaseImport,
  IconDeviceHeartMonitor,
  IconDeviceTv,
  IconDownload,
  IconFileCheck,
  IconFileText,
  IconId,
  IconKey,
  IconLayoutGrid,
  IconListSearch,
  IconMailForward,
  IconMessage,
  IconNotes,
  IconPackages,
  IconReceipt,
  IconShieldLock,
  IconUserCheck,
  IconUsers,
} from '../shared/icons.tsx'
import { isAdministrator } from '../shared/session.ts'
import { type GuardedPage, mayOpen } from './page-access.ts'

/** The menu: an entry for each page, in the group where people look for it (SH-9, SH-14). */

export interface MenuEntry {
  readonly key: string
  readonly to: '/' | GuardedPage
  readonly label: string
  readonly Icon: typeof IconUsers
  /** addresses for which the entry is selected */
  readonly marks: RegExp
}

export interface MenuGroup {
  readonly key: string
  readonly label: string
  readonly entries: readonly MenuEntry[]
}

/** @param marks addresses for which it is selected: by default those that begin as its own */
const entry = (
  key: string,
  to: MenuEntry['to'],
  label: string,
  Icon: MenuEntry['Icon'],
  marks = new RegExp(`^${to}`),
): MenuEntry => ({ key, to, label, Icon, marks })

const groups = (): readonly MenuGroup[] => [
  {
    key: 'administration',
    label: m.app_menu_group_administration(),
    entries: [
      entry('clinic', '/facility/manage', m.app_menu_clinic(), IconBuilding, /^\/(facility\/|dashboard)/),
      entry('users', '/users/manage', m.app_menu_users(), IconUsers, /^\/users\//),
      entry('devices', '/devices/manage', m.app_menu_devices(), IconDeviceHeartMonitor, /^\/devices\//),
      entry('groups', '/group/manage', m.app_menu_medical_groups(), IconBuildingCommunity, /^\/group\//),
    ],
  },
  {
    key: 'system',
    label: m.app_menu_group_system(),
    entries: [
      entry('audit', '/audit', m.app_menu_audit(), IconListSearch),
      entry('outbox', '/outbox', m.app_menu_outbox(), IconMailForward),
      entry('service-accounts', '/service-accounts', m.app_menu_service_accounts(), IconKey),
      entry('directory', '/directory', m.app_menu_directory(), IconUserCheck, /^\/directory$/),
      entry('privacy', '/privacy', m.app_menu_privacy(), IconShieldLock, /^\/privacy$/),
      entry(
        'deidentified-exports',
        '/deidentified-exports',
        m.deidentified_export_title(),
        IconDownload,
        /^\/deidentified-exports$/,
      ),
      entry('usage', '/usage', m.app_menu_usage(), IconChartBar),
    ],
  },
  {
    key: 'live',
    label: m.app_menu_group_live(),
    entries: [
      entry('clinics', '/', m.app_menu_clinics(), IconBuilding, /^\/(dashboard)?$/),
      entry('dashboard', '/clinic/profile', m.app_menu_dashboard(), IconLayoutGrid),
      entry('residents', '/clinic/residents', m.app_menu_residents(), IconAddressBook),
      entry('rooms', '/clinic/rooms', m.app_menu_rooms(), IconBed),
      entry('inventory', '/clinic/inventory', m.app_menu_inventory(), IconPackages),
      entry('notifications', '/clinic/notifications', m.app_menu_notifications(), IconBell),
      entry('duty', '/clinic/duty', m.app_menu_duty(), IconId),
      entry('handover', '/clinic/handover', m.app_menu_handover(), IconClipboardCheck),
      entry('alerts', '/clinic/alerts', m.app_menu_alerts(), IconMessage),
      entry('notes', '/clinic/notes', m.app_menu_notes(), IconNotes),
      entry('reports', '/clinic/reports', m.app_menu_reports(), IconFileText),
      entry('billing', '/clinic/billing', m.app_menu_billing(), IconReceipt),
      entry('eligibility', '/clinic/eligibility', m.app_menu_eligibility(), IconFileCheck),
      entry('ehr', '/clinic/ehr', m.app_menu_ehr(), IconDatabaseImport),
      entry('wall', '/clinic/wall', m.app_menu_wall(), IconDeviceTv),
    ],
  },
]

/** `/` is a page of its own only for Providers: it lists their clinics. */
const maySee = (to: MenuEntry['to'], who: Session, hostname: string): boolean =>
  to === '/' ? who.role === 'Provider' && !isAdministrator(who) : mayOpen(to, who, hostname)

/** The groups and entries that a person can open. */
export const menuOf = (who: Session, hostname: string = location.hostname): readonly MenuGroup[] =>
  groups()
    .map((group) => ({ ...group, entries: group.entries.filter(({ to }) => maySee(to, who, hostname)) }))
    .filter(({ entries }) => entries.length > 0)

/**
 * The page's entry, or on a resident's page that of the page it was opened from; none for other pages (SH-14).
 * @param last key of the entry that was selected before
 */
export function selectedEntry(who: Session, pathname: string, last: string, hostname: string = location.hostname) {
  const entries = menuOf(who, hostname).flatMap((group) => group.entries)
  const own = entries.find(({ marks }) => marks.test(pathname))
  if (own || !pathname.startsWith('/patient/profile/')) return own
  const ofClinic = entries.filter(({ to }) => to.startsWith('/clinic/'))
  return ofClinic.find(({ key }) => key === last) ?? ofClinic[0]
}
