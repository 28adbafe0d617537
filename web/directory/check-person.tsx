import { type DirectoryVerdictAnswer, previewDirectory } from '@eupnea/contract/directory.ts'
import { m } from '@eupnea/texts'
import { Button, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { describeError, useSend } from '../shared/api.ts'
import { Caution } from '../shared/caution.tsx'
import { Panel } from '../shared/panel.tsx'
import { Rich } from '../shared/rich.tsx'
import styles from './directory.module.css'
import { clinicsText, refusalText, typeText } from './rights-words.ts'

/** What would somebody get, and why: by groups that are typed or pasted, or by their address. */
export function CheckPerson() {
  const [groups, setGroups] = useState('')
  const [email, setEmail] = useState('')
  const check = useSend(previewDirectory)
  function submit(event: FormEvent) {
    event.preventDefault()
    const lines = groups.split('\n').flatMap((line) => line.trim() || [])
    check.mutate(email.trim() ? { email: email.trim() } : { groups: lines })
  }
  return (
    <Panel title={m.directory_check_title()} note={m.directory_check_note()}>
      <form onSubmit={submit} className={styles.directoryParts}>
        <Textarea
          label={m.directory_check_groups_label()}
          description={m.directory_check_groups_help()}
          autosize
          minRows={2}
          maxRows={10}
          value={groups}
          onChange={(event) => setGroups(event.currentTarget.value)}
        />
        <TextInput
          label={m.directory_check_email_label()}
          description={m.directory_check_email_help()}
          type="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" variant="default" loading={check.isPending}>
            {m.directory_check()}
          </Button>
        </div>
        <div role="status">
          {check.error && <Caution>{describeError(check.error).message}</Caution>}
          {check.data?.person && <Verdict verdict={check.data.person} />}
        </div>
      </form>
    </Panel>
  )
}

function Verdict({ verdict: { rights, refusal, because } }: { readonly verdict: DirectoryVerdictAnswer }) {
  return (
    <>
      {rights ? (
        <p>
          <Rich parts={m.directory_check_gets.parts({ type: typeText(rights), clinics: clinicsText(rights) })} />
        </p>
      ) : (
        <p>{m.directory_check_refused()}</p>
      )}
      {refusal && <p>{refusalText[refusal]()}</p>}
      {because.length > 0 && (
        <p>{m.directory_check_because({ groups: because.map(({ group_name }) => group_name).join(', ') })}</p>
      )}
    </>
  )
}
