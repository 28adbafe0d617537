import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import type { ComponentProps } from 'react'
import type { Query } from '../address.ts'
import { IconBookmark } from '../icons.tsx'
import { useWantedPart } from '../wanted-part.ts'

export interface SavedViewsProps {
  /** its name, the same wherever its columns are kept */
  readonly list: string
  /** the list's title */
  readonly label: string
  /** what is saved instead of all that the address says; without it a saved view of a shift or day would stay there */
  readonly query?: Query
}

const loadMenu = async () => (await import('./saved-views-menu.tsx')).SavedViewsMenu

/** Views of a list that the person has saved; fetched when opened (EA-2). */
export function SavedViews(props: SavedViewsProps) {
  const { Part: Menu, button } = useWantedPart(loadMenu)
  if (Menu) return <Menu {...props} />
  return <SavedViewsButton label={props.label} aria-haspopup="dialog" aria-expanded={false} {...button} />
}

export const SavedViewsButton = ({ label, ...props }: { readonly label: string } & ComponentProps<'button'>) => (
  <Button
    variant="default"
    leftSection={<IconBookmark size={16} stroke={1.8} aria-hidden />}
    aria-label={m.saved_view_menu_label({ list: label })}
    {...props}
  >
    {m.saved_view_menu()}
  </Button>
)
