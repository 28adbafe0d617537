import type { Session } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import { Drawer } from '@mantine/core'
import { MenuLinks } from './menu.tsx'

/** A choice closes the drawer half a second later, so that people see what they chose (SH-14). */
const closeAfterMs = 500

interface MobileDrawerProps {
  readonly session: Session
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function MobileDrawer({ session, isOpen, onClose }: MobileDrawerProps) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      title={m.app_menu_title()}
      size={260}
      closeButtonProps={{ 'aria-label': m.app_menu_close() }}
    >
      <nav aria-label={m.app_menu_label()}>
        <MenuLinks session={session} onChoose={() => setTimeout(onClose, closeAfterMs)} />
      </nav>
    </Drawer>
  )
}
