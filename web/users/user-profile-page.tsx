import type { Session } from '@eupnea/contract/sessions.ts'
import { userName } from '@eupnea/contract/user-name.ts'
import { seesEveryClinic } from '@eupnea/contract/users.fields.ts'
import { readUser, type User } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { Button } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ApiError, useCall } from '../shared/api.ts'
import { BrowserZoneNote } from '../shared/browser-zone-note.tsx'
import { IconPencil } from '../shared/icons.tsx'
import { Panel } from '../shared/panel.tsx'
import { useSession } from '../shared/session.ts'
import { StaleAnswer } from '../shared/stale-answer.tsx'
import { Empty, Failed, Loading } from '../shared/states.tsx'
import adminPageStyles from '../shared/table/admin-page.module.css'
import { useWhileHere } from '../shared/while-here.ts'
import { LoginHistory } from './login-history.tsx'
import { NoSuchUser } from './no-such-user.tsx'
import { actsOn, isOthers, isOwn } from './user-acts.ts'
import { UserFacts } from './user-facts.tsx'
import { type DialogAct, UserActDialog, UserMenu } from './user-menu.tsx'
import { UserStatus } from './user-status.tsx'
import styles from './users.module.css'

interface UserProfilePageProps {
  /** what other nouns show of a user, above the login history */
  readonly sections: (user: User) => ReactNode
}

/** One user: who, which clinics, and how they signed in (US-3, US-5). */
export function UserProfilePage({ sections }: UserProfilePageProps) {
  const { slug = '' } = useParams({ strict: false })
  const session = useSession()
  const query = useCall(readUser, { user_id: slug })
  const navigate = useNavigate()
  const toList = useWhileHere(() => void navigate({ to: '/users/manage', replace: true }))
  const { data: user, error, refetch } = query
  if (!session) return null
  if (error instanceof ApiError && error.status === 404) return <NoSuchUser />
  if (!user) return error ? <Failed error={error} retry={() => void refetch()} /> : <Loading label={m.user_loading()} />
  return (
    <div className={adminPageStyles.adminPage}>
      <StaleAnswer query={query} />
      <Profile user={user} session={session} sections={sections} toList={toList} />
    </div>
  )
}

interface ProfileProps extends UserProfilePageProps {
  readonly toList: () => void
  readonly user: User
  readonly session: Session
}

function Profile({ user, session, sections, toList }: ProfileProps) {
  const [act, setAct] = useState<DialogAct | null>(null)
  const acts = actsOn(user, session)
  return (
    <>
      <div className={adminPageStyles.adminHead}>
        <h1>{userName(user)}</h1>
        {isOwn(user, session) && <span className={styles.userOwn}>{m.user_you()}</span>}
        <UserStatus status={user.status} />
        {acts.includes('edit') && (
          <Button
            renderRoot={(props) => <Link {...props} to="/users/edit/$slug" params={{ slug: user.id }} />}
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
          >
            {m.common_edit()}
          </Button>
        )}
        <UserMenu user={user} session={session} onAct={(_user, chosen) => setAct(chosen)} />
      </div>
      <BrowserZoneNote />
      <div className={styles.userPanels}>
        <Panel title={m.common_details()}>
          <UserFacts user={user} />
        </Panel>
        <Panel
          title={m.user_clinics_title()}
          aside={
            acts.includes('clinics') && (
              <Button size="compact-md" variant="default" onClick={() => setAct('clinics')}>
                {m.user_clinics_change()}
              </Button>
            )
          }
        >
          <ClinicList user={user} />
        </Panel>
      </div>
      {sections(user)}
      {(isOwn(user, session) || !isOthers(user, session)) && <LoginHistory userId={user.id} />}
      {act && <UserActDialog user={user} act={act} onClose={() => setAct(null)} onDeleted={toList} />}
    </>
  )
}

/** Of many clinics as many as leave the login history in sight. */
const fewClinics = 12

function ClinicList({ user }: { readonly user: User }) {
  const [isWhole, setWhole] = useState(false)
  const clinics = user.clinic_list
  const shown = isWhole ? clinics : clinics.slice(0, fewClinics)
  if (seesEveryClinic(user.user_type)) return <p>{m.user_clinics_all_help()}</p>
  if (clinics.length === 0 && user.user_type === 'member') return <p>{m.user_clinics_member_help()}</p>
  if (clinics.length === 0) return <Empty title={m.user_clinics_empty_title()}>{m.user_clinics_empty()}</Empty>
  return (
    <>
      <ul className={styles.userClinics}>
        {shown.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
      {shown.length < clinics.length && (
        <Button size="compact-md" variant="default" onClick={() => setWhole(true)}>
          {m.user_clinics_show_all({ count: numberText(clinics.length) })}
        </Button>
      )}
    </>
  )
}
