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

const groups = (): readonly MenuGroup[] => [
  {
    key: 'administration',
    label: m.app_menu_group_administration(),
    entries: [
      {
        key: 'clinic',
        to: '/facility/manage',
        label: m.app_menu_clinic(),
        Icon: IconBuilding,
        marks: /^\/(facility\/|dashboard)/,
      },
      { key: 'users', to: '/users/manage', label: m.app_menu_users(), Icon: IconUsers, marks: /^\/users\// },
      {
        key: 'devices',
        to: '/devices/manage',
        label: m.app_menu_devices(),
        Icon: IconDeviceHeartMonitor,
        marks: /^\/devices\//,
      },
      {
        key: 'groups',
        to: '/group/manage',
        label: m.app_menu_medical_groups(),
        Icon: IconBuildingCommunity,
        marks: /^\/group\//,
      },
    ],
  },
  {
    key: 'system',
    label: m.app_menu_group_system(),
    entries: [
      { key: 'audit', to: '/audit', label: m.app_menu_audit(), Icon: IconListSearch, marks: /^\/audit/ },
      { key: 'outbox', to: '/outbox', label: m.app_menu_outbox(), Icon: IconMailForward, marks: /^\/outbox/ },
      {
        key: 'service-accounts',
        to: '/service-accounts',
        label: m.app_menu_service_accounts(),
        Icon: IconKey,
        marks: /^\/service-accounts/,
      },
      {
        key: 'directory',
        to: '/directory',
        label: m.app_menu_directory(),
        Icon: IconUserCheck,
        marks: /^\/directory$/,
      },
      { key: 'privacy', to: '/privacy', label: m.app_menu_privacy(), Icon: IconShieldLock, marks: /^\/privacy$/ },
      {
        key: 'deidentified-exports',
        to: '/deidentified-exports',
        label: m.deidentified_export_title(),
        Icon: IconDownload,
        marks: /^\/deidentified-exports$/,
      },
      { key: 'usage', to: '/usage', label: m.app_menu_usage(), Icon: IconChartBar, marks: /^\/usage/ },
    ],
  },
  {
    key: 'live',
    label: m.app_menu_group_live(),
    entries: [
      { key: 'clinics', to: '/', label: m.app_menu_clinics(), Icon: IconBuilding, marks: /^\/(dashboard)?$/ },
      {
        key: 'dashboard',
        to: '/clinic/profile',
        label: m.app_menu_dashboard(),
        Icon: IconLayoutGrid,
        marks: /^\/clinic\/profile/,
      },
      {
        key: 'residents',
        to: '/clinic/residents',
        label: m.app_menu_residents(),
        Icon: IconAddressBook,
        marks: /^\/clinic\/residents/,
      },
      { key: 'rooms', to: '/clinic/rooms', label: m.app_menu_rooms(), Icon: IconBed, marks: /^\/clinic\/rooms/ },
      {
        key: 'inventory',
        to: '/clinic/inventory',
        label: m.app_menu_inventory(),
        Icon: IconPackages,
        marks: /^\/clinic\/inventory/,
      },
      {
        key: 'notifications',
        to: '/clinic/notifications',
        label: m.app_menu_notifications(),
        Icon: IconBell,
        marks: /^\/clinic\/notifications/,
      },
      { key: 'duty', to: '/clinic/duty', label: m.app_menu_duty(), Icon: IconId, marks: /^\/clinic\/duty/ },
      {
        key: 'handover',
        to: '/clinic/handover',
        label: m.app_menu_handover(),
        Icon: IconClipboardCheck,
        marks: /^\/clinic\/handover/,
      },
      {
        key: 'alerts',
        to: '/clinic/alerts',
        label: m.app_menu_alerts(),
        Icon: IconMessage,
        marks: /^\/clinic\/alerts/,
      },
      { key: 'notes', to: '/clinic/notes', label: m.app_menu_notes(), Icon: IconNotes, marks: /^\/clinic\/notes/ },
      {
        key: 'reports',
        to: '/clinic/reports',
        label: m.app_menu_reports(),
        Icon: IconFileText,
        marks: /^\/clinic\/reports/,
      },
      {
        key: 'billing',
        to: '/clinic/billing',
        label: m.app_menu_billing(),
        Icon: IconReceipt,
        marks: /^\/clinic\/billing/,
      },
      {
        key: 'eligibility',
        to: '/clinic/eligibility',
        label: m.app_menu_eligibility(),
        Icon: IconFileCheck,
        marks: /^\/clinic\/eligibility/,
      },
      { key: 'ehr', to: '/clinic/ehr', label: m.app_menu_ehr(), Icon: IconDatabaseImport, marks: /^\/clinic\/ehr/ },
      { key: 'wall', to: '/clinic/wall', label: m.app_menu_wall(), Icon: IconDeviceTv, marks: /^\/clinic\/wall/ },
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
