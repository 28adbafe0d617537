import { m } from '@eupnea/texts'
import { Button, Group, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { Caution } from './caution.tsx'
import styles from './shown-once.module.css'

interface ShownOnceProps {
  readonly title: string
  /** that it can't be read again */
  readonly warning: string
  readonly children: ReactNode
  readonly onClose: () => void
}

/** What can't be read again, such as a key: nothing but its own button closes the dialog. */
export function ShownOnce({ title, warning, children, onClose }: ShownOnceProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title={title}
    >
      <div className={styles.shownOnce}>
        <Caution>{warning}</Caution>
        {children}
        <Group justify="flex-end">
          <Button onClick={onClose}>{m.common_done()}</Button>
        </Group>
      </div>
    </Modal>
  )
}
