import { allows } from '@eupnea/contract/access.ts'
import type { Clinic } from '@eupnea/contract/clinics.ts'
import type { listNurseCalls } from '@eupnea/contract/nurse-calls.ts'
import type { Receiver } from '@eupnea/contract/receivers.ts'
import type { listWebhooks } from '@eupnea/contract/webhooks.ts'
import { m } from '@eupnea/texts'
import { type ComponentProps, type ComponentType, type ReactNode, useState } from 'react'
import { ActItem, ActMenu } from '../act-menu.tsx'
import { AddButton } from '../add-button.tsx'
import { useCall } from '../api.ts'
import { IconActivity, IconListSearch, IconTrash } from '../icons.tsx'
import { Answer, Panel } from '../panel.tsx'
import { useSession } from '../session.ts'
import { Empty } from '../states.tsx'
import tableStyles from '../table/table.module.css'
import { sinceText } from '../time.ts'
import type { KindLabels } from './kinds-choice.tsx'
import { ReceiverDeliveries } from './receiver-deliveries.tsx'
import { ReceiverState } from './receiver-state.tsx'
import styles from './receivers.module.css'

const refreshMs = 20_000

export interface ReceiversOfClinic {
  readonly clinic: Clinic
  readonly kindLabels: KindLabels
}

type Dialog<R> = ComponentType<{ readonly of: R; readonly onClose: () => void }>

/** What a row says of one kind alone. */
interface Described {
  /** what people call it */
  readonly name: string
  readonly about: string
  readonly notice: ReactNode
  /** why it gets nothing */
  readonly ended?: ComponentProps<typeof ReceiverState>['state'] | null
}

interface ReceiversPanelProps<R> extends ReceiversOfClinic {
  readonly list: typeof listWebhooks | typeof listNurseCalls
  readonly deliveries: ComponentProps<typeof ReceiverDeliveries>['call']
  readonly words: Readonly<
    Record<'title' | 'note' | 'add' | 'label' | 'loading' | 'emptyTitle' | 'empty', () => string>
  >
  readonly describe: (row: R) => Described
  readonly Add: ComponentType<ReceiversOfClinic & { readonly onClose: () => void }>
  readonly Try: Dialog<R>
  readonly Delete: Dialog<R>
  /** what else can be done with one */
  readonly More?: ComponentType<{ readonly of: R; readonly onOpen: (dialog: Dialog<R>) => void }>
}

/** A kind of other systems that hear of a facility's notifications (AN-12, EH-5), for who administers it. */
export function ReceiversPanel<R extends Receiver>(props: ReceiversPanelProps<R>) {
  const session = useSession()
  return session && allows(props.list.access, session) ? <Receivers {...props} /> : null
}

function Receivers<R extends Receiver>(props: ReceiversPanelProps<R>) {
  const { clinic, kindLabels, list, deliveries, words, describe, Add, Try, Delete, More } = props
  const query = useCall(list as typeof listWebhooks, { clinic_id: clinic.id }, { refetchInterval: refreshMs })
  const [isAdding, setAdding] = useState(false)
  const [open, setOpen] = useState<{ readonly row: R; readonly Dialog: Dialog<R> | null } | null>(null)
  const close = () => setOpen(null)
  return (
    <Panel
      title={words.title()}
      note={words.note()}
      aside={query.data && <AddButton onClick={() => setAdding(true)}>{words.add()}</AddButton>}
    >
      <Answer
        query={query}
        label={words.loading()}
        zone={clinic.tz}
        isEmpty={({ items }) => items.length === 0}
        empty={<Empty title={words.emptyTitle()}>{words.empty()}</Empty>}
      >
        {({ items }) => (
          <ul className={styles.receiverRows} aria-label={words.label()}>
            {(items as readonly Receiver[] as readonly R[]).map((row) => (
              <li key={row.id}>
                <ReceiverRow row={row} described={describe(row)} zone={clinic.tz} kindLabels={kindLabels} />
                <ActMenu label={m.common_actions_label({ name: describe(row).name })}>
                  <ActItem Icon={IconActivity} onClick={() => setOpen({ row, Dialog: Try })}>
                    {m.webhook_test()}
                  </ActItem>
                  <ActItem Icon={IconListSearch} onClick={() => setOpen({ row, Dialog: null })}>
                    {m.webhook_deliveries()}
                  </ActItem>
                  {More && <More of={row} onOpen={(Dialog) => setOpen({ row, Dialog })} />}
                  <ActItem Icon={IconTrash} isDanger onClick={() => setOpen({ row, Dialog: Delete })}>
                    {m.common_delete()}
                  </ActItem>
                </ActMenu>
              </li>
            ))}
          </ul>
        )}
      </Answer>
      {isAdding && <Add clinic={clinic} kindLabels={kindLabels} onClose={() => setAdding(false)} />}
      {open?.Dialog && <open.Dialog of={open.row} onClose={close} />}
      {open?.Dialog === null && (
        <ReceiverDeliveries
          call={deliveries}
          id={open.row.id}
          name={describe(open.row).name}
          zone={clinic.tz}
          onClose={close}
        />
      )}
    </Panel>
  )
}

interface ReceiverRowProps {
  readonly row: Receiver
  readonly described: Described
  readonly zone: string
  readonly kindLabels: KindLabels
}

function ReceiverRow({ row: { kinds, last }, described, zone, kindLabels }: ReceiverRowProps) {
  const { name, about, notice, ended } = described
  const state = ended ?? last?.state
  return (
    <>
      <div className={styles.receiverWhat}>
        <b>{name}</b>
        <span className={tableStyles.tableSub}>{about}</span>
        <span className={tableStyles.tableSub}>
          {kinds.length === 0 ? m.webhook_kinds_all() : kinds.map((kind) => kindLabels[kind]()).join(', ')}
        </span>
        {notice}
        {last?.failure && last.state !== 'sent' && <span className={styles.receiverFailure}>{last.failure}</span>}
      </div>
      <div className={styles.receiverLast}>
        {state ? (
          <ReceiverState state={state} />
        ) : (
          <span className={tableStyles.tableSub}>{m.webhook_last_none()}</span>
        )}
        {last && <span className={tableStyles.tableSub}>{sinceText(last.at, zone)}</span>}
      </div>
    </>
  )
}
