import { productName } from '@eupnea/contract/product.ts'
import type { Session } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useClinic } from '../shared/clinic.ts'
import { browserZone } from '../shared/form/local-time.ts'
import { isPrintPrepared, printPage } from '../shared/print.ts'
import { sayFailed } from '../shared/say-done.tsx'
import { dateTimeText, now } from '../shared/time.ts'
import styles from './shell.module.css'

interface PrintHeadProps {
  readonly session: Session
  readonly isAtClinic: boolean
}

/** Above a printed page, and nowhere else: of which facility it is, and when and by whom it was printed (EA-5). */
export function PrintHead({ session, isAtClinic }: PrintHeadProps) {
  const clinic = useClinic()
  const [at, setAt] = useState(now)
  useEffect(() => {
    const root = document.documentElement
    let theme: string | null = null
    // Paper is light: charts are drawn again, because a canvas doesn't follow the style sheet.
    const before = () => {
      theme = root.getAttribute('data-mantine-color-scheme')
      root.setAttribute('data-mantine-color-scheme', 'light')
      flushSync(() => setAt(now()))
    }
    const after = () => theme && root.setAttribute('data-mantine-color-scheme', theme)
    const onKey = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, shiftKey, altKey } = event
      const isAsked = /^p$/i.test(event.key) && (ctrlKey || metaKey) && !shiftKey && !altKey
      if (!isAsked || !isPrintPrepared()) return
      event.preventDefault()
      void printPage().catch(sayFailed)
    }
    addEventListener('keydown', onKey)
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      removeEventListener('keydown', onKey)
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [])
  const zone = isAtClinic && clinic ? clinic.tz : browserZone()
  return (
    <p className={styles.printHead} data-print-head>
      <b>{isAtClinic && clinic ? clinic.name : productName}</b>
      <span className="tabular">{m.app_printed({ time: dateTimeText(at, zone), person: session.name })}</span>
    </p>
  )
}
