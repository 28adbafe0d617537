import { listSavedViews, type SavedView } from '@eupnea/contract/saved-views.ts'
import { m } from '@eupnea/texts'
import { ActionIcon, Button, Popover } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type Query, queryWith, useAddressClinic } from '../address.ts'
import { useCall } from '../api.ts'
import { IconBookmark, IconPencil, IconTrash } from '../icons.tsx'
import { Failed, Loading } from '../states.tsx'
import { useHiddenColumns } from '../table/use-hidden-columns.ts'
import { DeleteView } from './delete-view.tsx'
import { RenameView } from './rename-view.tsx'
import { SaveView } from './save-view.tsx'
import styles from './saved-views.module.css'
import { SavedViewsButton, type SavedViewsProps } from './saved-views.tsx'

type Asked = { readonly act: 'save' } | { readonly act: 'rename' | 'delete'; readonly view: SavedView }

/** Where a list begins isn't part of a view, nor what an address asks to be opened. */
function textOf(query: Query, facility: string | undefined): string {
  const kept = queryWith(query, { page: null, act: null }, facility)
  return new URLSearchParams(kept as Record<string, string>).toString()
}

const clinicOf = (view: SavedView): string | null => new URLSearchParams(view.query).get('facility')

/** Opens, saves, renames and deletes views of a list. */
export function SavedViewsMenu({ list, label, query }: SavedViewsProps) {
  const [isOpen, setOpen] = useState(true)
  const [asked, setAsked] = useState<Asked | null>(null)
  const address: Query = useSearch({ strict: false })
  const navigate = useNavigate()
  const { hidden, hide } = useHiddenColumns(list)
  const { data, error, refetch } = useCall(listSavedViews, { list })
  const clinicId = useAddressClinic()
  const now = textOf(query ?? address, clinicId)
  // Those of another facility would lead there.
  const items = data?.items.filter((view) => [null, clinicId].includes(clinicOf(view)) || !clinicId)

  function open(view: SavedView) {
    setOpen(false)
    hide(view.hidden_columns)
    void navigate({ to: '.', search: Object.fromEntries(new URLSearchParams(view.query)), resetScroll: false })
  }
  function ask(next: Asked) {
    setOpen(false)
    setAsked(next)
  }
  const close = () => setAsked(null)

  return (
    <>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={300} trapFocus returnFocus>
        <Popover.Target>
          <SavedViewsButton label={label} onClick={() => setOpen(!isOpen)} />
        </Popover.Target>
        <Popover.Dropdown aria-label={m.saved_view_menu_label({ list: label })}>
          {!data && (error ? <Failed error={error} retry={() => void refetch()} /> : <Loading />)}
          {items?.length === 0 && <p className={styles.viewsNone}>{m.saved_view_none()}</p>}
          {items && items.length > 0 && (
            <ul className={styles.views}>
              {items.map((view) => (
                <li key={view.saved_view_id}>
                  <button
                    type="button"
                    className={styles.view}
                    aria-current={view.query === now && String(view.hidden_columns) === String(hidden)}
                    onClick={() => open(view)}
                  >
                    {view.name}
                  </button>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size="lg"
                    aria-label={m.saved_view_rename_label({ view: view.name })}
                    onClick={() => ask({ act: 'rename', view })}
                  >
                    <IconPencil size={16} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size="lg"
                    aria-label={m.saved_view_delete_label({ view: view.name })}
                    onClick={() => ask({ act: 'delete', view })}
                  >
                    <IconTrash size={16} aria-hidden />
                  </ActionIcon>
                </li>
              ))}
            </ul>
          )}
          <Button
            fullWidth
            variant="default"
            leftSection={<IconBookmark size={16} aria-hidden />}
            onClick={() => ask({ act: 'save' })}
          >
            {m.saved_view_save()}
          </Button>
        </Popover.Dropdown>
      </Popover>
      {asked?.act === 'save' && <SaveView list={list} query={now} hiddenColumns={hidden} onClose={close} />}
      {asked?.act === 'rename' && <RenameView view={asked.view} onClose={close} />}
      {asked?.act === 'delete' && <DeleteView view={asked.view} onClose={close} />}
    </>
  )
}
