import {
  listMemberInvitations,
  listMemberNights,
  listMembers,
  type Member,
  totalSleepSessions,
} from '@eupnea/contract/members.ts'
import { userName } from '@eupnea/contract/user-name.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { ActItem, ActMenu } from '../shared/act-menu.tsx'
import { useCall } from '../shared/api.ts'
import { IconShare, IconUserPlus, IconUsersPlus } from '../shared/icons.tsx'
import { Answer } from '../shared/panel.tsx'
import { Rich } from '../shared/rich.tsx'
import { ListPage } from '../shared/table/list-page.tsx'
import type { TableColumn } from '../shared/table/table-features.ts'
import { InviteMember } from './invite-member.tsx'
import { LinkProvider } from './link-provider.tsx'
import { MemberProviders } from './member-providers.tsx'
import { connectionText, kindText, nightText } from './member-words.ts'
import styles from './members.module.css'
import { NightChart } from './night-chart.tsx'
import { ReceivedByProvider } from './received.tsx'

const refreshMs = 60_000
const fewMembers = 12

interface Act {
  readonly how: 'share' | 'assign'
  readonly member: Member
}

const columnsOf = (onAct: (act: Act) => void): readonly TableColumn<Member>[] => [
  { id: 'name', header: m.member_name_column(), cell: (member) => <b>{userName(member)}</b> },
  {
    id: 'night',
    header: m.member_last_night_label(),
    cell: ({ last_night }) => <span className="tabular">{nightText(last_night)}</span>,
  },
  { id: 'connection', header: m.member_sensor_column(), cell: connectionText },
  { id: 'clinic', header: m.member_clinic_column(), isExtra: true, cell: ({ clinic_name }) => clinic_name ?? '–' },
  { id: 'link', header: m.member_link_column(), cell: ({ link }) => (link ? kindText[link]() : '–') },
  {
    id: 'acts',
    header: m.member_actions_column(),
    isPlain: true,
    cell: (member) => (member.link === 'coach' ? null : <MemberMenu member={member} onAct={onAct} />),
  },
]

function MemberMenu({ member, onAct }: { readonly member: Member; readonly onAct: (act: Act) => void }) {
  return (
    <ActMenu label={m.member_actions_label({ member: userName(member) })}>
      <ActItem Icon={IconShare} onClick={() => onAct({ how: 'share', member })}>
        {m.member_share()}
      </ActItem>
      <ActItem Icon={IconUserPlus} onClick={() => onAct({ how: 'assign', member })}>
        {m.member_assign_to()}
      </ActItem>
    </ActMenu>
  )
}

/** The members linked to a Provider with their state, and what is done with them (SH-10, ME-1, ME-2). */
export function MembersSection() {
  const [act, setAct] = useState<Act | null>(null)
  const [isInviting, setInviting] = useState(false)
  const columns = useMemo(() => columnsOf(setAct), [])
  const invite = (
    <Button leftSection={<IconUsersPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
      {m.member_add()}
    </Button>
  )
  return (
    <section className={styles.members} aria-labelledby="members-title">
      <ReceivedByProvider />
      <ListPage
        name="members"
        label={m.member_title()}
        head={(isEmpty) => (
          <div className={styles.membersHead}>
            <h2 id="members-title">{m.member_title()}</h2>
            {!isEmpty && invite}
          </div>
        )}
        call={listMembers}
        search={{
          label: m.member_search_label(),
          placeholder: m.member_search_hint(),
          inputOf: (name) => ({ name }),
        }}
        fewRows={fewMembers}
        refreshMs={refreshMs}
        columns={columns}
        rowId={idOf}
        rowName={userName}
        details={detailsOf}
        noneFound={{ title: m.member_none_found_title(), all: m.member_show_all() }}
        empty={{ title: m.member_empty_title(), text: m.member_empty(), act: invite }}
      />
      <Waiting />
      {act && <LinkProvider member={act.member} how={act.how} onClose={() => setAct(null)} />}
      {isInviting && <InviteMember onClose={() => setInviting(false)} />}
    </section>
  )
}

/** Invitations that were not answered yet. */
function Waiting() {
  const { data } = useCall(listMemberInvitations, {})
  if (!data || data.sent.length === 0) return null
  return (
    <p className={styles.memberNote}>
      {m.member_waiting({
        people: data.sent.map((invited) => `${userName(invited)} (${invited.email})`).join(', '),
      })}
    </p>
  )
}

const days = 14

/** What a member's row opens to: their nights, and who else sees them. */
function MemberDetails({ member }: { readonly member: Member }) {
  const { user_uid, is_linked } = member
  return (
    <div className={styles.memberGrid}>
      <div>
        <b>{m.member_time_in_bed_label()}</b>
        {is_linked ? <Nights user_uid={user_uid} /> : <p className={styles.memberNote}>{m.member_nights_unlinked()}</p>}
      </div>
      <div>
        <b>{m.member_providers_linked_title()}</b>
        <MemberProviders user_uid={user_uid} />
      </div>
    </div>
  )
}

function Nights({ user_uid }: { readonly user_uid: string }) {
  const nights = useCall(listMemberNights, { user_uid, days })
  const sessions = useCall(totalSleepSessions, { user_uid })
  return (
    <>
      <p className={styles.memberNote}>
        <Rich
          parts={m.member_nights_facts.parts({ sessions: sessions.data?.items[0]?.sleep_count ?? '-' })}
          tags={{ b: (count) => <b className="tabular">{count}</b> }}
        />
      </p>
      <Answer query={nights} label={m.member_nights_loading()}>
        {(data) => <NightChart nights={data} days={days} />}
      </Answer>
    </>
  )
}

const idOf = ({ user_uid }: Member): string => user_uid
const detailsOf = (member: Member) => <MemberDetails member={member} />
