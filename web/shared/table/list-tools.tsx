import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { Button, Drawer } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { IconFilter } from '../icons.tsx'
import { useSettings } from '../settings.ts'
import styles from './table-tools.module.css'

interface ListToolsProps {
  readonly search?: ReactNode
  /** filters and other choices; a sheet from below on a phone */
  readonly children: ReactNode
  /** how many filters are set */
  readonly chosen: number
  /** absent if nothing is chosen or searched for */
  readonly onClear: (() => void) | undefined
  /** some filters have their label above them */
  readonly isLabelled?: boolean
}

/** Above a list: what is searched for, and what narrows it. */
export function ListTools({ search, children, chosen, onClear, isLabelled = false }: ListToolsProps) {
  const { isMobileView } = useSettings()
  const [isOpen, setOpen] = useState(false)
  const filters = (
    <>
      {children}
      {onClear && (
        <Button variant="default" onClick={onClear}>
          {m.common_clear_filters()}
        </Button>
      )}
    </>
  )
  if (!isMobileView)
    return (
      <search className={styles.tableTools} data-labelled={isLabelled}>
        {search}
        {filters}
      </search>
    )
  const hasSheet = Boolean(children) || onClear !== undefined
  const title = chosen === 0 ? m.common_filters() : m.common_filters_chosen({ count: numberText(chosen) })
  return (
    <search className={styles.tableTools}>
      {search}
      {hasSheet && (
        <Button
          variant="default"
          leftSection={<IconFilter size={16} stroke={1.8} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {title}
        </Button>
      )}
      <Drawer
        opened={isOpen}
        onClose={() => setOpen(false)}
        position="bottom"
        styles={{ content: { height: 'auto', maxHeight: '85dvh' } }}
        title={m.common_filters()}
      >
        <div className={styles.tableSheet}>
          {filters}
          <Button onClick={() => setOpen(false)}>{m.common_done()}</Button>
        </div>
      </Drawer>
    </search>
  )
}

/** What is done with the list as a whole, in one piece: no single button on a row of its own. */
export const ViewTools = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.tableViews}>{children}</div>
)
