import { linkMemberResident, type MemberDetail, memberDetail } from '@eupnea/contract/members.ts'
import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCall, useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { Answer } from './answer.tsx'
import { LinkProvider } from './link-provider.tsx'
import { LinkResident } from './link-resident.tsx'
import { memberAnswers } from './member-answers.ts'
import { MemberProviders } from './member-providers.tsx'
import { connectionText, nameOf, nightText } from './member-words.ts'
import './members.css'

type Act = 'link' | 'unlink' | 'share' | 'assign'

/** On a member's profile: whose nights they see, and who sees them (ME-1, ME-2). */
export function MemberSection({ user_uid }: { readonly user_uid: string }) {
  const query = useCall(memberDetail, { user_uid })
  return (
    <div className="member-grid">
      <Answer query={query} label="Fetching the member">
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
      <section className="member-panel" aria-labelledby="member-resident">
        <div className="members-head">
          <h2 id="member-resident">Nights</h2>
          <Button size="compact-md" variant="default" onClick={() => setAct('link')}>
            {member.is_linked ? 'Link another resident' : 'Link resident'}
          </Button>
          {member.is_linked && (
            <Button size="compact-md" variant="default" onClick={() => setAct('unlink')}>
              Unlink resident
            </Button>
          )}
        </div>
        {member.patient_id ? (
          <p>
            Sees the nights of{' '}
            <Link to="/patient/profile/$patient_id" params={{ patient_id: member.patient_id }}>
              a resident of {member.clinic_name}
            </Link>
            . {connectionText(member)}; last night {nightText(member.last_night)}.
          </p>
        ) : (
          <p className="member-note">Without a resident the member sees no nights.</p>
        )}
      </section>
      <section className="member-panel" aria-labelledby="member-providers">
        <div className="members-head">
          <h2 id="member-providers">Providers</h2>
          <Group gap="xs">
            <Button size="compact-md" variant="default" onClick={() => setAct('share')}>
              Share
            </Button>
            <Button size="compact-md" variant="default" onClick={() => setAct('assign')}>
              Assign to Provider
            </Button>
          </Group>
        </div>
        <MemberProviders user_uid={member.user_uid} />
      </section>
      {act === 'link' && <LinkResident member={member} onClose={close} />}
      {act === 'unlink' && <UnlinkResident member={member} onClose={close} />}
      {(act === 'share' || act === 'assign') && <LinkProvider member={member} how={act} onClose={close} />}
    </>
  )
}

function UnlinkResident({ member, onClose }: { readonly member: MemberDetail; readonly onClose: () => void }) {
  const unlinking = useSend(linkMemberResident, {
    invalidates: memberAnswers,
    onSuccess: () => {
      onClose()
      sayDone(`${nameOf(member)} sees no nights any more`)
    },
  })
  return (
    <FormDialog
      title={`Unlink ${nameOf(member)} from the resident?`}
      act="Unlink"
      isDanger
      error={unlinking.error}
      isPending={unlinking.isPending}
      onAct={() => unlinking.mutate({ user_uid: member.user_uid, patient_id: null })}
      onClose={onClose}
    >
      <p>The member and their Providers no longer see what is measured. The resident’s record stays as it is.</p>
    </FormDialog>
  )
}
