import { productName } from '@eupnea/contract/product.ts'
import type { Session } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import { Link, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useId } from 'react'
import { BreathMark } from '../shared/breath-mark.tsx'
import { IconChevronDown, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '../shared/icons.tsx'
import { lazyPart } from '../shared/parts.ts'
import { saveSettings, useSettings } from '../shared/settings.ts'
import styles from './menu.module.css'
import { type MenuEntry, type MenuGroup, menuOf, selectedEntry } from './menu-entries.ts'

const TopMenuGroup = lazyPart(async () => (await import('./top-menu-group.tsx')).TopMenuGroup)

export function useSelectedEntry(session: Session): MenuEntry | undefined {
  const { pathname } = useLocation()
  const { selectedMenuKey } = useSettings()
  return selectedEntry(session, pathname, selectedMenuKey)
}

/** Remembers the selected entry, for pages opened from its page. */
export function RememberEntry({ session }: { readonly session: Session }) {
  const key = useSelectedEntry(session)?.key
  useEffect(() => {
    if (key) saveSettings({ selectedMenuKey: key })
  }, [key])
  return null
}

interface MenuLinksProps {
  readonly session: Session
  /** a narrow menu has no room for headings, so its groups can't fold */
  readonly isNarrow?: boolean
  /** a page was chosen, so the drawer closes */
  readonly onChoose?: () => void
}

/** The entries in foldable groups. A single group needs no heading. */
export function MenuLinks({ session, isNarrow = false, onChoose }: MenuLinksProps) {
  const groups = menuOf(session)
  const selected = useSelectedEntry(session)?.key
  const isPlain = isNarrow || groups.length === 1
  return (
    <div className={styles.menuGroups}>
      {groups.map((group) => (
        <FoldingGroup key={group.key} group={group} selected={selected} isPlain={isPlain} onChoose={onChoose} />
      ))}
    </div>
  )
}

interface GroupProps {
  readonly group: MenuGroup
  readonly selected: string | undefined
  readonly isPlain: boolean
  readonly onChoose: (() => void) | undefined
}

function FoldingGroup({ group, selected, isPlain, onChoose }: GroupProps) {
  const { openedMenuKeys } = useSettings()
  const listId = useId()
  const isOpen = isPlain || openedMenuKeys.includes(group.key)

  function fold() {
    const others = openedMenuKeys.filter((key) => key !== group.key)
    saveSettings({ openedMenuKeys: isOpen ? others : [...others, group.key] })
  }

  return (
    <div className={styles.menuGroup}>
      {!isPlain && (
        <button
          type="button"
          className={styles.menuHeading}
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={fold}
        >
          {group.label}
          <IconChevronDown size={14} aria-hidden />
        </button>
      )}
      <ul id={listId} className={styles.menuLinks} hidden={!isOpen}>
        {group.entries.map((entry) => (
          <li key={entry.key}>
            <MenuLink entry={entry} isSelected={entry.key === selected} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface MenuLinkProps {
  readonly entry: MenuEntry
  readonly isSelected: boolean
  readonly onChoose?: (() => void) | undefined
}

function MenuLink({ entry: { to, label, Icon }, isSelected, onChoose }: MenuLinkProps) {
  return (
    <Link
      to={to}
      className={styles.menuLink}
      activeOptions={{ exact: true }}
      aria-current={isSelected ? 'page' : undefined}
      onClick={onChoose}
      title={label}
    >
      <Icon size={18} stroke={1.6} aria-hidden />
      <span className={styles.menuLabel}>{label}</span>
    </Link>
  )
}

function Brand() {
  return (
    <Link to="/" className={styles.menuBrand} aria-label={m.app_menu_home_label({ product: productName })}>
      <span className={styles.menuBrandMark} aria-hidden>
        <BreathMark />
      </span>
      <span className={styles.menuLabel}>{productName}</span>
    </Link>
  )
}

/** The left menu: collapsible, width 150 when open (SH-14). */
export function LeftMenu({ session }: { readonly session: Session }) {
  const { isMenuCollapsed } = useSettings()
  const Icon = isMenuCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <nav className={styles.menu} aria-label={m.app_menu_label()}>
      <Brand />
      <MenuLinks session={session} isNarrow={isMenuCollapsed} />
      <button
        type="button"
        className={styles.menuLink}
        aria-expanded={!isMenuCollapsed}
        onClick={() => saveSettings({ isMenuCollapsed: !isMenuCollapsed })}
      >
        <Icon size={18} stroke={1.6} aria-hidden />
        <span className={styles.menuLabel}>{m.app_menu_collapse()}</span>
        {isMenuCollapsed && <span className="visually-hidden">{m.app_menu_expand()}</span>}
      </button>
    </nav>
  )
}

/** What staff open most: in the row on top, and at the bottom of a phone. */
export const openedMost: readonly string[] = ['dashboard', 'notifications', 'residents', 'handover']

/** What has its place in the row, and what unfolds beside it. */
function splitEntries(
  entries: readonly MenuEntry[],
): readonly [row: readonly MenuEntry[], others: readonly MenuEntry[]] {
  const row = openedMost.flatMap((wanted) => entries.filter(({ key }) => key === wanted))
  return [row, entries.filter((entry) => !row.includes(entry))]
}

/** The menu as a row on top: by choice, or where the window has no room for it beside the cards (SH-14). */
export function TopMenu({ session }: { readonly session: Session }) {
  const groups = menuOf(session)
  const selected = useSelectedEntry(session)?.key
  const only = groups.length === 1 ? groups[0] : undefined
  const [row, others] = only ? splitEntries(only.entries) : [[], []]
  const more = { key: 'more', label: m.app_menu_more(), entries: others }
  const unfolding = only ? [more].filter(({ entries }) => entries.length > 0) : groups
  const plain = { selected, isPlain: true, onChoose: undefined }
  return (
    <nav className={styles.menu} aria-label={m.app_menu_label()}>
      <Brand />
      {only && <FoldingGroup group={{ ...only, entries: row }} {...plain} />}
      <Suspense>
        {unfolding.map((group) => (
          <TopMenuGroup key={group.key} group={group} selected={selected} />
        ))}
      </Suspense>
    </nav>
  )
}
