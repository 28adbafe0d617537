import type { Session } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import { language } from '@eupnea/texts/locale.ts'
import { Button, Modal } from '@mantine/core'
import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import { IconSearch, IconX } from '../shared/icons.tsx'
import styles from './search.module.css'
import type { SearchGroup } from './search-entry.ts'
import { optionId, SearchResults } from './search-results.tsx'
import { useFound } from './use-found.ts'

interface SearchDialogProps {
  readonly session: Session
  /** pages and acts of this person */
  readonly own: readonly SearchGroup[]
  /** what was typed until the field was there */
  readonly takeTyped: () => { readonly text: string; readonly isEntered: boolean }
  readonly onClose: () => void
}

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase(language)

/** Those whose label has each word of the text; all for no text. */
const narrowed = (groups: readonly SearchGroup[], text: string): readonly SearchGroup[] =>
  groups
    .map((group) => ({
      ...group,
      entries: group.entries.filter(({ label }) =>
        plain(text)
          .split(/\s+/)
          .every((word) => plain(label).includes(word)),
      ),
    }))
    .filter(({ entries }) => entries.length > 0)

/** Search from everywhere: a field and, below it, what it finds, chosen by arrow keys and Enter (EA-1). */
export function SearchDialog({ session, own, takeTyped, onClose }: SearchDialogProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const [isEntered, setEntered] = useState(false)
  const { groups: found, isSettled, error, retry } = useFound(text, session, onClose)
  const groups = [...found, ...narrowed(own, text.trim())]
  const entries = groups.flatMap((group) => group.entries)
  const at = Math.max(
    0,
    entries.findIndex(({ key }) => key === chosen),
  )
  const active = entries[at]

  // Whoever types a room and presses Enter means what is found for it, not what was listed until then.
  const latest = useRef(active)
  latest.current = active
  useEffect(() => {
    if (!isEntered || !isSettled) return
    setEntered(false)
    latest.current?.open()
  }, [isEntered, isSettled])

  const begin = useCallback(
    (field: HTMLInputElement | null) => {
      if (!field) return
      field.focus()
      const typed = takeTyped()
      setText(typed.text)
      setEntered(typed.isEntered)
    },
    [takeTyped],
  )

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && entries.length > 0) {
      event.preventDefault()
      const next = entries[(at + step + entries.length) % entries.length]!
      setChosen(next.key)
      document.getElementById(optionId(id, next))?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (isSettled || chosen !== null) active?.open()
    else setEntered(true)
  }

  return (
    <Modal.Root opened onClose={onClose} size={640} yOffset="8dvh">
      <Modal.Overlay />
      <Modal.Content aria-label={m.search_title()}>
        <div className={styles.searchDialog}>
          <div className={styles.searchField}>
            <IconSearch size={20} stroke={1.8} aria-hidden />
            <input
              ref={begin}
              type="text"
              role="combobox"
              aria-label={m.search_title()}
              aria-expanded
              aria-controls={`${id}-list`}
              aria-activedescendant={active && optionId(id, active)}
              aria-autocomplete="list"
              aria-describedby={`${id}-help`}
              placeholder={m.search_hint()}
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              data-autofocus
              value={text}
              onChange={(event) => {
                setText(event.currentTarget.value)
                setChosen(null)
                setEntered(false)
              }}
              onKeyDown={onKeyDown}
            />
            <button type="button" aria-label={m.common_close()} onClick={onClose}>
              <IconX size={18} aria-hidden />
            </button>
          </div>
          <p className="visually-hidden" role="status">
            {isSettled ? m.search_count({ count: entries.length }) : m.search_loading()}
          </p>
          {error && isSettled && (
            <p className={styles.searchFailed} role="alert">
              {m.search_failed()}
              <Button size="compact-sm" variant="default" onClick={retry}>
                {m.search_try_again()}
              </Button>
            </p>
          )}
          <SearchResults id={id} groups={groups} active={active} isSettled={isSettled} onPoint={setChosen} />
          {entries.length === 0 && isSettled && !error && (
            <div className={styles.searchNone}>
              <p>{m.search_none_found_title({ text: text.trim() })}</p>
              <p>{m.search_none_found_help()}</p>
            </div>
          )}
          <p id={`${id}-help`} className={styles.searchHelp}>
            {m.search_keys_help()}
          </p>
        </div>
      </Modal.Content>
    </Modal.Root>
  )
}
