import type { Session } from '@eupnea/contract/sessions.ts'
import { Drawer } from '@mantine/core'
import { MenuLinks } from './menu.tsx'

/** A choice closes the drawer half a second later, so that one sees what was chosen (SH-14). */
const closeAfterMs = 500

interface MobileDrawerProps {
  readonly session: Session
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function MobileDrawer({ session, isOpen, onClose }: MobileDrawerProps) {
  return (
    <Drawer opened={isOpen} onClose={onClose} title="Menu" size={260} closeButtonProps={{ 'aria-label': 'Close menu' }}>
      <nav aria-label="Main">
        <MenuLinks session={session} onChoose={() => setTimeout(onClose, closeAfterMs)} />
      </nav>
    </Drawer>
  )
}
