import { linkMemberResident, type MemberDetail, memberDetail } from '@eupnea/contract/members.ts'
import { userName } from '@eupnea/contract/user-name.ts'
import { m } from '@eupnea/texts'
import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ActItem, ActMenu } from '../shared/act-menu.tsx'
import { useCall } from '../shared/api.ts'
import { QuestionDialog } from '../shared/form/question-dialog.tsx'
import { IconPlugConnectedX } from '../shared/icons.tsx'
import { Answer, Panel } from '../shared/panel.tsx'
import { Rich } from '../shared/rich.tsx'
import { LinkProvider } from './link-provider.tsx'
import { LinkResident } from './link-resident.tsx'
import { memberAnswers } from './member-answers.ts'
import { MemberProviders } from './member-providers.tsx'
import { connectionText, nightText } from './member-words.ts'
import styles from './members.module.css'

type Act = 'link' | 'unlink' | 'share' | 'assign'

/** On a member's profile: whose nights they see, and who sees them (ME-1, ME-2). */
export function MemberSection({ user_uid }: { readonly user_uid: string }) {
  const query = useCall(memberDetail, { user_uid })
  return (
    <div className={styles.memberGrid}>
      <Answer query={query} label={m.member_loading()}>
        {(member) => <Panels member={member} />}
      </Answer>
    </div>
  )
}

function Panels({ member }: { readonly member: MemberDetail }) {
  const [act, setAct] = useState<Act | null>(null)
  const close = () => setAct(null)
  return (
    <>
      <Panel
        title={m.member_nights_title()}
        aside={
          <>
            <Button size="compact-md" variant="default" onClick={() => setAct('link')}>
              {member.is_linked ? m.member_link_other() : m.member_link_label()}
            </Button>
            {member.is_linked && (
              <ActMenu label={m.common_actions_label({ name: m.member_nights_title() })}>
                <ActItem Icon={IconPlugConnectedX} onClick={() => setAct('unlink')}>
                  {m.member_unlink_resident()}
                </ActItem>
              </ActMenu>
            )}
          </>
        }
      >
        {member.patient_id ? (
          <p>
            <ResidentFacts member={member} patient_id={member.patient_id} />
          </p>
        ) : (
          <p className={styles.memberNote}>{m.member_resident_empty()}</p>
        )}
      </Panel>
      <Panel
        title={m.member_providers_title()}
        aside={
          <Group gap="xs">
            <Button size="compact-md" variant="default" onClick={() => setAct('share')}>
              {m.member_share()}
            </Button>
            <Button size="compact-md" variant="default" onClick={() => setAct('assign')}>
              {m.member_assign_to()}
            </Button>
          </Group>
        }
      >
        <MemberProviders user_uid={member.user_uid} />
      </Panel>
      {act === 'link' && <LinkResident member={member} onClose={close} />}
      {act === 'unlink' && <UnlinkResident member={member} onClose={close} />}
      {(act === 'share' || act === 'assign') && <LinkProvider member={member} how={act} onClose={close} />}
    </>
  )
}

function ResidentFacts({ member, patient_id }: { readonly member: MemberDetail; readonly patient_id: string }) {
  const parts = m.member_resident_facts.parts({
    clinic: member.clinic_name ?? '–',
    connection: connectionText(member),
    night: nightText(member.last_night),
  })
  const link = (children: ReactNode) => (
    <Link to="/patient/profile/$patient_id" params={{ patient_id }}>
      {children}
    </Link>
  )
  return <Rich parts={parts} tags={{ link }} />
}

function UnlinkResident({ member, onClose }: { readonly member: MemberDetail; readonly onClose: () => void }) {
  return (
    <QuestionDialog
      call={linkMemberResident}
      input={{ user_uid: member.user_uid, patient_id: null }}
      invalidates={memberAnswers}
      done={m.member_unlink_resident_done({ member: userName(member) })}
      title={m.member_unlink_resident_question({ member: userName(member) })}
      act={m.member_unlink()}
      isDanger
      onClose={onClose}
    >
      <p>{m.member_unlink_resident_help()}</p>
    </QuestionDialog>
  )
}
