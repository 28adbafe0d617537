import type { HandoverItem } from '@eupnea/contract/handover.ts'
import { residentName } from '@eupnea/contract/resident-name.ts'
import type { HandoverLine, HandoverWords } from '@eupnea/contract/rules/handover-lines.ts'
import { m } from '@eupnea/texts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { IconAlertTriangle } from '../shared/icons.tsx'
import { Panel } from '../shared/panel.tsx'
import tableStyles from '../shared/table/table.module.css'
import styles from './handover.module.css'

/** From this many drawn lines on, paper has two columns. */
const fewLines = 40

interface HandoverSheetProps {
  readonly words: HandoverWords
  readonly clinicName: string
}

/** The handover on one screen, and on one A4 page when it is printed. */
export function HandoverSheet({ words, clinicName }: HandoverSheetProps) {
  const { floor, shift, asOf, takenOver, clinic, residents, sensors, outOfBed, quiet } = words
  const lines = residents.reduce((sum, one) => sum + Math.max(2, one.lines.length), sensors.length + outOfBed.length)
  return (
    <article className={styles.handover} data-condensed={lines > fewLines}>
      <header className={styles.head}>
        <h2>{m.handover_of({ floor, clinic: clinicName })}</h2>
        <p>{shift}</p>
        {asOf && <p>{asOf}</p>}
        {takenOver.map((text) => (
          <p key={text} className={styles.taken}>
            {text}
          </p>
        ))}
      </header>
      {clinic.length > 0 && (
        <Panel title={m.handover_clinic_title()}>
          <Lines lines={clinic} />
        </Panel>
      )}
      {residents.length > 0 && (
        <Panel title={m.handover_look_title()} note={m.handover_count({ count: residents.length })}>
          <ul className={styles.rows}>
            {residents.map(({ item, rates, lines: said }) => (
              <li key={item.patient_id} className={styles.row}>
                <Whom item={item}>{rates.length > 0 && <span className={styles.rates}>{rates.join(' · ')}</span>}</Whom>
                <Lines lines={said} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <Brief title={m.handover_check_title()} rows={sensors} />
      <Brief title={m.handover_out_of_bed_title()} rows={outOfBed} />
      {quiet && <p className={styles.quiet}>{quiet}</p>}
    </article>
  )
}

interface WhomProps {
  readonly item: HandoverItem
  readonly children?: ReactNode
}

const Whom = ({ item, children }: WhomProps) => {
  const name = residentName(item)
  return (
    <div className={styles.whom}>
      <b className={styles.room}>{item.room}</b>
      <Link
        className={tableStyles.tableName}
        to="/patient/profile/$patient_id"
        params={{ patient_id: item.patient_id }}
      >
        {item.is_discharged ? m.handover_discharged_name({ name }) : name}
      </Link>
      {children}
    </div>
  )
}

const Lines = ({ lines }: { readonly lines: readonly HandoverLine[] }) => (
  <ul className={styles.lines}>
    {lines.map(({ key, tone, text }) => (
      <li key={key} data-tone={tone}>
        {tone !== 'plain' && <IconAlertTriangle size={15} stroke={1.8} aria-hidden />}
        {text}
      </li>
    ))}
  </ul>
)

interface BriefProps {
  readonly title: string
  readonly rows: HandoverWords['outOfBed']
}

/** Residents with one thing to say, as a few columns. */
const Brief = ({ title, rows }: BriefProps) =>
  rows.length > 0 && (
    <Panel title={title} note={m.handover_count({ count: rows.length })}>
      <ul className={styles.brief}>
        {rows.map(({ item, text }) => (
          <li key={item.patient_id}>
            <Whom item={item} />
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
