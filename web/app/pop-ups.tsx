import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { publishLength } from '../shared/publish-length.ts'
import styles from './pop-ups.module.css'

const dialogs = '.mantine-Drawer-body, .mantine-Modal-content'
const publishBelowPages = publishLength('--pop-ups', ':is(.shell-body, .member-shell)::after')
const publishAboveEdge = publishLength('scroll-padding-bottom', 'html')
const publishInDialogs = publishLength('--pop-ups', dialogs)

/**
 * Leaves room below pages. Room that somebody has scrolled to stays until it is out of sight: without it, the page would
 * move under the finger.
 * @returns sets the room that is needed, px; and what to do when the page is scrolled
 */
function roomBelowPages() {
  let needed = 0
  let left = 0
  const settle = () => {
    if (left === needed) return
    const belowWindow = document.documentElement.scrollHeight - innerHeight - scrollY
    left = scrollY === 0 ? needed : Math.max(needed, left - Math.max(0, belowWindow))
    publishBelowPages(left)
  }
  const need = (room: number) => {
    needed = room
    settle()
  }
  return { need, settle }
}

/** Pop-ups in the lower right corner. Some stay until somebody acts: pages and drawers leave room for them. */
export function PopUps() {
  useEffect(() => {
    const corner = document.querySelector(`.${styles.popUps}[data-position="bottom-right"]`)!
    const { need, settle } = roomBelowPages()
    let inDialogs = 0
    const observer = new ResizeObserver(() => {
      const { top, height } = corner.getBoundingClientRect()
      const room = height && innerHeight - top
      need(room)
      // What gets the focus scrolls clear of them.
      publishAboveEdge(room && room + 8)
      // An open one keeps its room: a pop-up that goes would move a button from under the finger, and the click is lost.
      inDialogs = document.querySelector(dialogs) ? Math.max(inDialogs, room) : room
      publishInDialogs(inDialogs)
    })
    observer.observe(corner)
    addEventListener('scroll', settle, { passive: true })
    return () => {
      observer.disconnect()
      removeEventListener('scroll', settle)
    }
  }, [])
  return (
    <Notifications
      className={styles.popUps}
      position="bottom-right"
      limit={5}
      zIndex={400}
      containerWidth={500}
      withinPortal={false}
    />
  )
}
