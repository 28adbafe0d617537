import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { publishLength } from '../shared/publish-length.ts'
import styles from './pop-ups.module.css'

const dialogs = '.mantine-Drawer-body, .mantine-Modal-content'
const publishBelowPages = publishLength('--pop-ups', ':is(.shell-body, .member-shell)::after')
const publishInDialogs = publishLength('--pop-ups', dialogs)

/** Pop-ups in the lower right corner. Some stay until somebody acts: pages and drawers leave room for them. */
export function PopUps() {
  useEffect(() => {
    const corner = document.querySelector(`.${styles.popUps}[data-position="bottom-right"]`)!
    let inDialogs = 0
    const observer = new ResizeObserver(() => {
      const { top, height } = corner.getBoundingClientRect()
      const room = height && innerHeight - top
      publishBelowPages(room)
      // An open one keeps its room: a pop-up that goes would move a button from under the finger, and the click is lost.
      inDialogs = document.querySelector(dialogs) ? Math.max(inDialogs, room) : room
      publishInDialogs(inDialogs)
    })
    observer.observe(corner)
    return () => observer.disconnect()
  }, [])
  return (
    <Notifications
      className={styles.popUps}
      position="bottom-right"
      limit={5}
      zIndex={400}
      containerWidth={440}
      withinPortal={false}
    />
  )
}
