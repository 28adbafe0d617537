import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { publishLength } from '../shared/publish-length.ts'
import styles from './pop-ups.module.css'

const publishHeight = publishLength(
  '--pop-ups',
  ':is(.shell-body, .member-shell)::after, .mantine-Drawer-body, .mantine-Modal-content',
)

/** Pop-ups in the lower right corner. Some stay until somebody acts: pages and drawers leave room for them. */
export function PopUps() {
  useEffect(() => {
    const corner = document.querySelector(`.${styles.popUps}[data-position="bottom-right"]`)!
    const observer = new ResizeObserver(() => {
      const { top, height } = corner.getBoundingClientRect()
      publishHeight(height && innerHeight - top)
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
