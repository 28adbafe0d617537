import { answerDays, listPrivacyRequests, type PrivacyRequest } from '@eupnea/contract/privacy.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { browserDay } from '../shared/form/local-time.ts'
import { IconPlus } from '../shared/icons.tsx'
import { useSession } from '../shared/session.ts'
import adminPageStyles from '../shared/table/admin-page.module.css'
import { ListPage } from '../shared/table/list-page.tsx'
import type { TableColumn } from '../shared/table/table-features.ts'
import { dayText } from '../shared/time.ts'
import { AddRequest } from './add-request.tsx'
import styles from './privacy.module.css'
import { dueText, erasureBar, kindText, requestName, stateText, subjectText } from './privacy-words.ts'
import { type RequestAct, RequestActDialog, RequestMenu } from './request-menu.tsx'

interface Chosen {
  readonly act: RequestAct
  readonly request: PrivacyRequest
}

const columnsOf = (
  ownId: string | undefined,
  onAct: (chosen: Chosen) => void,
): readonly TableColumn<PrivacyRequest>[] => [
  {
    id: 'who',
    header: m.privacy_about_label(),
    cell: (request) => (
      <>
        <b>{requestName(request)}</b>
        <span className={styles.privacySmall}>{subjectText[request.subject_type]()}</span>
      </>
    ),
  },
  { id: 'kind', header: m.privacy_kind_label(), cell: ({ kind }) => kindText[kind]() },
  { id: 'received', header: m.privacy_received_column(), cell: ({ received_on }) => dayText(received_on) },
  { id: 'due', header: m.privacy_due_column(), cell: (request) => <Due request={request} /> },
  {
    id: 'state',
    header: m.privacy_state_label(),
    cell: (request) => {
      const { state, reason, extension } = request
      const bar = erasureBar(request, ownId)
      return (
        <>
          {stateText[state]()}
          {(reason ?? extension) && (
            <span className={styles.privacySmall}>{reason ?? m.privacy_extended({ reason: extension ?? '' })}</span>
          )}
          {bar && <span className={styles.privacySmall}>{bar}</span>}
        </>
      )
    },
  },
  {
    id: 'acts',
    header: m.privacy_actions_column(),
    isPlain: true,
    cell: (request) => (
      <RequestMenu
        request={request}
        mayErase={erasureBar(request, ownId) === null}
        onAct={(act) => onAct({ act, request })}
      />
    ),
  },
]

function Due({ request }: { readonly request: PrivacyRequest }) {
  if (request.state !== 'open') return '–'
  const { text, isLate } = dueText(request, browserDay())
  return (
    <span className={styles.privacyDue} data-late={isLate}>
      {m.privacy_due({ day: dayText(request.due_on), when: text })}
      {request.latest_on !== request.due_on && (
        <span className={styles.privacySmall}>{m.privacy_latest({ day: dayText(request.latest_on) })}</span>
      )}
    </span>
  )
}

const stateFilter = () => ({
  name: 'state',
  label: m.privacy_state_label(),
  all: m.privacy_state_all(),
  options: Object.entries(stateText).map(([value, label]) => ({ value, label: label() })),
})

/** What people ask about their data, until when it is due, and the acts that answer it (PR-1). */
export function PrivacyPage() {
  const ownId = useSession()?.id
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [isAdding, setAdding] = useState(false)
  const columns = useMemo(() => columnsOf(ownId, setChosen), [ownId])
  return (
    <>
      <ListPage
        name="privacy"
        title={m.privacy_title()}
        label={m.privacy_list_label()}
        call={listPrivacyRequests}
        filters={[stateFilter()]}
        columns={columns}
        rowId={idOf}
        rowName={requestName}
        acts={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            {m.privacy_add()}
          </Button>
        }
        intro={<p className={adminPageStyles.adminNote}>{m.privacy_help({ days: answerDays })}</p>}
        isScreenOnly
        noneFound={{ title: m.privacy_none_found_title(), all: m.privacy_show_all() }}
        empty={{ title: m.privacy_empty_title(), text: m.privacy_empty() }}
      />
      {isAdding && <AddRequest onClose={() => setAdding(false)} />}
      {chosen && <RequestActDialog act={chosen.act} request={chosen.request} onClose={() => setChosen(null)} />}
    </>
  )
}

const idOf = ({ request_id }: PrivacyRequest): string => request_id
