import type { Session } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { IconSearch } from '../shared/icons.tsx'
import { lazyPart } from '../shared/parts.ts'
import { isSingleKey } from '../shared/single-key.ts'
import styles from './shell.module.css'
import { createTypedAhead } from './typed-ahead.ts'

const SearchEverything = lazyPart(async () => (await import('./search-everything.tsx')).SearchEverything)
const KeysDialog = lazyPart(async () => (await import('./keys-dialog.tsx')).KeysDialog)

export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform)

/** Opens the search, by `Ctrl K` too, and the overview of keys by `?`; both are fetched then (EA-1). */
export function SearchButton({ session }: { readonly session: Session }) {
  const [open, setOpen] = useState<'search' | 'keys' | null>(null)
  const typed = useMemo(createTypedAhead, [])
  const close = () => setOpen(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isSearch =
        event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (typed.add(event)) return event.preventDefault()
      if (!isSearch && !isSingleKey(event, '?')) return
      event.preventDefault()
      // What somebody is filling in stays in front.
      if (document.querySelector('[role="dialog"][aria-modal="true"]')) return
      if (isSearch) typed.begin()
      setOpen(isSearch ? 'search' : 'keys')
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [typed])
  return (
    <>
      <button
        type="button"
        className={styles.searchButton}
        aria-label={m.search_title()}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen('search')}
      >
        <IconSearch size={18} stroke={1.8} aria-hidden />
        <span className={styles.searchButtonText} aria-hidden>
          {m.search_open()}
        </span>
        <kbd aria-hidden>{isMac() ? m.search_key_command() : m.search_key_control()}</kbd>
      </button>
      <Suspense>
        {open === 'search' && (
          <SearchEverything session={session} typed={typed} onClose={close} onKeys={() => setOpen('keys')} />
        )}
        {open === 'keys' && <KeysDialog onClose={close} />}
      </Suspense>
    </>
  )
}
