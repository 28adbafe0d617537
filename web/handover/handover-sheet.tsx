import type { HandoverItem } from '@eupnea/contract/handover.ts'
import { residentName } from '@eupnea/contract/resident-name.ts'
import type { HandoverLine, HandoverWords } from '@eupnea/contract/rules/handover-lines.ts'
import { m } from '@eupnea/texts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { NightRibbon, RibbonAxis } from '../shared/charts/night-ribbon.tsx'
import { RibbonKey } from '../shared/charts/ribbon-key.tsx'
import { IconAlertOctagonFilled, IconAlertTriangle } from '../shared/icons.tsx'
import { Panel } from '../shared/panel.tsx'
import tableStyles from '../shared/table/table.module.css'
import { clockText } from '../shared/time.ts'
import styles from './handover.module.css'
import { marksOf } from './marks-of.ts'
import type { HandoverNight } from './use-nights.ts'

/** From this many drawn lines on, paper has two columns. */
const fewLines = 40

interface HandoverSheetProps {
  readonly words: HandoverWords
  readonly clinicName: string
  /** by patient_id: the hours of the shift */
  readonly nights: ReadonlyMap<string, HandoverNight>
  /** of the clinic */
  readonly zone: string
}

/** The handover on one screen, and on one A4 page when it is printed. */
export function HandoverSheet({ words, clinicName, nights, zone }: HandoverSheetProps) {
  const { floor, shift, asOf, takenOver, clinic, residents, sensors, gaps, quiet } = words
  const lines = residents.reduce((sum, one) => sum + Math.max(2, one.lines.length), sensors.length + gaps.length)
  const [night] = nights.values()
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
          {night && (
            <div className={styles.rowHead}>
              <RibbonAxis night={night.ribbon} zone={zone} />
            </div>
          )}
          <ul className={styles.rows}>
            {residents.map(({ item, rates, lines: said }) => (
              <li key={item.patient_id} className={styles.row}>
                <Whom item={item}>{rates.length > 0 && <span className={styles.rates}>{rates.join(' · ')}</span>}</Whom>
                <Night night={nights.get(item.patient_id)} item={item} zone={zone} />
                <Lines lines={said} />
              </li>
            ))}
          </ul>
          {nights.size > 0 && <RibbonKey withMarks />}
        </Panel>
      )}
      <Brief title={m.handover_check_title()} rows={sensors} />
      <Brief title={m.handover_gaps_title()} rows={gaps} />
      {quiet && <p className={styles.quiet}>{quiet}</p>}
    </article>
  )
}

interface NightProps {
  readonly night: HandoverNight | undefined
  readonly item: HandoverItem
  readonly zone: string
}

/** What the shift was like in bed, with what was raised, taken on and written in it (VI-1). */
const Night = ({ night, item, zone }: NightProps) =>
  night && (
    <div className={styles.night}>
      <NightRibbon
        night={night.ribbon}
        label={m.handover_ribbon_label({
          from: clockText(night.ribbon.from, zone),
          until: clockText(night.ribbon.until, zone),
        })}
        usual={night.usual}
        zone={zone}
        height={20}
        marks={marksOf(item, night.ribbon)}
      />
    </div>
  )

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

/** A shape of its own for each. */
const toneMarks = {
  danger: { Icon: IconAlertOctagonFilled, word: m.notification_severity_danger },
  warn: { Icon: IconAlertTriangle, word: m.notification_severity_warning },
} as const

function ToneMark({ tone }: { readonly tone: keyof typeof toneMarks }) {
  const { Icon, word } = toneMarks[tone]
  return (
    <>
      <Icon size={15} stroke={1.8} aria-hidden />
      <span className="visually-hidden">{word()}: </span>
    </>
  )
}

const Lines = ({ lines }: { readonly lines: readonly HandoverLine[] }) => (
  <ul className={styles.lines}>
    {lines.map(({ key, tone, text }) => (
      <li key={key} data-tone={tone}>
        {tone !== 'plain' && <ToneMark tone={tone} />}
        {text}
      </li>
    ))}
  </ul>
)

interface BriefProps {
  readonly title: string
  readonly rows: HandoverWords['gaps']
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
