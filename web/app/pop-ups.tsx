import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import styles from './pop-ups.module.css'

/** Pop-ups in the lower right corner. Some stay until somebody acts: pages and drawers leave room for them. */
export function PopUps() {
  useEffect(() => {
    const corner = document.querySelector(`.${styles.popUps}[data-position="bottom-right"]`)!
    const observer = new ResizeObserver(() => {
      const { top, height } = corner.getBoundingClientRect()
      document.documentElement.style.setProperty('--pop-ups', `${height && innerHeight - top}px`)
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
